import type { Entries } from './entry.ts';

/** The text of pages, and files of the project. */
export const pages = {
  'mdx/syntax': {
    severity: 'error',
    failure: 'page',
    text: 'The page is not valid MDX: for example, it contains an unclosed tag, an HTML comment, or an expression that is not JavaScript',
  },
  'mdx/rescued': {
    severity: 'warning',
    text: 'Part of the page is not valid MDX. docsgen treats it as text, or inserts the missing empty line',
  },
  'mdx/frontmatter': { severity: 'warning', text: 'Front matter cannot be parsed, or a value has the wrong type. docsgen ignores it' },
  'mdx/encoding': {
    severity: 'error',
    otherwise: ['warning'],
    failure: 'page',
    text: 'A page or another text file is not UTF-8. Save it as UTF-8. docsgen can read a page or an imported file that is UTF-16 with a byte order mark; this is a warning',
  },
  'mdx/too-deep': { severity: 'error', failure: 'page', text: 'The page is nested more deeply than `limits.mdxNesting` allows' },
  'mdx/too-large': {
    severity: 'error',
    failure: 'page',
    text: 'The page is larger than `limits.pageBytes`, one of its tables has more than 200,000 cells, it uses more than 5,000 snippets or snippets with more than 8 MiB of text, or docsgen cannot parse it within 10 seconds',
  },
  'mdx/unknown-component': { severity: 'warning', text: 'A component does not exist. docsgen shows its children' },
  'mdx/lower-case-tag': {
    severity: 'warning',
    text: 'A tag in lower case has the name of an import (`<fork />`) or a built-in component (`<warning>`). MDX reads it as an HTML element, so docsgen does not show the import, and shows only the content of the component. Start the name with a capital letter',
  },
  'mdx/duplicate-id': {
    severity: 'warning',
    text: 'An `id` appears twice on a page. docsgen gives the second heading another `id`, so links go to the first one. Use different ids',
  },
  'mdx/parent': {
    severity: 'warning',
    text: 'A component is not inside its parent component: `<Tab>` in `<Tabs>`, `<Step>` in `<Steps>`',
  },
  'mdx/foreign-markup': {
    severity: 'warning',
    otherwise: ['error'],
    failure: 'page',
    text: 'A page contains the syntax of another tool, such as `:::note`, `!!! note` or `{% hint %}`, which docsgen shows as text. Use a component. In MDX, `{% … %}` is an error, because braces contain JavaScript',
  },
  'mdx/literal-markup': {
    severity: 'warning',
    text: 'A link, an image, a footnote, a heading or bold text has a typing error, such as `[text] (/path)`, `[[text]]`, `[^1]` without a definition, `##Heading` or `** bold **`, so docsgen shows it as text',
  },
  'mdx/missing-prop': {
    severity: 'warning',
    text: 'A required prop is missing, such as the title of a tab',
  },
  'mdx/free-identifier': {
    severity: 'warning',
    text: 'A name in braces is not defined. docsgen shows the text as written. Write `\\{name}`, or import the name',
  },
  'mdx/undefined-name': { severity: 'warning', text: 'Same as `mdx/free-identifier`, but detected when the page code ran' },
  'mdx/unknown-variable': { severity: 'warning', text: 'A variable is not defined in `docs.json`' },
  'mdx/import': {
    severity: 'error',
    failure: 'page',
    text: 'An import refers to a file outside the project or to a Node.js module, or is a dynamic `import()`',
  },
  'mdx/import-missing': {
    severity: 'warning',
    text: 'An imported file or export does not exist. Where the page uses it as a tag, docsgen uses its own component of that name, or shows only the content of the tag',
  },
  'mdx/import-style': {
    severity: 'warning',
    text: 'A page imports a stylesheet. Remove the import: every page already loads the stylesheets of the project',
  },
  'mdx/import-cycle': {
    severity: 'error',
    failure: 'page',
    text: 'Imports form a cycle, which the message shows. Remove one of the imports',
  },
  'mdx/table': {
    severity: 'warning',
    text: 'The delimiter row does not match the header, so docsgen shows the table as text. Or a row has more cells than the table has columns',
  },
  'mdx/alert': { severity: 'warning', text: 'A blockquote starts with `[!WORD]`, but this callout type does not exist' },
  'mdx/code-lang': {
    severity: 'warning',
    text: 'The language of a code block is unknown. docsgen shows the code as plain text and suggests the most similar name',
  },
  'mdx/math': { severity: 'warning', text: 'A formula cannot be parsed. docsgen shows its source' },
  'content/secret-file': {
    severity: 'warning',
    text: 'The documentation folder contains a private key, a password file or a similar file. docsgen does not publish it',
  },
  'content/not-yet': {
    severity: 'notice',
    text: 'Pages have `graphql` or `sdk` in their front matter, but this version of docsgen does not generate these references. The pages show only their own content',
  },
  'content/node-program': { severity: 'notice', text: 'The documentation folder contains a Node.js script. docsgen does not publish it' },
  'content/script-module': {
    severity: 'notice',
    text: 'A `.js` file contains `import` or `export`, so pages cannot load it as a classic script. docsgen publishes the file, but no page loads it',
  },
  'content/script-syntax': {
    severity: 'warning',
    text: 'A browser cannot run a `.js` file because of a syntax error. The message shows the first error. No page loads the file',
  },
} as const satisfies Entries;
