import type { Entries } from './entry.ts';

/** Plugins that docs.json names. */
export const plugins = {
  'plugins/not-installed': {
    severity: 'error',
    text: 'A plugin in `docs.json` is not in `node_modules` of the project, or the file that it names does not exist. Install it with the command in the message',
  },
  'plugins/load': { severity: 'error', text: 'A plugin cannot be loaded: its module fails, or exports no plugin' },
  'plugins/failed': {
    severity: 'error',
    failure: 'page',
    text: 'A plugin failed on a page, or did not finish in 60 seconds. docsgen shows the page without plugins',
  },
  'plugins/message': { severity: 'warning', text: 'A message that a plugin reports, for example a linter such as remark-lint' },
  'plugins/off': {
    severity: 'notice',
    text: 'The site has plugins, and `--no-plugins` is set, or `--plugins` is not set for the language server. docsgen reads pages without them, so their syntax is shown as text',
  },
} as const satisfies Entries;
