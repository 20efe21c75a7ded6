/**
 * Keeps the page as sent beside the live page. Scripts change the live page: tabs, form fields, loaded sidebar
 * branches. Only the difference between two pages as sent is applied, so state in unchanged parts is preserved.
 */

/** Node of the page as sent → the live node. */
export type Counterparts = WeakMap<Node, Node>;

/** The page as sent, in a document without scripts, and the live node for each of its nodes. */
export interface PageMemory {
  /** Scripts in it are `scriptMark` elements. */
  readonly document: Document;
  readonly living: Counterparts;
}

/** Replaces a script in a page as sent: with Trusted Types, scripts cannot even be cloned. */
export const scriptMark = 'docs-script';

/** Must run before any other script of the page, while the page is as sent. */
export function rememberPage(): PageMemory {
  const sent = document.implementation.createHTMLDocument();
  const living: Counterparts = new WeakMap();
  sent.replaceChild(remember(document.documentElement, sent, living), sent.documentElement);
  return { document: sent, living };
}

function remember(alive: Node, sent: Document, living: Counterparts): Node {
  const copy = alive instanceof HTMLScriptElement ? markOf(alive, sent) : sent.importNode(alive, false);
  living.set(copy, alive);
  if (!hasOwnContent(alive)) for (const child of alive.childNodes) copy.appendChild(remember(child, sent, living));
  return copy;
}

/** Converts a loaded page to the same form. */
export function asRemembered(fetched: Document): Document {
  for (const script of [...fetched.querySelectorAll('script')]) script.replaceWith(markOf(script, fetched));
  // Its content is text in a page with scripts, and elements in a loaded one.
  for (const fallback of fetched.querySelectorAll('noscript')) fallback.replaceChildren();
  return fetched;
}

function hasOwnContent(node: Node): boolean {
  return node instanceof HTMLScriptElement || (node instanceof Element && node.localName === 'noscript');
}

function markOf(script: HTMLScriptElement, sent: Document): HTMLElement {
  const mark = sent.createElement(scriptMark);
  for (const { name, value } of script.attributes) mark.setAttribute(name, value);
  mark.title = script.textContent;
  return mark;
}

/** Pairs two equal trees, node by node. */
export function pair(sent: Node, alive: Node, living: Counterparts): void {
  living.set(sent, alive);
  let other: Node | null = alive.firstChild;
  for (let node: Node | null = sent.firstChild; node && other; node = node.nextSibling) {
    pair(node, other, living);
    other = other.nextSibling;
  }
}
