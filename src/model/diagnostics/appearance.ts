import type { Entries } from './entry.ts';

/** Links, icons, fonts, styles and search. */
export const appearance = {
  'links/broken': {
    severity: 'warning',
    otherwise: ['notice'],
    text: 'A link points to a page or heading that does not exist. If it points to a page of an API description that docsgen cannot read, this is a notice',
  },
  'links/asset-missing': {
    severity: 'warning',
    text: 'An image or file does not exist. Paths start at the folder that contains `docs.json`',
  },
  'static/svg-script': {
    severity: 'warning',
    text: 'An SVG image contains a script, which runs when someone opens the image by its own URL',
  },
  'icons/unknown': { severity: 'warning', text: 'An icon does not exist. docsgen shows nothing and suggests the most similar name' },
  'icons/paid': {
    severity: 'notice',
    text: 'Some icons are paid icons, or the icon library of the site does not have them. docsgen shows the most similar free icons',
  },
  'fonts/not-bundled': { severity: 'notice', text: 'docsgen does not include a font. Add the font file with `fonts.source`' },
  'styles/tailwind': { severity: 'warning', text: 'A style rule cannot be parsed' },
  'styles/syntax': {
    severity: 'warning',
    text: 'A stylesheet is not valid CSS: for example, a brace is not closed. Browsers ignore the rest of the rule, or of the file',
  },
  'styles/unknown-property': {
    severity: 'warning',
    text: 'A CSS property does not exist, but one with a similar name does (*fix*)',
  },
  'search/unavailable': {
    severity: 'notice',
    text: 'Pagefind does not support this platform, or is not installed. The site has no search box',
  },
  'search/failed': {
    severity: 'warning',
    text: 'docsgen could not create the search index. The message states the reason. The site has no search box',
  },
  'thumbnails/background': {
    severity: 'notice',
    text: 'docsgen cannot draw the background of the social images. Use a PNG file, or an SVG file that contains only plain shapes',
  },
  'security/origins': {
    severity: 'notice',
    text: 'The site loads a script, stylesheet or font from another site, which the Content-Security-Policy blocks. Copy the file into the project, or allow the origins that you trust in [`docsgen.security`](/reference/security)',
  },
} as const satisfies Entries;
