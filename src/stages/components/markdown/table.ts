import type { HtmlElement, HtmlNode } from './html-tree.ts';
import type { MarkdownWriter } from './rules.ts';

/**
 * HTML tables → GFM tables. A cell is one line, so blocks are joined with `<br>`. GFM requires a header row, so a
 * table without one gets an empty one. Empty for a table without rows.
 */
export function table(node: HtmlElement, writer: MarkdownWriter): string {
  const rows = rowsOf(node, writer);
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map((row) => row.length));
  const first = rows[0] as readonly Cell[];
  const hasHead = first.every((cell) => cell.isHead);
  const head = hasHead ? first : [];
  const line = (cells: readonly Cell[]) => `| ${Array.from({ length: width }, (_, index) => cells[index]?.text ?? '').join(' | ')} |`;
  const aligned = `| ${Array.from({ length: width }, (_, index) => rule(head[index]?.align)).join(' | ')} |`;
  return [line(head), aligned, ...rows.slice(hasHead ? 1 : 0).map(line)].join('\n');
}

interface Cell {
  readonly text: string;
  readonly isHead: boolean;
  readonly align: string | undefined;
}

function rowsOf(node: HtmlElement, writer: MarkdownWriter): (readonly Cell[])[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.tag === 'tr') return [cellsOf(child).map((one) => cell(one, writer))];
    return /^(?:thead|tbody|tfoot)$/.test(child.tag) ? rowsOf(child, writer) : [];
  });
}

/** The cells of a row. Content outside of a cell, which HTML does not allow there, is kept as a cell. */
function cellsOf(row: HtmlElement): HtmlElement[] {
  const cells: HtmlElement[] = [];
  let loose: HtmlElement | undefined;
  for (const child of row.children) {
    if (isCell(child)) {
      cells.push(child);
      loose = undefined;
    } else if (loose) loose.children.push(child);
    else if (typeof child !== 'string' || child.trim() !== '') {
      loose = { tag: 'td', attributes: {}, children: [child] };
      cells.push(loose);
    }
  }
  return cells;
}

function isCell(node: HtmlNode): node is HtmlElement {
  return typeof node !== 'string' && (node.tag === 'th' || node.tag === 'td');
}

function cell(node: HtmlElement, writer: MarkdownWriter): Cell {
  const text = writer.blocks(node.children).replace(/\\\n/g, '<br>').replace(/\n+/g, '<br>').replace(/\|/g, '\\|');
  const align = /text-align:\s*(left|right|center)/.exec(node.attributes.style ?? '')?.[1] ?? node.attributes.align;
  return { text, isHead: node.tag === 'th', align };
}

function rule(align: string | undefined): string {
  return align === 'center' ? ':---:' : align === 'right' ? '---:' : align === 'left' ? ':---' : '---';
}
