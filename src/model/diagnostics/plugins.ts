import type { Entries } from './entry.ts';

/** Plugins that docs.json names, and the hooks of `docsgen.config.ts`. */
export const plugins = {
  'plugins/not-installed': {
    severity: 'error',
    text: 'A plugin in `docs.json` is not in the `node_modules` folder of the project, or its file does not exist. Install it with the command in the message',
  },
  'plugins/load': {
    severity: 'error',
    text: 'A plugin or `docsgen.config.ts` cannot be loaded: its module fails, or exports no plugin or hooks',
  },
  'plugins/hook': {
    severity: 'error',
    text: 'A hook of `docsgen.config.ts` failed, did not finish in 60 seconds, or returned a value that [its type](/write/hooks) does not allow',
  },
  'plugins/output': {
    severity: 'error',
    text: 'An output of `docsgen.config.ts` would overwrite another file of the site, or is outside the output folder',
  },
  'plugins/failed': {
    severity: 'error',
    failure: 'page',
    text: 'A plugin failed on a page, or did not finish in 60 seconds. docsgen shows the page without plugins',
  },
  'plugins/message': {
    severity: 'warning',
    otherwise: ['error'],
    text: 'A message from a plugin, for example from a linter such as remark-lint, or from the hook `pageCompiled`. A hook can also report errors',
  },
  'plugins/off': {
    severity: 'notice',
    text: 'The site has plugins or hooks, and `--no-plugins` is set, or `--plugins` is not set for the language server. docsgen shows their syntax as text, and their pages, variables and outputs are missing',
  },
} as const satisfies Entries;
