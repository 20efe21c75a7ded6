/** The tree that both engines give: hast with MDX nodes, typed as far as we read it. */

export interface Place {
  readonly start: { readonly offset: number };
  readonly end: { readonly offset: number };
}

interface Node {
  readonly position?: Place;
}

export interface TextNode extends Node {
  readonly type: 'text';
  value: string;
}

export interface ElementNode extends Node {
  readonly type: 'element';
  readonly tagName: string;
  readonly properties: Record<string, unknown>;
  readonly children: SyntaxNode[];
  readonly data?: { readonly meta?: string | null };
}

export interface JsxAttribute {
  readonly type: 'mdxJsxAttribute';
  readonly name: string;
  value?: string | null | { readonly type: 'mdxJsxAttributeValueExpression'; value: string };
}

export interface JsxSpread {
  readonly type: 'mdxJsxExpressionAttribute';
  value: string;
}

export interface JsxNode extends Node {
  readonly type: 'mdxJsxFlowElement' | 'mdxJsxTextElement';
  readonly name: string | null;
  readonly attributes: (JsxAttribute | JsxSpread)[];
  readonly children: SyntaxNode[];
}

export interface ExpressionNode extends Node {
  readonly type: 'mdxFlowExpression' | 'mdxTextExpression';
  value: string;
}

export interface EsmNode extends Node {
  readonly type: 'mdxjsEsm';
  value: string;
}

/** Author HTML in plain Markdown that was not parsed, comments, doctypes. */
export interface OtherNode extends Node {
  readonly type: 'raw' | 'comment' | 'doctype';
  readonly value?: string;
}

export type SyntaxNode = TextNode | ElementNode | JsxNode | ExpressionNode | EsmNode | OtherNode;

export interface SyntaxTree {
  readonly type: 'root';
  readonly children: SyntaxNode[];
}

/** Why a text is not MDX: where in it, and the engine's words. */
export interface ParseFault {
  readonly type: 'fault';
  readonly offset: number;
  readonly message: string;
}

export function isJsx(node: SyntaxNode): node is JsxNode {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

export function isExpression(node: SyntaxNode): node is ExpressionNode {
  return node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression';
}

/** Without recursion: it is asked before anything walks the tree. */
export function isDeeperThan(nodes: readonly SyntaxNode[], levels: number): boolean {
  let row: readonly SyntaxNode[] = nodes;
  for (let level = 0; row.length > 0; level++) {
    if (level > levels) return true;
    row = row.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}

/** All text below, expressions left out. */
export function textOf(nodes: readonly SyntaxNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.type === 'text') text += node.value;
    else if ('children' in node) text += textOf(node.children);
  }
  return text;
}
