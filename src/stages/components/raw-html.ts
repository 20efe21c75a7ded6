import { type ComponentChildren, Fragment, h, type VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import type { HtmlNode, ReadyHtml } from '../../model/html-node.ts';

/**
 * Inserts HTML text into a component tree unchanged. Only for markup that docsgen wrote or checked. `nodes` is the
 * same content for other output formats; empty in the page frame, which has none.
 */
export function rawHtml(html: string, nodes: readonly HtmlNode[]): VNode {
  const node = jsxTemplate([html]) as VNode<{ nodes?: readonly HtmlNode[] }>;
  node.props.nodes = nodes;
  return node as VNode;
}

/** Prerendered markup inside a component tree. */
export function readyHtml({ html, nodes }: ReadyHtml): VNode {
  return rawHtml(html, nodes);
}

/** The nodes of prerendered markup; empty in the sandbox, where they are not available. */
export function nodesOf(node: unknown): readonly HtmlNode[] {
  return (node as VNode<{ nodes?: readonly HtmlNode[] }> | undefined)?.props?.nodes ?? [];
}

/**
 * Content between two comments, which mark a part of the page to be moved or left out. In the node tree it is an
 * element with `!` before its name.
 */
export function contentPart(name: string, children: ComponentChildren): VNode {
  return h(Fragment, { part: name } as object, rawHtml(`<!--${name}-->`, []), children, rawHtml(`<!--/${name}-->`, []));
}
