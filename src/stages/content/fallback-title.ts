/** The title of a page without one in its front matter: its first h1, else its file name. */

import type { SourcePage } from '../../model/source-page.ts';
import { withoutLinks } from '../../shared/inline-marks.ts';

/** `# Hello **you** {#x}` → `Hello you`; `guides/getting-started` → `Getting started`; `guides/index` → `Guides`. */
export function fallbackTitle(source: Pick<SourcePage, 'path' | 'body'>): string {
  return headingTitle(source.body) ?? titleFromPath(source.path);
}

/** The file name as words. */
export function titleFromPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const name = /^(?:index|readme)$/i.test(last) ? (segments.at(-2) ?? (last.toLowerCase() === 'index' ? 'Home' : last)) : last;
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words === '' ? name || 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1);
}

function headingTitle(body: string): string | undefined {
  if (!/^ {0,3}# /m.test(body)) return undefined;
  let fence = '';
  for (const line of body.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark !== '') {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      continue;
    }
    const text = fence === '' ? /^ {0,3}#[ \t]+(.+?)[ \t]*#*$/.exec(line)?.[1] : undefined;
    const plain = text === undefined ? '' : plainText(text);
    if (plain !== '') return plain;
  }
  return undefined;
}

/** Enough for a title with markup. Hostile text is not searched further. */
const longestMarkdown = 2_000;

/** Removes inline Markdown delimiters. This is precise enough for a title; the page itself is compiled elsewhere. */
function plainText(markdown: string): string {
  return withoutLinks(markdown.slice(0, longestMarkdown).replace(/[ \t]*\{#[^}\s]+\}$/, ''))
    .replace(/<\/?[A-Za-z][^>]*>/g, '')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(^|\s)[*_](\S(?:.*?\S)?)[*_](?=\s|$|[.,!?:;])/g, '$1$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!<>$])/g, '$1')
    .trim();
}
