/** Phrasing content → Markdown in one line. */
import { drawnText, find, type HtmlElement, type HtmlNode, hasClass, isSilent, isTag, textOf } from './html-tree.ts';

/** Stands for the break of a line until white space is even: no HTML has it. */
const lineBreak = '\u0000';
/** Without it, a text has one blank between two words and none at its ends. */
const uneven = /[^\S \u00a0]| {2}|^ | $/;

/** White space is one blank, as browsers show it; the ends are trimmed. */
export function inline(nodes: readonly HtmlNode[]): string {
  const text = phrases(nodes);
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
function phrases(nodes: readonly HtmlNode[]): string {
  let text = '';
  for (const node of nodes) {
    const next = phrase(node);
    const start = /^(?:\*+|~~|`+)/.exec(next)?.[0];
    const end = start === undefined ? undefined : /(?<!\\)(?:\*+|~~|`+)$/.exec(text)?.[0];
    if (start === undefined || end === undefined || start[0] !== end[0]) text += next;
    else if (start.startsWith('`')) text += ` ${next}`;
    else if (start === end) text = text.slice(0, -end.length) + next.slice(start.length);
    else text += next;
  }
  return text;
}

function phrase(node: HtmlNode): string {
  if (typeof node === 'string') return escapeText(node);
  const { tag, attributes, children } = node;
  if (tag === 'svg') return escapeText(drawnText(node));
  if (tag === '!humans' || isSilent(node)) return '';
  if (hasClass(node, 'katex')) return `$${texOf(node)}$`;
  if (hasClass(node, 'heading-anchor') || hasClass(node, 'anchor-link')) return '';
  if (hasClass(node, 'hidden-character')) return attributes['data-code'] ?? '';
  if (hasClass(node, 'tooltip-box')) return tooltip(node);
  if (hasClass(node, 'accordion-description')) return `: ${phrases(children).trim()}`;
  if (hasClass(node, 'color-item')) return colorItem(node);
  switch (tag) {
    case 'strong':
    case 'b':
      return around('**', children);
    case 'em':
    case 'i':
      return around('*', children);
    case 'del':
    case 's':
      return around('~~', children);
    case 'code':
    case 'kbd':
    case 'samp':
      return codeSpan(textOf(node));
    case 'br':
      return lineBreak;
    case 'a':
      return link(node);
    case 'img':
      return image(node);
    case 'select':
      return children
        .map((child) => phrase(child).trim())
        .filter(Boolean)
        .join(', ');
    case 'button':
    case 'label':
      return phrases(apart(children));
    case 'sub':
    case 'sup':
      return `<${tag}>${phrases(children)}</${tag}>`;
    default:
      return phrases(children);
  }
}

/** `**` does not work beside blanks: they go outside. */
function around(mark: string, children: readonly HtmlNode[]): string {
  const text = phrases(children);
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
function link({ attributes, children }: HtmlElement): string {
  const { href = '', title } = attributes;
  const whole = phrases(children);
  const text = whole.trim();
  if (href === '') return whole;
  const name = text || escapeText((attributes['aria-label'] || title || href).replace(/\s+/g, ' ').trim());
  // Blanks at its ends are part of the text around it.
  const [before, after] = [/^\s/.test(whole) ? ' ' : '', /\s$/.test(whole) ? ' ' : ''];
  return `${before}[${name}](${target(href)})${after}`;
}

/** ` (Headline: words [link](/a))` */
function tooltip({ children }: HtmlElement): string {
  const [first, ...rest] = children.map((child) => phrase(child).trim()).filter(Boolean);
  const head = children.find((child): child is HtmlElement => typeof child !== 'string');
  const isHeadline = head !== undefined && hasClass(head, 'tooltip-headline') && rest.length > 0;
  return ` (${[isHeadline ? `${first}:` : first, ...rest].join(' ')})`;
}

/** `Sky: #0ea5e9, #38bdf8` on a line of its own. */
function colorItem(node: HtmlElement): string {
  const name = find(node, 'color-name');
  const values = (find(node, 'color-value')?.children ?? []).filter((child) => isTag(child, 'code')).map(phrase);
  return [name === undefined ? '' : phrases(name.children).trim(), values.join(', ')].filter(Boolean).join(': ') + lineBreak;
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

/** KaTeX keeps what it was given beside what it drew. */
export function texOf(node: HtmlNode): string {
  if (typeof node === 'string') return '';
  if (node.tag === 'annotation') return textOf(node).trim();
  for (const child of node.children) {
    const tex = texOf(child);
    if (tex !== '') return tex;
  }
  return '';
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
