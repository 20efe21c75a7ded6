/** The tree that both engines give: hast with MDX nodes, typed as far as we read it. */

/** Offsets in the text that was parsed, UTF-16 code units. */
export interface Place {
  readonly start: { readonly offset: number };
  readonly end: { readonly offset: number };
}

interface Node {
  readonly position?: Place;
}

/** Text as read: entities and escapes are what they stand for. */
export interface TextNode extends Node {
  readonly type: 'text';
  value: string;
}

/** From Markdown, in plain Markdown also from HTML; in MDX a tag that the author wrote is a `JsxNode`. */
export interface ElementNode extends Node {
  readonly type: 'element';
  readonly tagName: string;
  /** Names as hast has them (`className`), values as the parser gives them. */
  readonly properties: Record<string, unknown>;
  readonly children: SyntaxNode[];
  /** `meta`: of a block of code, everything after the language. */
  readonly data?: { readonly meta?: string | null };
}

/** No value (`<a b>`) is null or undefined; an expression is without its braces. */
export interface JsxAttribute {
  readonly type: 'mdxJsxAttribute';
  readonly name: string;
  value?: string | null | { readonly type: 'mdxJsxAttributeValueExpression'; value: string };
}

/** `{...value}`; the dots are part of `value`. */
export interface JsxSpread {
  readonly type: 'mdxJsxExpressionAttribute';
  value: string;
}

/** A tag as the author wrote it, on lines of its own or in a line of text. */
export interface JsxNode extends Node {
  readonly type: 'mdxJsxFlowElement' | 'mdxJsxTextElement';
  /** Null for a fragment, `<>`. */
  readonly name: string | null;
  readonly attributes: (JsxAttribute | JsxSpread)[];
  readonly children: SyntaxNode[];
}

/** `{value}` in content, without the braces; a comment alone is one too. */
export interface ExpressionNode extends Node {
  readonly type: 'mdxFlowExpression' | 'mdxTextExpression';
  value: string;
}

/** Import and export statements that stand together, as written. */
export interface EsmNode extends Node {
  readonly type: 'mdxjsEsm';
  value: string;
}

/** Author HTML in plain Markdown that was not parsed, comments, doctypes. */
export interface OtherNode extends Node {
  readonly type: 'raw' | 'comment' | 'doctype';
  readonly value?: string;
}

/** A node with its place, which what the parser made up has not. */
export type SyntaxNode = TextNode | ElementNode | JsxNode | ExpressionNode | EsmNode | OtherNode;

/** A whole text. Later steps change it in place, so a tree belongs to whoever parsed it. */
export interface SyntaxTree {
  readonly type: 'root';
  readonly children: SyntaxNode[];
}

/** Why a text is not MDX: where in it, and the engine's words. */
export interface ParseProblem {
  readonly type: 'fault';
  readonly offset: number;
  readonly message: string;
}

/** Tells tags by the author from everything else, blocks and inline alike. */
export function isJsx(node: SyntaxNode): node is JsxNode {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** Tells `{…}` in content; those in attributes are no nodes. */
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
