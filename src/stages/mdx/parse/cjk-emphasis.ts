/**
 * Bold text in scripts that write no spaces: `打开**“常规”**选项卡`. By CommonMark's rules a run of stars between a quotation
 * mark and a letter opens or closes nothing, and readers see the stars. As the CJK-friendly amendments of CommonMark
 * have it, a Chinese, Japanese or Korean letter beside such a run counts as a space would.
 *
 * The parser is told so by a mark between the two, a punctuation character that no text has, which is taken out of the
 * tree again.
 */
import type { Edit } from './edited-text.ts';
import { type ElementNode, isJsx, type SyntaxNode } from './syntax-tree.ts';

/** EDITORIAL CORONIS: a sign of scholars of Greek papyri. Texts that hold it are left as CommonMark has them. */
const mark = '\u2e0e';
const encodedMark = /%E2%B8%8E/g;

const letter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]`;
const sign = String.raw`[\p{P}\p{S}]`;
const isLetter = new RegExp(`^${letter}$`, 'u');
const isSign = new RegExp(`^${sign}$`, 'u');
const anyRun = new RegExp(String.raw`${letter}\*{2,}(?!\*)${sign}|(?!\*)${sign}\*{2,}${letter}`, 'u');

/** The marks that `text` needs, as edits of it; `nodes` is what it was parsed into. Most texts need none. */
export function emphasisMarks(nodes: readonly SyntaxNode[], text: string): Edit[] {
  if (!anyRun.test(text) || text.includes(mark)) return [];
  const starts = new Set<number>();
  findRuns(nodes, text, starts);
  return [...starts].sort((a, b) => a - b).flatMap((start) => marksAround(text, start));
}

/** Where runs of two stars and more begin: those that are text now, and those around emphasis. None in code and in tags. */
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
        // What is nested shares its run with what is around it, and is passed by, so that each run is looked at once.
        const [start, end] = [node.position.start.offset, node.position.end.offset];
        if (text[start] === '*' && text[start - 1] !== '*') take(start);
        if (text[end - 1] === '*' && text[end] !== '*') take(end - 1);
      }
      findRuns(node.children, text, starts);
    } else if (isJsx(node)) findRuns(node.children, text, starts);
  }
}

/** `[text]` and `[text][]`: with a mark in it, the text would no longer be the name of the link's definition. */
function isNamedByText({ tagName, position }: ElementNode, text: string): boolean {
  const source = tagName === 'a' && position ? text.slice(position.start.offset, position.end.offset) : '';
  return source.endsWith(']') && !/\]\[[^[\]]+\]$/.test(source);
}

function marksAround(text: string, start: number): Edit[] {
  let end = start;
  while (text[end] === '*') end++;
  const before = /.$/u.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? '';
  const after = /^./u.exec(text.slice(end, end + 2))?.[0] ?? '';
  if (isLetter.test(before) && isSign.test(after)) return [{ start, end: start, text: mark }];
  if (isSign.test(before) && isLetter.test(after)) return [{ start: end, end, text: mark }];
  return [];
}

/** Takes the marks out of everything below. */
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
