import { isExpression, isJsx, type SyntaxNode, textOf } from '../parse/syntax-tree.ts';
import type { Context } from './context.ts';
import { evaluateExpression, textValue } from './expressions.ts';

/** The text of children that are only text and known values; undefined if they contain a component or code. */
export function literalText(children: readonly SyntaxNode[], context: Context): string | undefined {
  let text = '';
  for (const child of children) {
    if (isJsx(child)) return undefined;
    const value = isExpression(child) ? textValue(evaluateExpression(child.value, child, context)) : textOf([child]);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}
