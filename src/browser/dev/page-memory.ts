/**
 * The page as the server sent it, remembered beside the page as it lives. Scripts change the living page: tabs are
 * wired, fields are filled in, branches of the sidebar are fetched. What an edit changed is the difference between two
 * pages as sent; only that is carried over, so everything that lives and was not edited stays.
 */

/** Node of the page as sent → the living node. */
export type Counterparts = WeakMap<Node, Node>;

/** The page as sent, in a document of its own where no script runs, and which living node each of its nodes is. */
export interface PageMemory {
  /** Scripts in it are `scriptMark` elements. */
  readonly document: Document;
  readonly living: Counterparts;
}

/** Stands for a script in a page as sent: with Trusted Types, scripts cannot even be copied. */
export const scriptMark = 'docs-script';

/** Must run before any other script of the page: what is there then is what was sent. */
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

/** A page that was fetched, as one is remembered. */
export function asRemembered(fetched: Document): Document {
  for (const script of [...fetched.querySelectorAll('script')]) script.replaceWith(markOf(script, fetched));
  // What stands there is text to a page with scripts and elements to one that is only fetched.
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

/** Two equal trees, node by node. */
export function pair(sent: Node, alive: Node, living: Counterparts): void {
  living.set(sent, alive);
  let other: Node | null = alive.firstChild;
  for (let node: Node | null = sent.firstChild; node && other; node = node.nextSibling) {
    pair(node, other, living);
    other = other.nextSibling;
  }
}
