/**
 * Links, images, footnotes, headings and bold text with a typing error, which Markdown shows as text: `[text] (/path)`,
 * `[text](/path` without an end, `(text)[/path]`, `[[text]]`, `[text][name]` and `[^1]` without their definition,
 * `![text](/path =300x200)`, `##Heading` without a space, and `** bold **`.
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
const reversed = new RegExp(String.raw`\(([^()\[\]\n]+)\)\[(${address})\]`, 'g');
const sized = /!\[([^[\]\n]*)\]\(([^\s()]+)[ \t]+=(\d*)(?:x(\d*))?\)/g;
const wiki = /\[\[(\p{L}[^[\]\n|]*)(?:\|([^[\]\n]+))?\]\](?!\()/gu;
/** `items[a][b]` is no reference, nor is `[0][1]`: its text has a letter. */
const reference = /(?<![\p{L}\p{N}_\])!])\[([^[\]\n]+)\]\[([^[\]\n^]*)\](?![[(])/gu;
/** Blanks other than spaces, which some keyboards produce. */
const blank = String.raw`\u00a0\u2002-\u200a\u202f\u3000`;
/** One `#` can be a tag or the number of an issue. */
const heading = new RegExp(String.raw`^(#{2,6}(?=[\p{L}\p{N}])|#{1,6}(?=[${blank}]))([^\n]*)`, 'gmu');
/** It has a blank inside its marks, and a word. Conditions are not part of the pattern, which would take quadratic time. */
const bold = /(?<![\p{L}\p{N}*])\*\*([^*\n]+)\*\*(?![\p{L}\p{N}*])/gu;
const footnote = /\[\^([^\]\s[]+)\]/g;
const mayContain = new RegExp(String.raw`\][ \t]*[[(]|\)\[|\[[[^]|\*\*[ \t]|^ {0,3}#+[\p{L}\p{N}${blank}]`, 'mu');

/** Looks only at text nodes, so code, formulas and real links are left out. `text` is what the tree's offsets refer to. */
export function literalMarkup(nodes: readonly SyntaxNode[], text: string, locate: Locate): Diagnostic[] {
  if (!mayContain.test(text)) return [];
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
  const at = (index: number, written: string) => locate(start + index, written.length);
  for (const { index, 0: written, 1: marks = '', 2: title = '' } of words.matchAll(heading))
    if (/(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, start + index - 4), start + index)))
      yield tagErrors.literalHeading(at(index, written), written, marks, title);
  if (words.includes('**'))
    for (const { index, 0: written, 1: inner = '' } of words.matchAll(bold))
      if (inner.trim() !== inner && /\p{L}{2}/u.test(inner)) yield tagErrors.literalBold(at(index, written), written, inner.trim());
  // The other patterns begin with a bracket; most texts have none.
  if (words.includes('[')) yield* withBrackets(words, at);
}

function* withBrackets(words: string, at: (index: number, written: string) => SourceLocation): Generator<Diagnostic> {
  const matches = (pattern: RegExp) => [...words.matchAll(pattern)].filter(({ index }) => words[index - 1] !== '\\');
  for (const { index, 0: written, 1: label, 2: href } of matches(spaced))
    yield tagErrors.literalLink(at(index, written), written, `[${label}](${href})`);
  for (const { index, 0: written, 1: label, 2: href = '' } of matches(unended))
    yield tagErrors.literalLink(at(index, written), written, `[${label}](${href.replace(/[.,;:!?]+$/, '')})`);
  for (const { index, 0: written, 1: label, 2: href } of matches(reversed))
    yield tagErrors.literalLink(at(index, written), written, `[${label}](${href})`);
  for (const { index, 0: written, 1: target = '', 2: label } of matches(wiki))
    yield tagErrors.literalLink(at(index, written), written, `[${label ?? target}](/path)`);
  for (const { index, 0: written, 1: alt = '', 2: src = '', 3: width, 4: height } of matches(sized))
    yield tagErrors.literalImage(at(index, written), written, { src, alt, width, height });
  for (const { index, 0: written, 1: label = '', 2: name } of matches(reference))
    if (/\p{L}/u.test(label)) yield tagErrors.literalReference(at(index, written), written, label, name || label);
  for (const { index, 0: written, 1: name } of matches(footnote))
    yield tagErrors.literalFootnote(at(index, written), written, name as string);
}
