/**
 * Links, footnotes and headings with a typing error, which Markdown shows as text: `[text] (/path)`, `[text](/path` without an
 * end, `[^1]` without its note, and `##Heading` without a space.
 */
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { SyntaxNode } from './syntax-tree.ts';
import * as tagErrors from './tag-errors.ts';

/** As in `repair.ts`. */
type Locate = (offset: number, length?: number) => SourceLocation;

/** Longer text is not written by hand. */
const longestText = 20_000;
const address = String.raw`(?:\/|\.{1,2}\/|#|https?:\/\/)[^\s()]*`;
const spaced = new RegExp(String.raw`\[([^\[\]\n]+)\][ \t]+\((${address})\)`, 'g');
const unended = new RegExp(String.raw`\[([^\[\]\n]+)\]\((${address})(?![^\n]*\))`, 'g');
/** One `#` can be a tag or the number of an issue. */
const heading = /^(#{2,6})([\p{L}\p{N}][^\n]*)/gmu;
const footnote = /\[\^([^\]\s[]+)\]/g;

/** Looks only at text nodes, so code, formulas and real links are left out. `text` is what the tree's offsets refer to. */
export function literalMarkup(nodes: readonly SyntaxNode[], text: string, locate: Locate): Diagnostic[] {
  if (!/\][ \t]*\(|\[\^|^ {0,3}##+[\p{L}\p{N}]/mu.test(text)) return [];
  const found: Diagnostic[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'element' && /^(?:pre|code|kbd|samp|math)$/.test(node.tagName)) return;
    if (node.type === 'text' && node.position) found.push(...inText(node.position.start.offset, node.position.end.offset, text, locate));
    if ('children' in node) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return found;
}

function* inText(start: number, end: number, text: string, locate: Locate): Generator<Diagnostic> {
  const words = text.slice(start, end);
  if (words.length > longestText) return;
  for (const { index, 0: written, 1: marks, 2: title } of words.matchAll(heading))
    if (/(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, start + index - 4), start + index)))
      yield tagErrors.literalHeading(locate(start + index, written.length), written, `${marks} ${title}`);
  // The other patterns begin with a bracket; most texts have none.
  if (!words.includes('[')) return;
  const isEscaped = (at: number) => words[at - 1] === '\\';
  for (const { index, 0: written, 1: label, 2: href } of words.matchAll(spaced))
    if (!isEscaped(index)) yield tagErrors.literalLink(locate(start + index, written.length), written, `[${label}](${href})`);
  for (const { index, 0: written, 1: label, 2: href = '' } of words.matchAll(unended))
    if (!isEscaped(index))
      yield tagErrors.literalLink(locate(start + index, written.length), written, `[${label}](${href.replace(/[.,;:!?]+$/, '')})`);
  for (const { index, 0: written, 1: name } of words.matchAll(footnote))
    if (!isEscaped(index)) yield tagErrors.literalFootnote(locate(start + index, written.length), written, name as string);
}
