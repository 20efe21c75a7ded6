import type { Entries } from './entry.ts';

/** Plugins that docs.json names, and the hooks of `docsgen.config.ts`. */
export const plugins = {
  'plugins/not-installed': {
    severity: 'error',
    text: 'A plugin in `docs.json` is not in `node_modules` of the project, or the file that it names does not exist. Install it with the command in the message',
  },
  'plugins/load': {
    severity: 'error',
    text: 'A plugin or `docsgen.config.ts` cannot be loaded: its module fails, or exports no plugin or hooks',
  },
  'plugins/hook': {
    severity: 'error',
    text: 'A hook of `docsgen.config.ts` failed, did not finish in 60 seconds, or returned something else than [its type](/write/hooks) allows',
  },
  'plugins/output': {
    severity: 'error',
    text: 'An output of `docsgen.config.ts` has the path of another file of the site, or leaves the output folder',
  },
  'plugins/failed': {
    severity: 'error',
    failure: 'page',
    text: 'A plugin failed on a page, or did not finish in 60 seconds. docsgen shows the page without plugins',
  },
  'plugins/message': {
    severity: 'warning',
    otherwise: ['error'],
    text: 'A message that a plugin reports, for example a linter such as remark-lint, or that the hook `pageCompiled` returns. A hook may also return errors',
  },
  'plugins/off': {
    severity: 'notice',
    text: 'The site has plugins or hooks, and `--no-plugins` is set, or `--plugins` is not set for the language server. docsgen reads pages without them, so their syntax is shown as text, and their pages, variables and outputs are missing',
  },
} as const satisfies Entries;
