/** Text of an author in Markdown that a code host shows, for example in a comment. */
import { shortened } from '../../model/shorten.ts';
import { visible } from './code-frame.ts';

const maxLength = 300;

/**
 * Text that stays as it is: no markup, links, images, mentions, references to issues or line breaks. Every punctuation character can be
 * escaped (CommonMark 2.4). A word joiner follows `@` and `#`, because code hosts look for mentions after they resolved escapes.
 */
export function markdownText(text: string): string {
  return oneLine(text).replace(/[!-/:-@[-`{-~]/g, (character) => `\\${character}${character === '@' || character === '#' ? '\u2060' : ''}`);
}

/** Inline code with a fence that the text does not contain; also for cells of a table. */
export function markdownCode(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = line === '' || /^[`\s]|[`\s]$/.test(line) ? ' ' : '';
  return `${fence}${padding}${line.replaceAll('|', '\\|')}${padding}${fence}`;
}

/** The destination of a link, which cannot end it. */
export function markdownDestination(url: string): string {
  return `<${url.replace(/[\s<>\\|"'`]/g, encodeURIComponent)}>`;
}

function oneLine(text: string): string {
  return visible(shortened(text.replace(/\s+/g, ' ').trim(), maxLength));
}
