/** Phrasing content → Markdown in one line. */
import { ownClass } from '../own-classes.ts';
import { drawnText, type HtmlElement, type HtmlNode, isSilent, textOf } from './html-tree.ts';
import type { MarkdownWriter, Rule } from './rules.ts';

/** Stands for the break of a line until white space is even: no HTML has it. */
export const lineBreak = '\u0000';
/** Without it, a text has one blank between two words and none at its ends. */
const uneven = /[^\S \u00a0]| {2}|^ | $/;

/** White space is one blank, as browsers show it; the ends are trimmed. */
export function evenText(text: string): string {
  if (!uneven.test(text) && !text.includes(lineBreak)) return text;
  return text
    .replace(/[^\S\u00a0]+/g, ' ')
    .replaceAll(lineBreak, '\\\n')
    .replace(/ ?(\\\n) ?/g, '$1')
    .replace(/^(?: |\\\n)+|(?: |\\\n)+$/g, '');
}

const boxes = new Set(['a', 'button', 'img', 'label', 'span']);

/** Side by side without a paragraph around them, they are apart by their style alone: badges in a row, columns of a flex box. */
export function apart(run: readonly HtmlNode[]): readonly HtmlNode[] {
  const isApart = (node: HtmlNode, next: HtmlNode | undefined) =>
    typeof node === 'object' && typeof next === 'object' && (boxes.has(node.tag) || boxes.has(next.tag));
  if (!run.some((node, index) => isApart(node, run[index + 1]))) return run;
  return run.flatMap((node, index) => (isApart(node, run[index + 1]) ? [node, ' '] : [node]));
}

/** Phrases in a row. Between two of one kind, the marks of both would be read as one mark. */
export function joinPhrases(parts: readonly string[]): string {
  let text = '';
  for (const next of parts) {
    const start = /^(?:\*+|~~|`+)/.exec(next)?.[0];
    const end = start === undefined ? undefined : /(?<!\\)(?:\*+|~~|`+)$/.exec(text)?.[0];
    if (start === undefined || end === undefined || start[0] !== end[0]) text += next;
    else if (start.startsWith('`')) text += ` ${next}`;
    else if (start === end) text = text.slice(0, -end.length) + next.slice(start.length);
    else text += next;
  }
  return text;
}

/** `rules`: by the class of a part of a component. */
export function phrase(node: HtmlNode, rules: ReadonlyMap<string, Rule>, writer: MarkdownWriter): string {
  if (typeof node === 'string') return escapeText(node);
  const { tag, attributes, children } = node;
  if (tag === 'svg') return escapeText(drawnText(node));
  if (tag === '!humans' || isSilent(node)) return '';
  const rule = attributes.class === undefined ? undefined : rules.get(ownClass(attributes.class));
  if (rule !== undefined) return rule(node, writer);
  switch (tag) {
    case 'strong':
    case 'b':
      return around('**', writer.phrases(children));
    case 'em':
    case 'i':
      return around('*', writer.phrases(children));
    case 'del':
    case 's':
      return around('~~', writer.phrases(children));
    case 'code':
    case 'kbd':
    case 'samp':
      return codeSpan(textOf(node));
    case 'br':
      return lineBreak;
    case 'a':
      return link(node, writer.phrases(children));
    case 'img':
      return image(node);
    case 'select':
      return children
        .map((child) => writer.phrases([child]).trim())
        .filter(Boolean)
        .join(', ');
    case 'button':
    case 'label':
      return writer.phrases(apart(children));
    case 'sub':
    case 'sup':
      return `<${tag}>${writer.phrases(children)}</${tag}>`;
    default:
      return writer.phrases(children);
  }
}

/** `**` does not work beside blanks: they go outside. */
function around(mark: string, text: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.length - text.trimStart().length;
  return `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(start + inner.length)}`;
}

/** The fence is longer than every run of backticks inside (CommonMark 6.1). */
function codeSpan(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  if (flat.trim() === '') return '';
  const fence = '`'.repeat(longestRun(flat, '`') + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}

/** How often a character stands in a row at most; 0 where it does not stand. */
export function longestRun(text: string, character: string): number {
  if (!text.includes(character)) return 0;
  let longest = 0;
  let run = 0;
  for (const one of text) {
    run = one === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** A link of a picture without words is named as those who do not see it hear it, or by its address. */
function link({ attributes }: HtmlElement, whole: string): string {
  const { href = '', title } = attributes;
  const text = whole.trim();
  if (href === '') return whole;
  const name = text || escapeText((attributes['aria-label'] || title || href).replace(/\s+/g, ' ').trim());
  // Blanks at its ends are part of the text around it.
  const [before, after] = [/^\s/.test(whole) ? ' ' : '', /\s$/.test(whole) ? ' ' : ''];
  return `${before}[${name}](${target(href)})${after}`;
}

/** Empty for pictures within the page (`data:`): an agent can fetch nothing there. */
export function image({ attributes }: HtmlElement): string {
  const src = attributes.src ?? '';
  return src === '' || src.startsWith('data:') ? '' : `![${escapeText(attributes.alt ?? '')}](${target(src)})`;
}

/** Link destinations with blanks or brackets stand in `<…>` (CommonMark 6.3). */
export function target(url: string): string {
  const safe = url.replace(/[\r\n]+/g, '');
  return /[\s()<>]/.test(safe) ? `<${safe.replace(/[<>]/g, (character) => (character === '<' ? '%3C' : '%3E'))}>` : safe;
}

/** What may have to be escaped. */
const markup = /[\\`*_~<\]]/;

/** Only what would be read as markup: a page full of backslashes reads badly. */
function escapeText(text: string): string {
  if (!markup.test(text)) return text;
  return text.replace(/[\\`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~~|<(?=[a-z/!?])|\](?=[(:[])/giu, (found) =>
    found === '~~' ? '\\~~' : `\\${found}`,
  );
}
