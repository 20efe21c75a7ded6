/** JSX inside an expression → the nodes that Markdown produces for tags, so that one walk handles both. */
import type { JsxAttribute, JsxSpread, SyntaxNode } from '../parse/syntax-tree.ts';
import type { Ast } from './javascript.ts';

/** `text` is the source of `node`; all positions are `offset`, the position of the expression in its file. */
export function jsxToTree(node: Ast, text: string, offset: number): SyntaxNode {
  const position = { start: { offset }, end: { offset } };
  const opening = node.openingElement as Ast | undefined;
  return {
    type: 'mdxJsxTextElement',
    name: opening ? text.slice(opening.name.start, opening.name.end) : null,
    attributes: opening ? opening.attributes.map((attribute: Ast) => attributeOf(attribute, text)) : [],
    children: node.children.flatMap((child: Ast) => childOf(child, text, offset)),
    position,
  };
}

function attributeOf(node: Ast, text: string): JsxAttribute | JsxSpread {
  if (node.type === 'JSXSpreadAttribute')
    return { type: 'mdxJsxExpressionAttribute', value: `...${text.slice(node.argument.start, node.argument.end)}` };
  const name = text.slice(node.name.start, node.name.end);
  const value = node.value as Ast | null;
  if (!value) return { type: 'mdxJsxAttribute', name, value: null };
  if (value.type === 'Literal') return { type: 'mdxJsxAttribute', name, value: value.value };
  const inner = value.type === 'JSXExpressionContainer' ? value.expression : value;
  return { type: 'mdxJsxAttribute', name, value: { type: 'mdxJsxAttributeValueExpression', value: text.slice(inner.start, inner.end) } };
}

function childOf(node: Ast, text: string, offset: number): SyntaxNode[] {
  const position = { start: { offset }, end: { offset } };
  if (node.type === 'JSXText') {
    const value = joinLines(node.value);
    return value === '' ? [] : [{ type: 'text', value, position }];
  }
  if (node.type === 'JSXExpressionContainer') {
    if (node.expression.type === 'JSXEmptyExpression') return [];
    return [{ type: 'mdxTextExpression', value: text.slice(node.expression.start, node.expression.end), position }];
  }
  if (node.type === 'JSXSpreadChild') return [];
  return [jsxToTree(node, text, offset)];
}

/** JSX text: line breaks and the indentation around them are removed. */
function joinLines(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      let trimmed = line.replace(/\t/g, ' ');
      if (index > 0) trimmed = trimmed.replace(/^ +/, '');
      if (index < lines.length - 1) trimmed = trimmed.replace(/ +$/, '');
      return trimmed;
    })
    .filter((line) => line !== '')
    .join(' ');
}
