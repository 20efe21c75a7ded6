/** Folding: front matter, sections, components, code blocks, and the objects and lists of docs.json. */

import { type Node, parseTree } from 'jsonc-parser';
import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver';
import { SourceText } from '../../model/source-text.ts';
import { codeRanges } from '../../project/edits/code-ranges.ts';
import { frontMatterSpan } from './cursor/page-cursor.ts';
import { headingsOf } from './headings.ts';
import { type EditedDocument, isMarkdown } from './project-view.ts';
import { sectionEnd } from './symbols.ts';

/** Ranges of at least two lines. */
export function foldingRanges(document: EditedDocument): FoldingRange[] {
  const { file, text } = document;
  const source = new SourceText(file, text);
  const ranges: FoldingRange[] = [];
  const add = (start: number, end: number, kind?: string) => {
    const [startLine, endLine] = [source.lineIndex(start), source.lineIndex(end)];
    if (endLine > startLine) ranges.push({ startLine, endLine, ...(kind !== undefined && { kind }) });
  };
  if (isMarkdown(document)) {
    const front = frontMatterSpan(text);
    if (front) add(0, front.end, FoldingRangeKind.Region);
    const headings = headingsOf(text);
    for (const [index, { span }] of headings.entries()) add(span.start, sectionEnd(headings, index, text));
    for (const [start, end] of fences(text)) add(start, end);
    for (const [start, end] of tags(text)) add(start, end);
  } else if (/\.json$/i.test(file)) {
    const root = parseTree(text, [], { allowTrailingComma: true });
    if (root) foldNode(root, add);
  }
  return ranges.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}

/** The closing bracket stays visible. */
function foldNode(node: Node, add: (start: number, end: number) => void): void {
  if (node.type === 'object' || node.type === 'array') {
    const last = node.children?.at(-1);
    if (last) add(node.offset, last.offset + last.length);
  }
  for (const child of node.children ?? []) foldNode(child, add);
}

function* fences(text: string): Generator<readonly [number, number]> {
  let opened: { readonly at: number; readonly mark: string } | undefined;
  for (const match of text.matchAll(/^[ \t>]*(`{3,}|~{3,}).*$/gm)) {
    const mark = match[1] as string;
    if (opened === undefined) opened = { at: match.index, mark };
    else if (mark.startsWith(opened.mark)) {
      yield [opened.at, match.index];
      opened = undefined;
    }
  }
}

/** Tags that open and close at the start of lines, as components do. */
function* tags(text: string): Generator<readonly [number, number]> {
  const isCode = codeRanges(text);
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const match of text.matchAll(/^[ \t]*<(\/?)([A-Za-z][\w.]*)\b([^\n]*)$/gm)) {
    if (isCode(match.index)) continue;
    const name = match[2] as string;
    if (match[1] === '/') {
      const index = open.findLastIndex((tag) => tag.name === name);
      if (index === -1) continue;
      yield [(open[index] as { at: number }).at, match.index];
      open.length = index;
    } else if (!/\/>\s*$/.test(match[3] as string) && !(match[3] as string).includes(`</${name}>`)) open.push({ name, at: match.index });
  }
}
