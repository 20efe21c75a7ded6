/**
 * The body of a page, ready to render: component-free stretches are already HTML text, components are named with
 * evaluated props. Plain JSON, so that it can be cached, sent to workers, or printed as code for pages that compute.
 *
 *   # Hi <Card title="x" icon={<svg/>}>a **b**</Card>
 *   → [html '<h1…>Hi</h1>', component Card {title:'x', icon:{content:[html '<svg…>']}} [html '<p>a <strong>…']]
 */

import type { HtmlNode } from './html-node.ts';

/** A node of a page's body; the whole body is a list of them in the order of the text. */
export type ContentNode = ContentHtml | ContentElement | ContentComponent;

/** HTML text that our own serializer wrote from a tree: balanced, escaped, never the author's raw bytes. */
export interface ContentHtml {
  readonly type: 'html';
  readonly html: string;
  /** The same as a tree. */
  readonly nodes: readonly HtmlNode[];
}

/** A plain element that has a component somewhere below it. */
export interface ContentElement {
  readonly type: 'element';
  readonly tag: string;
  /** HTML attribute names; `true` = attribute without value. */
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly children: readonly ContentNode[];
}

/** A call of a built-in component that `render/` draws; one of the author's own makes the page a program instead. */
export interface ContentComponent {
  readonly type: 'component';
  /** Registry name: `Card`, `Tree.File`, `CodeBlock`. */
  readonly name: string;
  readonly props: Readonly<Record<string, PropValue>>;
  readonly children: readonly ContentNode[];
  /** 1-based line and column in the file it was written in, for diagnostics. */
  readonly line?: number;
  readonly column?: number;
}

/**
 * What a prop can be once evaluated: JSON and markup. Functions and everything else that only code can hold make the page
 * a program.
 */
export type PropValue = null | boolean | number | string | PropContent | readonly PropValue[] | { readonly [key: string]: PropValue };

/** A prop whose value is markup (`icon={<svg/>}`, `label={<b>x</b>}`). */
export interface PropContent {
  readonly $content: readonly ContentNode[];
}
