/**
 * The page as the server sent it, remembered beside the page as it lives. Scripts change the living page: tabs are
 * wired, fields are filled in, branches of the sidebar are fetched. What an edit changed is the difference between two
 * pages as sent; only that is carried over, so everything that lives and was not edited stays.
 */

/** Node of the page as sent → the living node. */
export type Counterparts = WeakMap<Node, Node>;

export interface PageMemory {
  readonly document: Document;
  readonly living: Counterparts;
}

/** Must run before any other script of the page: then both trees are still the same. */
export function rememberPage(): PageMemory {
  const sent = document.implementation.createHTMLDocument();
  const living: Counterparts = new WeakMap();
  const root = sent.importNode(document.documentElement, true);
  sent.replaceChild(root, sent.documentElement);
  pair(root, document.documentElement, living);
  withoutFallbacks(sent);
  return { document: sent, living };
}

/** What stands in `noscript` is text to a page with scripts and elements to one that is only fetched. */
export function withoutFallbacks(page: Document): void {
  for (const fallback of page.querySelectorAll('noscript')) fallback.replaceChildren();
}

/** Two equal trees, node by node. */
export function pair(sent: Node, alive: Node, living: Counterparts): void {
  living.set(sent, alive);
  let other: Node | null = alive.firstChild;
  for (let node: Node | null = sent.firstChild; node && other; node = node.nextSibling) {
    pair(node, other, living);
    other = other.nextSibling;
  }
}
