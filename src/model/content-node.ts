/**
 * The body of a page, ready to render. Stretches without components are already HTML text; components are named and
 * have evaluated props. Plain JSON, so that it can be cached, sent to workers, or printed as code for pages that run
 * author code.
 *
 *   # Hi <Card title="x" icon={<svg/>}>a **b**</Card>
 *   → [html '<h1…>Hi</h1>', component Card {title:'x', icon:{content:[html '<svg…>']}} [html '<p>a <strong>…']]
 */

import type { HtmlNode } from './html-node.ts';

/** A node of a page's body; the body is a list of nodes in document order. */
export type ContentNode = ContentHtml | ContentElement | ContentComponent;

/** HTML text written by docsgen's serializer from a tree: balanced and escaped, never raw author bytes. */
export interface ContentHtml {
  readonly type: 'html';
  readonly html: string;
  /** The same as a tree. */
  readonly nodes: readonly HtmlNode[];
}

/** An HTML element that contains a component. */
export interface ContentElement {
  readonly type: 'element';
  readonly tag: string;
  /** HTML attribute names; `true` is an attribute without value. */
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly children: readonly ContentNode[];
}

/** A built-in component that `render/` draws. A page that uses the author's own components is a program instead. */
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

/** An evaluated prop: JSON or markup. Functions and other values that only code can hold make the page a program. */
export type PropValue = null | boolean | number | string | PropContent | readonly PropValue[] | { readonly [key: string]: PropValue };

/** A prop whose value is markup (`icon={<svg/>}`, `label={<b>x</b>}`). */
export interface PropContent {
  readonly $content: readonly ContentNode[];
}
