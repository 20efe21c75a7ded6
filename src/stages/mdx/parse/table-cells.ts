/**
 * Tables whose rows do not match. GFM renders a table as text if the delimiter row and the header have different
 * numbers of cells, and drops cells without a column; authors want neither.
 */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import * as errors from '../errors.ts';
import { isInlineMath } from './dollar-signs.ts';
import type { Locate } from './repair.ts';
import type { ElementNode, SyntaxNode } from './syntax-tree.ts';

const dashes = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Quote and list prefix of a row. */
const margin = /^[ \t>]*/;

/** Reports `mdx/table`. Skips texts that cannot contain a delimiter row. */
export function tableProblems(nodes: readonly SyntaxNode[], text: string, locate: Locate): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (/-[ \t]*\||\|[ \t]*:?-/.test(text)) walk(nodes, text, locate, found);
  return found;
}

function walk(nodes: readonly SyntaxNode[], text: string, locate: Locate, found: Diagnostic[]): void {
  for (const node of nodes) {
    if (node.type === 'element' && node.position) {
      if (node.tagName === 'p') checkParagraph(node, text, locate, found);
      else if (node.tagName === 'table') {
        checkTable(node, text, locate, found);
        continue;
      }
    }
    if ('children' in node) walk(node.children, text, locate, found);
  }
}

/** A header and a delimiter row that do not form a table. */
function checkParagraph({ position }: ElementNode, text: string, locate: Locate, found: Diagnostic[]): void {
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

function checkTable(table: ElementNode, text: string, locate: Locate, found: Diagnostic[]): void {
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

/**
 * GFM reads `\|` in a table as `|`. In a formula it is the double bar of TeX: the reference parser leaves it there, so these formulas
 * get their source back.
 */
export function restoreFormulaBars(nodes: readonly SyntaxNode[], text: string): void {
  if (text.includes('\\|')) restoreBars(nodes, text, false);
}

function restoreBars(nodes: readonly SyntaxNode[], text: string, isInTable: boolean): void {
  for (const node of nodes) {
    if (!('children' in node)) continue;
    const { type, position } = node;
    if (isInTable && position && type === 'element' && isInlineMath(node.properties)) {
      const source = text.slice(position.start.offset, position.end.offset).replace(/^\$+|\$+$/g, '');
      if (source.includes('\\|')) node.children.splice(0, node.children.length, { type: 'text', value: source });
    } else restoreBars(node.children, text, isInTable || (type === 'element' && node.tagName === 'table'));
  }
}

function elements(nodes: readonly SyntaxNode[]): ElementNode[] {
  return nodes.filter((node): node is ElementNode => node.type === 'element');
}

/** The cells of a row, split at every unescaped bar, in code too, as GFM specifies. */
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

/** The parser adds the cells that short rows lack (GFM 4.10), so a few kilobytes can mean millions of cells. */
export const maxTableCells = 200_000;

/** Offset of a table whose columns and rows give more cells than the limit; undefined if there is none. Lines in code count too. */
export function findHugeTable(text: string): number | undefined {
  for (const match of text.matchAll(/^.*\|[ \t]*:?-[-:| \t]*$/gm)) {
    const columns = match[0].split('|').length - 1;
    const end = text.indexOf('\n\n', match.index);
    // Even one character a line would not suffice.
    if (columns * ((end < 0 ? text.length : end) - match.index) < maxTableCells) continue;
    const rows = text.slice(match.index, end < 0 ? undefined : end).split('\n').length;
    if (columns * rows > maxTableCells) return match.index;
  }
  return undefined;
}
