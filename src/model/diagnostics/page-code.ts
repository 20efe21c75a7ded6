import type { Entries } from './entry.ts';

/** Code that pages run, and what they may contain. */
export const pageCode = {
  'mdx/render': {
    severity: 'error',
    failure: 'page',
    text: 'The code of a page threw an error, or tried to evaluate a string as code (`eval`, `new Function`)',
  },
  'mdx/timeout': { severity: 'error', failure: 'page', text: 'The code of a page ran longer than `limits.pageSeconds`' },
  'mdx/memory': { severity: 'error', failure: 'page', text: 'The code of a page used more than `limits.pageHeapMiB`' },
  'mdx/forbidden-global': { severity: 'error', failure: 'page', text: 'The code of a page uses `process`, `require` or a similar global' },
  'mdx/island-script': {
    severity: 'error',
    failure: 'page',
    text: 'Interactive components cannot be bundled. They render statically and are not interactive',
  },
  'mdx/island-prop': {
    severity: 'warning',
    text: 'An interactive component receives a function as a prop, which docsgen cannot send to the browser',
  },
  'mdx/url-scheme': {
    severity: 'error',
    otherwise: ['warning'],
    failure: 'page',
    text: 'A link uses a scheme that runs a script or contains data. In a `description`, this is a warning',
  },
  'mdx/event-handler': {
    severity: 'error',
    failure: 'page',
    text: 'String event handlers are not allowed. Use a component with a function',
  },
  'mdx/raw-script': {
    severity: 'error',
    otherwise: ['warning'],
    failure: 'page',
    text: 'A `script` element contains code. Move the code to a `.js` file. If page code created the element, this is a warning and docsgen leaves the element out',
  },
  'mdx/forbidden-element': {
    severity: 'error',
    otherwise: ['warning'],
    failure: 'page',
    text: 'The page contains `base`, `object` or a similar element. For `<meta http-equiv>` and `srcdoc`, this is a warning and docsgen leaves them out',
  },
} as const satisfies Entries;
