/**
 * The hast tree of a plugin → the tree that docsgen reads. Elements with the name of a component become components, and
 * nodes without a position get the one of the node around them as the location of their problems.
 */
import { loadInternal } from '../load.ts';
import type { ElementNode, JsxAttribute, JsxNode, JsxSpread, Position, SyntaxNode, SyntaxTree } from '../parse/syntax-tree.ts';
import type { LooseAttribute, LooseNode } from './prepare-trees.ts';

/** A complete copy: the result contains nothing of `root`. */
export function toSyntaxTree(root: LooseNode): SyntaxTree {
  return { type: 'root', children: toNodes(root.children ?? [], undefined, false) };
}

/** `isInline`: inside an element that contains text. */
function toNodes(nodes: readonly LooseNode[], around: Position | undefined, isInline: boolean): SyntaxNode[] {
  return nodes.flatMap((node) => toNode(node, around, isInline));
}

function toNode(node: LooseNode, around: Position | undefined, isInline: boolean): SyntaxNode[] {
  const position = positionOf(node);
  const place = position ? { position } : around ? { near: around } : {};
  const inner = position ?? around;
  const value = typeof node.value === 'string' ? node.value : '';
  switch (node.type) {
    case 'text':
      return [{ type: 'text', value: String(node.value ?? ''), ...place }];
    case 'element':
      return [toElement(node, place, toNodes(node.children ?? [], inner, isInline || inlineContent.test(node.tagName ?? '')), isInline)];
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return [
        {
          type: node.type,
          name: node.name ?? null,
          attributes: (node.attributes ?? []).map(toAttribute),
          children: toNodes(node.children ?? [], inner, isInline || node.type === 'mdxJsxTextElement'),
          ...place,
        },
      ];
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return [{ type: node.type, value: value.trim() === '' ? codeOf(node) : value, ...place }];
    case 'mdxjsEsm':
      return [{ type: 'mdxjsEsm', value: value.trim() === '' ? codeOf(node) : value, ...place }];
    case 'comment':
    case 'doctype':
    case 'raw':
      return [];
    default:
      if (node.children) return toNodes(node.children, inner, isInline);
      return value === '' ? [] : [{ type: 'text', value, ...place }];
  }
}

const inlineContent = /^(?:p|h[1-6]|a|em|strong|del|span|code|td|th|summary|dt|figcaption|label|small|sub|sup|mark|u|b|i)$/;

function toElement(
  { tagName = 'div', properties, data }: LooseNode,
  place: { readonly position?: Position; readonly near?: Position },
  children: SyntaxNode[],
  isInline: boolean,
): ElementNode | JsxNode {
  const entries = Object.entries(properties ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (/^[A-Z]|\./.test(tagName)) {
    const attributes = entries.flatMap(([name, value]) => componentAttribute(name, value));
    return { type: isInline ? 'mdxJsxTextElement' : 'mdxJsxFlowElement', name: tagName, attributes, children, ...place };
  }
  const { align, ...own } = Object.fromEntries(entries.map(([name, value]) => [name, plainValue(value)]));
  const meta = typeof data?.meta === 'string' ? { data: { meta: data.meta } } : {};
  return {
    type: 'element',
    tagName,
    properties: align === undefined ? own : { ...own, style: `text-align: ${align}` },
    children,
    ...meta,
    ...place,
  };
}

/** Text as text; everything else as JavaScript. */
function componentAttribute(name: string, value: unknown): JsxAttribute[] {
  if (typeof value === 'function') return [];
  if (value === true) return [{ type: 'mdxJsxAttribute', name, value: null }];
  if (typeof value === 'string') return [{ type: 'mdxJsxAttribute', name, value }];
  if (name === 'className' && Array.isArray(value)) return [{ type: 'mdxJsxAttribute', name, value: value.join(' ') }];
  const code = JSON.stringify(value);
  return code === undefined ? [] : [{ type: 'mdxJsxAttribute', name, value: { type: 'mdxJsxAttributeValueExpression', value: code } }];
}

/** What the structured clone algorithm can copy. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'object') return { ...value };
  return typeof value === 'function' || typeof value === 'symbol' ? String(value) : value;
}

function toAttribute(attribute: LooseAttribute): JsxAttribute | JsxSpread {
  const { name, value } = attribute;
  if (attribute.type !== 'mdxJsxAttribute' || name === undefined) {
    const spread = typeof value === 'string' && value.trim() !== '' ? value : `...${codeOf(attribute).replace(/^\(|\)$/g, '')}`;
    return { type: 'mdxJsxExpressionAttribute', value: spread };
  }
  if (value === undefined || value === null) return { type: 'mdxJsxAttribute', name, value: null };
  if (typeof value !== 'object') return { type: 'mdxJsxAttribute', name, value: String(value) };
  const expression = value as LooseAttribute;
  const code = typeof expression.value === 'string' && expression.value.trim() !== '' ? expression.value : codeOf(expression);
  return { type: 'mdxJsxAttribute', name, value: { type: 'mdxJsxAttributeValueExpression', value: code } };
}

/** Plugins may add JavaScript as a syntax tree alone. */
function codeOf({ data }: Pick<LooseNode, 'data'>): string {
  if (typeof data?.estree !== 'object' || data.estree === null) return '';
  const { toJs } = loadInternal('parse/reference-packages') as typeof import('../parse/reference-packages.ts');
  return toJs(data.estree as never)
    .value.trim()
    .replace(/;$/, '');
}

function positionOf({ position }: LooseNode): Position | undefined {
  const start = position?.start?.offset;
  const end = position?.end?.offset;
  return start === undefined || end === undefined ? undefined : { start: { offset: start }, end: { offset: end } };
}
