import type { Entries } from './entry.ts';

/** The navigation. */
export const navigation = {
  'config/nav-pattern': {
    severity: 'error',
    otherwise: ['warning'],
    failure: 'page',
    text: 'The root of `navigation` has no list or several lists. Keep [one](/reference/navigation) and move the others into its entries. In three cases, this is a warning: a second list contains only links, repeats content of the first list, or contains only page paths',
  },
  'config/nav-children': {
    severity: 'error',
    otherwise: ['warning'],
    failure: 'page',
    text: 'An entry contains two lists, or a list of its own type. If an entry has `pages` next to `groups`, this is a warning and docsgen shows both',
  },
  'config/empty': {
    severity: 'error',
    otherwise: ['warning', 'notice'],
    text: 'A list that must have entries is empty. Add entries, or remove it. An empty list next to other content is a warning. If a section of the navigation has no pages, this is a notice and docsgen does not show the section',
  },
  'config/default': {
    severity: 'warning',
    text: 'Two versions or languages are marked as the default. docsgen uses the first one. Keep one',
  },
  'config/duplicate-name': { severity: 'error', text: 'Two versions or languages have the same name. Rename one' },
  'config/page-missing': { severity: 'warning', text: 'A listed page does not exist. docsgen leaves it out' },
  'config/page-ignored': {
    severity: 'warning',
    text: 'A listed page exists, but an ignore rule excludes it, or the page is in a hidden folder, in `node_modules` or in an output folder. The message names the file and line of the rule. Include the page again with `!/path` in `.mintignore`',
  },
  'config/page-case': {
    severity: 'warning',
    text: 'The letter case of a listed page differs from its file. Match the file name',
  },
  'config/page-url': { severity: 'warning', text: 'A page is listed as a URL. Write the path of the file, or an entry with `href`' },
  'config/duplicate-page': { severity: 'warning', text: 'A list contains a page twice. docsgen ignores the second entry' },
  'config/route-conflict': {
    severity: 'error',
    otherwise: ['warning'],
    text: 'Two pages have the same path, such as `a.mdx` and `a/index.mdx`. Rename one. If only one of them is listed, this is a warning',
  },
  'config/reserved-name': { severity: 'error', text: 'Windows does not allow this name, such as `con` or `aux`. Rename the file' },
} as const satisfies Entries;
