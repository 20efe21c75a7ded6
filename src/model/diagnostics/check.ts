import type { Entries } from './entry.ts';

/** What only `docsgen check` reports. */
export const check = {
  'links/case': {
    severity: 'warning',
    text: 'The letter case of a link differs from its page. Match the page, because web servers are case-sensitive (*fix*)',
  },
  'links/extension': { severity: 'notice', text: 'A link ends in `.mdx`. Page URLs have no extension (*fix*)' },
  'links/redirected': { severity: 'notice', text: 'A link points to a path that is redirected. Link to the final destination (*fix*)' },
  'links/empty': {
    severity: 'notice',
    text: 'A link is empty, or points to `#` or to `mailto:` without an address. Add a destination, or remove the link',
  },
  'links/malformed': { severity: 'warning', text: 'A browser cannot open a URL: `hhttps://…`, or `www.…` without `https://`' },
  'links/external': {
    severity: 'warning',
    text: 'With `--external`: the server reports an error such as HTTP 404, or the host does not exist. Fix the URL, or remove the link',
  },
  'links/external-moved': { severity: 'notice', text: 'With `--external`: the URL has moved permanently (*fix*)' },
  'links/external-unsure': {
    severity: 'notice',
    text: 'With `--external`: the server rejects automated requests, fails or does not respond in time. Open the link in a browser',
  },
  'config/redirect-target': {
    severity: 'warning',
    otherwise: ['notice'],
    text: 'A redirect points to a page or an anchor that does not exist. If it points to a page of an API description that docsgen cannot read, this is a notice',
  },
  'config/redirect-shadowed': {
    severity: 'notice',
    text: 'A redirect with `*` or `:name` also matches existing pages. docsgen serves the pages, but some hosts redirect first. Write a narrower source',
  },
  'content/unlisted': { severity: 'notice', text: 'A page is not in the navigation. List it, or set `hidden: true` in its front matter' },
  'content/duplicate-title': {
    severity: 'notice',
    text: 'Two pages in the same language and version have the same title. Use different titles, so that readers can distinguish them in search results',
  },
  'content/empty': {
    severity: 'warning',
    text: 'A page has a title but no content. Write the page, or remove it from the navigation. docsgen does not report pages that list the pages of their group',
  },
  'content/unused-snippet': { severity: 'notice', text: 'No page uses a snippet or component. Remove it' },
  'content/image-size': {
    severity: 'notice',
    text: 'docsgen cannot determine the size of an image. Add `width` and `height`, so that the layout does not shift while the image loads',
  },
  'mdx/code-end': { severity: 'warning', text: 'A code block is not closed, so the rest of the page is code' },
  'mdx/style-string': {
    severity: 'notice',
    text: 'The `style` attribute of a tag is a string. docsgen accepts it, but other MDX tools do not: they expect an object (*fix*)',
  },
  'mdx/unknown-prop': {
    severity: 'warning',
    otherwise: ['notice'],
    text: 'A component does not have this prop, but has one with a similar name. If there is no similar prop, this is a notice',
  },
  'mdx/prop-value': {
    severity: 'warning',
    text: 'A prop accepts only a few values, and this is none of them, so docsgen uses the default. The message lists the values',
  },
  'a11y/alt': { severity: 'warning', text: 'An image has no `alt`. Describe the image, or write `alt=""` if it is decorative' },
  'a11y/alt-file-name': { severity: 'notice', text: 'The `alt` of an image is a file name. Describe the image' },
  'a11y/link-text': {
    severity: 'warning',
    text: 'A link has no text, or contains an image without alternative text. Describe the destination',
  },
  'a11y/link-text-vague': { severity: 'notice', text: 'The text of a link is vague, such as "here". Describe the destination' },
  'a11y/heading-empty': { severity: 'warning', text: 'A heading is empty' },
  'a11y/heading-order': { severity: 'notice', text: 'A heading skips a level. Readers who navigate by headings may miss content' },
  'a11y/second-title': {
    severity: 'notice',
    text: 'The page has a heading of level 1 in addition to its title. Remove it, or use level 2',
  },
  'a11y/table-header': {
    severity: 'warning',
    text: 'A table has no header cells. Add column or row headers, or `role="presentation"` if the table is only for layout',
  },
  'a11y/frame-title': { severity: 'notice', text: 'An `iframe` has no `title`' },
  'a11y/contrast': {
    severity: 'notice',
    text: 'A colour (`colors`, `background`, `banner`, or of a tab or anchor) does not have enough contrast with its background or text in light or dark mode. docsgen shows links and buttons in a readable shade. To control the shade, choose another colour',
  },
  'a11y/lang': {
    severity: 'warning',
    text: 'The script of a page does not match its declared language. Put the pages under `navigation.languages`',
  },
  'i18n/missing': {
    severity: 'notice',
    text: 'A page of the default language is not translated. If a language lacks most pages, docsgen reports this once',
  },
  'i18n/outdated': {
    severity: 'notice',
    text: 'A translation is older than its original. docsgen compares the last commits, or the file dates if there is no Git repository',
  },
  'i18n/untranslated': { severity: 'notice', text: 'A page is not written in the script of its language' },
} as const satisfies Entries;
