/** Phrasing content → one line of Markdown. */
import { componentClass } from '../component-classes.ts';
import { type HtmlElement, type HtmlNode, hasNoText, svgText, textOf } from './html-tree.ts';
import type { MarkdownWriter, Rule } from './rules.ts';

/** Represents a line break until white space is normalized. HTML cannot contain this character. */
export const lineBreak = '\u0000';
/** Matches text whose white space is not normalized. */
const unnormalized = /[^\S \u00a0]| {2}|^ | $/;

/** Collapses white space as browsers do and trims the ends. */
export function normalizeWhitespace(text: string): string {
  if (!unnormalized.test(text) && !text.includes(lineBreak)) return text;
  return text
    .replace(/[^\S\u00a0]+/g, ' ')
    .replaceAll(lineBreak, '\\\n')
    .replace(/ ?(\\\n) ?/g, '$1')
    .replace(/^(?: |\\\n)+|(?: |\\\n)+$/g, '');
}

const inlineBoxTags = new Set(['a', 'button', 'img', 'label', 'span']);

/** Separates adjacent inline boxes that only their style separates: badges in a row, columns of a flex box. */
export function separateBoxes(run: readonly HtmlNode[]): readonly HtmlNode[] {
  const needsSpace = (node: HtmlNode, next: HtmlNode | undefined) =>
    typeof node === 'object' && typeof next === 'object' && (inlineBoxTags.has(node.tag) || inlineBoxTags.has(next.tag));
  if (!run.some((node, index) => needsSpace(node, run[index + 1]))) return run;
  return run.flatMap((node, index) => (needsSpace(node, run[index + 1]) ? [node, ' '] : [node]));
}

/** How much of the joined text is searched for a mark at its end. No mark is this long. */
const searched = 128;

/** Joins phrases. Adjacent marks of the same kind would be read as one mark, so they are merged or separated. */
export function joinPhrases(parts: readonly string[]): string {
  const joined: string[] = [];
  // The end of the text is kept apart: searching the whole text after each phrase would take quadratic time.
  let text = '';
  for (const next of parts) {
    const start = /^(?:\*+|~~|`+)/.exec(next)?.[0];
    const end = start === undefined ? undefined : /(?<!\\)(?:\*+|~~|`+)$/.exec(text)?.[0];
    if (start === undefined || end === undefined || start[0] !== end[0]) text += next;
    else if (start.startsWith('`')) text += ` ${next}`;
    else if (start === end) text = text.slice(0, -end.length) + next.slice(start.length);
    else text += next;
    if (text.length > 2 * searched) {
      joined.push(text.slice(0, -searched));
      text = text.slice(-searched);
    }
  }
  return joined.join('') + text;
}

/** `rules`: by component class. */
export function phrase(node: HtmlNode, rules: ReadonlyMap<string, Rule>, writer: MarkdownWriter): string {
  if (typeof node === 'string') return escapeText(node);
  const { tag, attributes, children } = node;
  if (tag === 'svg') return escapeText(svgText(node));
  if (tag === '!humans' || hasNoText(node)) return '';
  const rule = attributes.class === undefined ? undefined : rules.get(componentClass(attributes.class));
  if (rule !== undefined) return rule(node, writer);
  switch (tag) {
    case 'strong':
    case 'b':
      return surround('**', writer.phrases(children));
    case 'em':
    case 'i':
      return surround('*', writer.phrases(children));
    case 'del':
    case 's':
      return surround('~~', writer.phrases(children));
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
      return writer.phrases(separateBoxes(children));
    case 'sub':
    case 'sup':
      return `<${tag}>${writer.phrases(children)}</${tag}>`;
    default:
      return writer.phrases(children);
  }
}

/** `**` has no effect next to a space, so spaces are moved outside. */
function surround(mark: string, text: string): string {
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

/** The longest run of a character; 0 if the text does not contain it. */
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

/** A link without text, such as one around an image, is named by its accessible name or its URL. */
function link({ attributes }: HtmlElement, content: string): string {
  const { href = '', title } = attributes;
  const text = content.trim();
  // rehype-autolink-headings hides the links of headings to themselves.
  if (href === '' || (text === '' && attributes['aria-hidden'] === 'true')) return content;
  const name = text || escapeText((attributes['aria-label'] || title || href).replace(/\s+/g, ' ').trim());
  // White space at the ends belongs to the surrounding text.
  const [before, after] = [/^\s/.test(content) ? ' ' : '', /\s$/.test(content) ? ' ' : ''];
  return `${before}[${name}](${linkDestination(href)})${after}`;
}

/** Empty for `data:` images, which an agent cannot fetch. */
export function image({ attributes }: HtmlElement): string {
  const src = attributes.src ?? '';
  return src === '' || src.startsWith('data:') ? '' : `![${escapeText(attributes.alt ?? '')}](${linkDestination(src)})`;
}

/** Link destinations with spaces or brackets are written as `<…>` (CommonMark 6.3). */
export function linkDestination(url: string): string {
  const safe = url.replace(/[\r\n]+/g, '');
  return /[\s()<>]/.test(safe) ? `<${safe.replace(/[<>]/g, (character) => (character === '<' ? '%3C' : '%3E'))}>` : safe;
}

/** Characters that may need escaping. */
const markup = /[\\`*_~<\]]/;

/** Escapes only what would be read as markup, to keep the text readable. */
function escapeText(text: string): string {
  if (!markup.test(text)) return text;
  return text.replace(/[\\`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~~|<(?=[a-z/!?])|\](?=[(:[])/giu, (found) =>
    found === '~~' ? '\\~~' : `\\${found}`,
  );
}
