import type { Entries } from './entry.ts';

/** Values of docs.json. */
export const configValues = {
  'config/required': {
    severity: 'error',
    text: 'A required key is missing: `name`, `colors.primary`, … See [docs.json](/reference/settings)',
  },
  'config/type': { severity: 'error', text: 'A value has the wrong type, such as a string instead of a list' },
  'config/enum': { severity: 'error', text: 'A value is not allowed. The hint lists the allowed values' },
  'config/format': { severity: 'error', text: 'A value does not have the expected format, such as a URL or a colour' },
  'site/address': {
    severity: 'notice',
    text: 'The URL of the site is not set, so the sitemap and the feeds contain paths, and pages have no canonical link and no social image. Set `seo.metatags.canonical`. Only `build` reports this',
  },
  'config/grammar': {
    severity: 'warning',
    text: 'A file in `styling.codeblocks.languages.custom` does not exist or is not a TextMate grammar',
  },
  'config/icon': { severity: 'error', text: 'An icon is not a name, a path, a URL or plain SVG' },
  'config/unknown-key': {
    severity: 'warning',
    otherwise: ['error'],
    text: 'A key is unknown. The message suggests the most similar key. In the few objects that allow no other keys, this is an error',
  },
  'config/ignored': { severity: 'warning', text: 'A value has no effect, or uses an old name. Remove it, or use the new name' },
  'config/duplicate': { severity: 'error', text: 'A list contains a value twice, but its values must be unique' },
  'config/path': { severity: 'error', text: 'A path points outside the project or contains a control character' },
  'config/url-scheme': {
    severity: 'error',
    otherwise: ['warning'],
    text: 'A link uses a scheme that runs a script or contains data. For `thumbnails.background`, this is a warning and docsgen ignores the value',
  },
  'config/remote-denied': {
    severity: 'error',
    text: 'An API description is on a private host, which `docs.json` cannot allow, or its URL has an unsupported scheme. [Allow a private host when you build](/apis/reference#use-a-remote-description), or save a copy in the project',
  },
  'config/secret': { severity: 'error', text: 'A value looks like a key or a token. Remove it, then revoke it and create a new one' },
  'config/auth-required': { severity: 'warning', text: 'A setting or the `groups` of a page require sign-in, which is not configured' },
  'config/boost': { severity: 'warning', text: 'A search weight is zero or less. Use a value from 0.1 to 10' },
  'config/redirect': {
    severity: 'error',
    otherwise: ['warning', 'notice'],
    text: 'Error: a redirect is ambiguous, or has a source that no browser requests. Warning: it points to itself, is part of a loop (docsgen ignores all redirects in the loop), has no effect, has a name in the destination that is not in the source (docsgen ignores the redirect), repeats a source (docsgen uses the first redirect), or loops only for paths without a page. Notice: the loop contains pages of an API description that docsgen cannot read',
  },
} as const satisfies Entries;
