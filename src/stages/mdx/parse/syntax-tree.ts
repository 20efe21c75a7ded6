/** The tree that both engines return: hast with MDX nodes, typed as far as docsgen reads it. */

/** Offsets in the parsed text, in UTF-16 code units. */
export interface Position {
  readonly start: { readonly offset: number };
  readonly end: { readonly offset: number };
}

interface Node {
  readonly position?: Position;
  /** Of a node that a plugin made: the position of the node around it, for messages. */
  readonly near?: Position;
}

/** Decoded text: entities and escapes are resolved. */
export interface TextNode extends Node {
  readonly type: 'text';
  value: string;
}

/** From Markdown, and in plain Markdown also from HTML; in MDX, tags become `JsxNode`s. */
export interface ElementNode extends Node {
  readonly type: 'element';
  readonly tagName: string;
  /** Property names as in hast (`className`), values as the parser returns them. */
  readonly properties: Record<string, unknown>;
  readonly children: SyntaxNode[];
  /** `meta`: the info string of a code block after the language. */
  readonly data?: { readonly meta?: string | null };
}

/** An attribute without a value (`<a b>`) has null or undefined; an expression excludes its braces. */
export interface JsxAttribute {
  readonly type: 'mdxJsxAttribute';
  readonly name: string;
  value?: string | null | { readonly type: 'mdxJsxAttributeValueExpression'; value: string };
}

/** `{...value}`; `value` includes the dots. */
export interface JsxSpread {
  readonly type: 'mdxJsxExpressionAttribute';
  value: string;
}

/** A tag, as a block or within text. */
export interface JsxNode extends Node {
  readonly type: 'mdxJsxFlowElement' | 'mdxJsxTextElement';
  /** Null for a fragment, `<>`. */
  readonly name: string | null;
  readonly attributes: (JsxAttribute | JsxSpread)[];
  readonly children: SyntaxNode[];
}

/** `{value}` in content, without the braces; also a single comment. */
export interface ExpressionNode extends Node {
  readonly type: 'mdxFlowExpression' | 'mdxTextExpression';
  value: string;
}

/** Consecutive import and export statements, as written. */
export interface EsmNode extends Node {
  readonly type: 'mdxjsEsm';
  value: string;
}

/** Unparsed HTML in plain Markdown, comments, doctypes. */
export interface OtherNode extends Node {
  readonly type: 'raw' | 'comment' | 'doctype';
  readonly value?: string;
}

/** A node with its position; nodes that the parser generated have none. */
export type SyntaxNode = TextNode | ElementNode | JsxNode | ExpressionNode | EsmNode | OtherNode;

/** A whole document. Later steps change it in place. */
export interface SyntaxTree {
  readonly type: 'root';
  readonly children: SyntaxNode[];
}

/** Why a text is not valid MDX: offset and the engine's message. */
export interface ParseProblem {
  readonly type: 'problem';
  readonly offset: number;
  readonly message: string;
}

/** Whether the node is a tag, block or inline. */
export function isJsx(node: SyntaxNode): node is JsxNode {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** Whether the node is `{…}` in content; expressions in attributes are not nodes. */
export function isExpression(node: SyntaxNode): node is ExpressionNode {
  return node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression';
}

/** Not recursive, because it guards the recursive walks. */
export function isDeeperThan(nodes: readonly SyntaxNode[], levels: number): boolean {
  let row: readonly SyntaxNode[] = nodes;
  for (let level = 0; row.length > 0; level++) {
    if (level > levels) return true;
    row = row.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}

/** The text of all descendants, without expressions. */
export function textOf(nodes: readonly SyntaxNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.type === 'text') text += node.value;
    else if ('children' in node) text += textOf(node.children);
  }
  return text;
}
