/**
 * The body while it is made: `ContentNode` plus the two things that only JavaScript can finish. Component-free stretches
 * are collected as HTML text and cut only where a component or code stands.
 */
import type { ContentNode } from '../../../model/content-node.ts';
import { addElement, type HtmlNode, plainAttributes } from '../../../model/html-node.ts';
import { isInlineComponent } from '../../components/registry.ts';
import { Code } from '../expressions/value.ts';

/** A node that is a `ContentNode`, or will be once its code has run. */
export type BodyNode = BodyHtml | BodyElement | BodyComponent | BodyCode;

/** The only part that is written to afterwards, when hidden anchors are put in. */
export interface BodyHtml {
  readonly type: 'html';
  html: string;
  readonly nodes: readonly HtmlNode[];
}

/** `Code` as an attribute's value; a name that begins with `...` is a spread. */
export interface BodyElement {
  readonly type: 'element';
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | true | Code>>;
  readonly children: readonly BodyNode[];
}

/** A prop as a component gets it: JSON, markup, or code for the program to run. */
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

/** `line` and `column` are absent for what no tag was written for. */
export interface BodyComponent {
  readonly type: 'component';
  readonly name: string;
  readonly props: Record<string, BodyProp>;
  readonly children: readonly BodyNode[];
  readonly line?: number;
  readonly column?: number;
  /** The component is a name of the author's JavaScript, not one of ours. */
  readonly isCode?: boolean;
}

/** An expression whose value becomes content. */
export interface BodyCode {
  readonly type: 'code';
  readonly code: Code;
}

/** Collects the content of one parent in order; `finish` gives it, once. */
export class BodyWriter {
  #nodes: BodyNode[] = [];
  #text = '';
  /** What `#text` says. */
  #says: HtmlNode[] = [];

  /** `nodes`: the same as a tree. */
  html(text: string, ...nodes: readonly HtmlNode[]): void {
    this.#text += text;
    for (const node of nodes) this.#says.push(node);
  }

  push(node: BodyNode): void {
    this.#cut(isInline(this.#nodes.at(-1)) && isInline(node));
    this.#nodes.push(node);
  }

  /** Adds what another writer made. */
  append(nodes: readonly BodyNode[]): void {
    for (const node of nodes) {
      if (node.type === 'html') this.html(node.html, ...node.nodes);
      else this.push(node);
    }
  }

  /** What `write` writes here, once more as nodes of its own. They are the same nodes: only one of the two may go into a page. */
  noting(write: () => void): BodyNode[] {
    const { length } = this.#nodes;
    const textBefore = this.#text.length;
    const saysBefore = this.#says.length;
    write();
    const copy = new BodyWriter();
    const added = this.#nodes.slice(length);
    for (const [index, node] of added.entries()) {
      // What was written before has become part of the first stretch.
      if (node.type !== 'html') copy.push(node);
      else if (index === 0) copy.html(node.html.slice(textBefore), ...node.nodes.slice(saysBefore));
      else copy.html(node.html, ...node.nodes);
    }
    if (added.length === 0) copy.html(this.#text.slice(textBefore), ...this.#says.slice(saysBefore));
    else copy.html(this.#text, ...this.#says);
    return copy.finish();
  }

  /**
   * Writes an element around what `inside` writes: as text when that is all text, as a node otherwise.
   * `open` is its start tag.
   */
  element(tag: string, open: string, attributes: BodyElement['attributes'], inside: () => void): void {
    const outerText = this.#text;
    const outerNodes = this.#nodes;
    const outerSays = this.#says;
    this.#text = '';
    this.#says = [];
    this.#nodes = [];
    inside();
    if (this.#nodes.length === 0) {
      this.#text = `${outerText}${open}${this.#text}</${tag}>`;
      this.#nodes = outerNodes;
      addElement(outerSays, tag, plainAttributes(attributes), this.#says);
      this.#says = outerSays;
      return;
    }
    this.#cut();
    const children = this.#nodes;
    this.#nodes = outerNodes;
    this.#text = outerText;
    this.#says = outerSays;
    this.push({ type: 'element', tag, attributes, children });
  }

  finish(): BodyNode[] {
    this.#cut();
    return this.#nodes;
  }

  #cut(isInLine = false): void {
    // Line breaks between components are the parser's layout, not content; also what it makes of a blank between two in a line.
    if (this.#text !== '' && (isInLine || !/^\s*\n\s*$/.test(this.#text)))
      this.#nodes.push({ type: 'html', html: this.#text, nodes: this.#says });
    this.#text = '';
    this.#says = [];
  }
}

const inlineTags = 'a abbr b bdi cite em i kbd mark s small span strong sub sup u'.split(' ');

/** Whether a node stands in a line with its neighbours, so that a blank between them is seen. */
function isInline(node: BodyNode | undefined): boolean {
  if (node?.type === 'component') return !node.isCode && isInlineComponent(node.name);
  return node?.type === 'element' && inlineTags.includes(node.tag);
}

/** Calls `change` on every stretch of HTML below. */
export function changeHtml(nodes: readonly BodyNode[], change: (html: string) => string): void {
  for (const node of nodes) {
    if (node.type === 'html') node.html = change(node.html);
    else if (node.type !== 'code') changeHtml(node.children, change);
    if (node.type === 'component') {
      for (const prop of Object.values(node.props)) {
        if (typeof prop === 'object' && prop !== null && '$content' in prop) changeHtml(prop.$content as readonly BodyNode[], change);
      }
    }
  }
}

/** Whether every node is plain data, its props too: nothing below is code, which only knows the names of the file it stands in. */
export function isPlain(nodes: readonly BodyNode[]): nodes is readonly ContentNode[] {
  return nodes.every((node) => {
    if (node.type === 'html') return true;
    if (node.type === 'code' || !isPlain(node.children)) return false;
    if (node.type === 'element') return Object.values(node.attributes).every((value) => typeof value !== 'object');
    return !node.isCode && Object.values(node.props).every(isPlainProp);
  });
}

function isPlainProp(value: BodyProp): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof Code) return false;
  if ('$content' in value) return isPlain(value.$content as readonly BodyNode[]);
  return Object.values(value).every(isPlainProp);
}
