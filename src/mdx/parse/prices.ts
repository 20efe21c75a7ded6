/**
 * `$5 and $6` is money, `$x^2$` is maths. Pandoc's rule (no space inside, no digit after), and a formula that opens with
 * a digit must hold a sign of maths.
 */
import type { SyntaxNode } from './syntax-tree.ts';

/** Offsets of the opening `$` of formulas that are none. */
export function findPrices(nodes: readonly SyntaxNode[], text: string, found: number[] = []): number[] {
  for (const node of nodes) {
    if (!('children' in node)) continue;
    if (node.type === 'element' && isInlineMath(node.properties)) {
      if (node.position && isPrice(text, node.position.start.offset, node.position.end.offset)) found.push(node.position.start.offset);
    } else findPrices(node.children, text, found);
  }
  return found;
}

function isInlineMath(properties: Record<string, unknown>): boolean {
  return Array.isArray(properties.className) && properties.className.includes('math-inline');
}

function isPrice(text: string, start: number, end: number): boolean {
  if (text[start] !== '$' || text[start + 1] === '$' || text[end - 1] !== '$') return false;
  const inner = text.slice(start + 1, end - 1);
  return /^\s|\s$/.test(inner) || /\d/.test(text.charAt(end)) || (/^\d/.test(inner) && !/[\\^_{=]/.test(inner));
}
