/**
 * Tables whose rows do not fit together. GFM shows the whole as text when the row of dashes has another number of cells
 * than the header, and leaves out cells for which there is no column: neither is what the author wanted.
 */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import * as errors from '../errors.ts';
import type { Locate } from './repair.ts';
import type { ElementNode, SyntaxNode } from './syntax-tree.ts';

const dashes = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** What stands before a row in a list or a quote. */
const margin = /^[ \t>]*/;

/** Tells `mdx/table`. A text in which no row of dashes can be costs one look. */
export function tableProblems(nodes: readonly SyntaxNode[], text: string, locate: Locate): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (/-[ \t]*\||\|[ \t]*:?-/.test(text)) look(nodes, text, locate, found);
  return found;
}

function look(nodes: readonly SyntaxNode[], text: string, locate: Locate, found: Diagnostic[]): void {
  for (const node of nodes) {
    if (node.type === 'element' && node.position) {
      if (node.tagName === 'p') lookAtParagraph(node, text, locate, found);
      else if (node.tagName === 'table') {
        lookAtTable(node, text, locate, found);
        continue;
      }
    }
    if ('children' in node) look(node.children, text, locate, found);
  }
}

/** A header with a row of dashes that are no table. */
function lookAtParagraph({ position }: ElementNode, text: string, locate: Locate, found: Diagnostic[]): void {
  const start = position?.start.offset ?? 0;
  let offset = start;
  let before: string | undefined;
  for (const line of text.slice(start, position?.end.offset).split('\n')) {
    const indent = (margin.exec(line) as RegExpExecArray)[0].length;
    const row = line.slice(indent).trimEnd();
    if (before?.includes('|') && row.includes('|') && dashes.test(row)) {
      const [columns, cells] = [cellsOf(before).length, cellsOf(row).length];
      if (columns !== cells) found.push(errors.tableDashes(locate(offset + indent, row.length), columns, cells));
      return;
    }
    before = row;
    offset += line.length + 1;
  }
}

function lookAtTable(table: ElementNode, text: string, locate: Locate, found: Diagnostic[]): void {
  const rows = elements(table.children).flatMap((part) => elements(part.children).filter(({ tagName }) => tagName === 'tr'));
  const columns = elements(rows[0]?.children ?? []).length;
  for (const { position } of rows.slice(1)) {
    if (!position) continue;
    const cells = cellsOf(text.slice(position.start.offset, position.end.offset));
    const extra = cells.slice(columns).find((cell) => cell.text.trim() !== '');
    if (extra === undefined) continue;
    const blank = extra.text.length - extra.text.trimStart().length;
    const words = extra.text.trim();
    found.push(errors.tableExtraCell(locate(position.start.offset + extra.offset + blank, words.length), words, cells.length, columns));
  }
}

function elements(nodes: readonly SyntaxNode[]): ElementNode[] {
  return nodes.filter((node): node is ElementNode => node.type === 'element');
}

/** The cells of a row, cut at every bar that has no backslash before it; in code too, as the rule says. */
function cellsOf(row: string): { text: string; offset: number }[] {
  const cells: { text: string; offset: number }[] = [];
  let start = /^[ \t]*\|?/.exec(row)?.[0].length ?? 0;
  for (let at = start; at < row.length; at++) {
    if (row[at] === '\\') at++;
    else if (row[at] === '|') {
      cells.push({ text: row.slice(start, at), offset: start });
      start = at + 1;
    }
  }
  const rest = row.slice(start);
  if (rest.trim() !== '') cells.push({ text: rest, offset: start });
  return cells;
}
