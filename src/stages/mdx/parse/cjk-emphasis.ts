/**
 * Bold text in scripts without spaces: `打开**“常规”**选项卡`. By CommonMark's rules, a run of stars between a quotation
 * mark and a letter neither opens nor closes emphasis. As in the CJK-friendly amendments to CommonMark, a Chinese,
 * Japanese or Korean letter next to such a run counts like a space.
 *
 * For this, docsgen inserts a punctuation character that texts do not contain between the two, and removes it from
 * the tree afterwards.
 */
import type { Edit } from './edited-text.ts';
import { type ElementNode, isJsx, type SyntaxNode } from './syntax-tree.ts';

/** EDITORIAL CORONIS, used in editions of Greek papyri. Texts that contain it are parsed by CommonMark's rules. */
const mark = '\u2e0e';
const encodedMark = /%E2%B8%8E/g;

const letter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]`;
const punctuation = String.raw`[\p{P}\p{S}]`;
const isLetter = new RegExp(`^${letter}$`, 'u');
const isPunctuation = new RegExp(`^${punctuation}$`, 'u');
const anyRun = new RegExp(String.raw`${letter}\*{2,}(?!\*)${punctuation}|(?!\*)${punctuation}\*{2,}${letter}`, 'u');

/** The edits that insert the markers into `text`; `nodes` is its parsed form. Most texts need none. */
export function emphasisMarks(nodes: readonly SyntaxNode[], text: string): Edit[] {
  if (!anyRun.test(text) || text.includes(mark)) return [];
  const starts = new Set<number>();
  findRuns(nodes, text, starts);
  return [...starts].sort((a, b) => a - b).flatMap((start) => marksAround(text, start));
}

/** Start offsets of runs of two or more stars: those parsed as text, and those around emphasis. Code and tags are skipped. */
function findRuns(nodes: readonly SyntaxNode[], text: string, starts: Set<number>): void {
  const take = (offset: number): void => {
    let start = offset;
    while (text[start - 1] === '*') start--;
    if (text.startsWith('**', start) && text[start - 1] !== '\\') starts.add(start);
  };
  for (const node of nodes) {
    if (node.type === 'text') {
      if (node.position === undefined || !node.value.includes('**')) continue;
      const { start, end } = node.position;
      for (const { index } of text.slice(start.offset, end.offset).matchAll(/\*{2,}/g)) take(start.offset + index);
    } else if (node.type === 'element') {
      if (node.tagName === 'code' || node.tagName === 'pre' || isNamedByText(node, text)) continue;
      if (node.position !== undefined && (node.tagName === 'strong' || node.tagName === 'em')) {
        // Nested emphasis shares its run with the outer one and is skipped, so that each run is examined once.
        const [start, end] = [node.position.start.offset, node.position.end.offset];
        if (text[start] === '*' && text[start - 1] !== '*') take(start);
        if (text[end - 1] === '*' && text[end] !== '*') take(end - 1);
      }
      findRuns(node.children, text, starts);
    } else if (isJsx(node)) findRuns(node.children, text, starts);
  }
}

/** `[text]` and `[text][]`: a marker in the text would change the name of the link definition. */
function isNamedByText({ tagName, position }: ElementNode, text: string): boolean {
  const source = tagName === 'a' && position ? text.slice(position.start.offset, position.end.offset) : '';
  return source.endsWith(']') && !/\]\[[^[\]]+\]$/.test(source);
}

function marksAround(text: string, start: number): Edit[] {
  let end = start;
  while (text[end] === '*') end++;
  const before = /.$/u.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? '';
  const after = /^./u.exec(text.slice(end, end + 2))?.[0] ?? '';
  if (isLetter.test(before) && isPunctuation.test(after)) return [{ start, end: start, text: mark }];
  if (isPunctuation.test(before) && isLetter.test(after)) return [{ start: end, end, text: mark }];
  return [];
}

/** Removes the markers from all descendants. */
export function removeMarks(nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) {
    if (node.type === 'text') node.value = node.value.replaceAll(mark, '');
    else if ('children' in node) {
      if (node.type === 'element')
        for (const [name, value] of Object.entries(node.properties))
          if (typeof value === 'string') node.properties[name] = value.replaceAll(mark, '').replace(encodedMark, '');
      removeMarks(node.children);
    }
  }
}
