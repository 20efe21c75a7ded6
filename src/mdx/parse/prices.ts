/**
 * `$5 and $6` is money, `$x^2$` is maths. Pandoc's rule (no space inside, no digit after), and a formula that opens with
 * a digit must hold a sign of maths, or be a whole one of numbers and single letters: `$2/3$`, `$3f+1$`, `$1 - x$`.
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
  if (/^\s|\s$/.test(inner) || /\d/.test(text.charAt(end)) || endsInCode(inner, text.slice(end))) return true;
  return /^\d/.test(inner) && !/[\\^_{=]/.test(inner) && (isHashPrefix(inner) || !formula.test(inner));
}

/** `$ref is now written `#/$defs/` here`: the sign that would end the formula stands in code, which binds tighter. */
function endsInCode(inner: string, after: string): boolean {
  const marks = inner.match(/(?<!\\)`+/g) ?? [];
  return marks.length % 2 === 1 && (after.split(/\n[ \t]*\r?\n/, 1)[0] as string).includes(marks.at(-1) as string);
}

/** How hashes of bcrypt begin: `$2b$`. */
function isHashPrefix(inner: string): boolean {
  return /^2[aby]$/.test(inner);
}

const operand = String.raw`[([|]*(?:\d+(?:[.,]\d+)*[A-Za-z]?|[A-Za-z])['!%]*[)\]|]*`;
/**
 * Numbers and single letters with signs between them. Words, or a sign with nothing after it, come from a text between
 * two prices: `$5 a month or A$`, `$5/`.
 */
const formula = new RegExp(String.raw`^${operand}(?:(?:\s*[-+−*/<>≤≥≠±×·]\s*|(?=\())${operand})*$`);
