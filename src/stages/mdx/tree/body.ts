/**
 * The body during compilation: `ContentNode` plus the two kinds of node that only JavaScript can complete.
 * Consecutive content without components is collected as HTML text.
 */
import type { ContentNode } from '../../../model/content-node.ts';
import { addElement, type HtmlNode, plainAttributes } from '../../../model/html-node.ts';
import { isInlineComponent } from '../../components/registry.ts';
import { Code } from '../expressions/value.ts';

/** A `ContentNode`, or a node that becomes one when its code runs. */
export type BodyNode = BodyHtml | BodyElement | BodyComponent | BodyCode;

/** Mutable, because alias anchors are inserted at the end. */
export interface BodyHtml {
  readonly type: 'html';
  html: string;
  readonly nodes: readonly HtmlNode[];
}

/** `Code` as an attribute value; a name that begins with `...` is a spread. */
export interface BodyElement {
  readonly type: 'element';
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | true | Code>>;
  readonly children: readonly BodyNode[];
}

/** A prop of a component: JSON, markup, or code that the program runs. */
export type BodyProp =
  | undefined
  | null
  | boolean
  | number
  | string
  | Code
  | { readonly $content: readonly BodyNode[] }
  | readonly BodyProp[]
  | { readonly [key: string]: BodyProp };

/** `line` and `column` are absent for generated components. */
export interface BodyComponent {
  readonly type: 'component';
  readonly name: string;
  readonly props: Record<string, BodyProp>;
  readonly children: readonly BodyNode[];
  readonly line?: number;
  readonly column?: number;
  /** The component is a name in the author's JavaScript, not a built-in one. */
  readonly isCode?: boolean;
}

/** An expression whose value becomes content. */
export interface BodyCode {
  readonly type: 'code';
  readonly code: Code;
}

/** Collects the content of one parent in order; call `finish` once. */
export class BodyWriter {
  #nodes: BodyNode[] = [];
  #text = '';
  /** The nodes of `#text`. */
  #textNodes: HtmlNode[] = [];

  /** `nodes`: the same content as a tree. */
  html(text: string, ...nodes: readonly HtmlNode[]): void {
    this.#text += text;
    for (const node of nodes) this.#textNodes.push(node);
  }

  push(node: BodyNode): void {
    this.#flush(isInline(this.#nodes.at(-1)) && isInline(node));
    this.#nodes.push(node);
  }

  /** Appends the result of another writer. */
  append(nodes: readonly BodyNode[]): void {
    for (const node of nodes) {
      if (node.type === 'html') this.html(node.html, ...node.nodes);
      else this.push(node);
    }
  }

  /** Returns what `write` writes here as separate nodes. The nodes are shared, so only one of the two may be used in a page. */
  capture(write: () => void): BodyNode[] {
    const { length } = this.#nodes;
    const textBefore = this.#text.length;
    const textNodesBefore = this.#textNodes.length;
    write();
    const copy = new BodyWriter();
    const added = this.#nodes.slice(length);
    for (const [index, node] of added.entries()) {
      // Text written before is part of the first node.
      if (node.type !== 'html') copy.push(node);
      else if (index === 0) copy.html(node.html.slice(textBefore), ...node.nodes.slice(textNodesBefore));
      else copy.html(node.html, ...node.nodes);
    }
    if (added.length === 0) copy.html(this.#text.slice(textBefore), ...this.#textNodes.slice(textNodesBefore));
    else copy.html(this.#text, ...this.#textNodes);
    return copy.finish();
  }

  /** Writes an element around the output of `inside`: as text if that is all text, else as a node. `open` is the start tag. */
  element(tag: string, open: string, attributes: BodyElement['attributes'], writeContent: () => void): void {
    const outerText = this.#text;
    const outerNodes = this.#nodes;
    const outerTextNodes = this.#textNodes;
    this.#text = '';
    this.#textNodes = [];
    this.#nodes = [];
    writeContent();
    if (this.#nodes.length === 0) {
      this.#text = `${outerText}${open}${this.#text}</${tag}>`;
      this.#nodes = outerNodes;
      addElement(outerTextNodes, tag, plainAttributes(attributes), this.#textNodes);
      this.#textNodes = outerTextNodes;
      return;
    }
    this.#flush();
    const children = this.#nodes;
    this.#nodes = outerNodes;
    this.#text = outerText;
    this.#textNodes = outerTextNodes;
    this.push({ type: 'element', tag, attributes, children });
  }

  finish(): BodyNode[] {
    this.#flush();
    return this.#nodes;
  }

  #flush(isInLine = false): void {
    // Line breaks between components are the parser's formatting, not content; so is white space between two inline
    // components.
    if (this.#text !== '' && (isInLine || !/^\s*\n\s*$/.test(this.#text)))
      this.#nodes.push({ type: 'html', html: this.#text, nodes: this.#textNodes });
    this.#text = '';
    this.#textNodes = [];
  }
}

const inlineTags = 'a abbr b bdi cite em i kbd mark s small span strong sub sup u'.split(' ');

/** Whether white space next to the node is significant. */
function isInline(node: BodyNode | undefined): boolean {
  if (node?.type === 'component') return !node.isCode && isInlineComponent(node.name);
  return node?.type === 'element' && inlineTags.includes(node.tag);
}

/** Calls `change` for all HTML in the tree. */
export function mapHtml(nodes: readonly BodyNode[], change: (html: string) => string): void {
  for (const node of nodes) {
    if (node.type === 'html') node.html = change(node.html);
    else if (node.type !== 'code') mapHtml(node.children, change);
    if (node.type === 'component') {
      for (const prop of Object.values(node.props)) {
        if (typeof prop === 'object' && prop !== null && '$content' in prop) mapHtml(prop.$content as readonly BodyNode[], change);
      }
    }
  }
}

/** Whether every node is plain data, including props: code is valid only in the scope of its file. */
export function isStatic(nodes: readonly BodyNode[]): nodes is readonly ContentNode[] {
  return nodes.every((node) => {
    if (node.type === 'html') return true;
    if (node.type === 'code' || !isStatic(node.children)) return false;
    if (node.type === 'element') return Object.values(node.attributes).every((value) => typeof value !== 'object');
    return !node.isCode && Object.values(node.props).every(isStaticProp);
  });
}

function isStaticProp(value: BodyProp): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof Code) return false;
  if ('$content' in value) return isStatic(value.$content as readonly BodyNode[]);
  return Object.values(value).every(isStaticProp);
}
