import type { VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';

/** HTML text inside a tree of components, printed as it is. Only for markup that our own code wrote or checked. */
export function rawHtml(html: string): VNode {
  return jsxTemplate([html]) as VNode;
}
