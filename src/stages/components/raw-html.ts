import { type ComponentChildren, Fragment, h, type VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import type { HtmlNode, ReadyHtml } from '../../model/html-node.ts';

/**
 * HTML text inside a tree of components, printed as it is. Only for markup that our own code wrote or checked. `nodes`: what it says
 * in copies of the page; nothing in the frame, which no copy has.
 */
export function rawHtml(html: string, nodes: readonly HtmlNode[]): VNode {
  const stretch = jsxTemplate([html]) as VNode<{ nodes?: readonly HtmlNode[] }>;
  stretch.props.nodes = nodes;
  return stretch as VNode;
}

/** Markup that is ready, inside a tree of components. */
export function readyHtml({ html, nodes }: ReadyHtml): VNode {
  return rawHtml(html, nodes);
}

/** What a ready-made stretch says; nothing in the sandbox, where it is not known. */
export function nodesOf(stretch: unknown): readonly HtmlNode[] {
  return (stretch as VNode<{ nodes?: readonly HtmlNode[] }> | undefined)?.props?.nodes ?? [];
}

/** Content between two comments, which those find who move or leave out a part of a page. As a tree it is an element, `!` before its name. */
export function contentPart(name: string, children: ComponentChildren): VNode {
  return h(Fragment, { part: name } as object, rawHtml(`<!--${name}-->`, []), children, rawHtml(`<!--/${name}-->`, []));
}
