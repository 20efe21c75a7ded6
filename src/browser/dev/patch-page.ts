/** Applies the difference between two pages as sent to the live page. */
import { commonRun } from './common-run.ts';
import { type Counterparts, pair, scriptMark } from './page-memory.ts';

/** Thrown when a change needs a reload. */
export class PatchError extends Error {}

/** Elements with internal state: any change inside replaces them. */
const sealed = new Set([
  'docs-island',
  'docs-playground',
  'docs-mermaid',
  'svg',
  'iframe',
  'video',
  'audio',
  'select',
  'textarea',
  'object',
]);

/** Updates the live counterpart of `before` to match `after`. True when there were differences. */
export function patchElement(before: Element, after: Element, living: Counterparts): boolean {
  if (before.isEqualNode(after)) {
    adopt(before, after, living);
    return false;
  }
  const alive = living.get(before);
  if (!(alive instanceof Element)) return false;
  if (isSealed(before, after)) {
    replace(alive, after, living);
    return true;
  }
  patchAttributes(before, after, alive);
  living.set(after, alive);
  patchChildren(before, after, alive, living);
  return true;
}

/** Nodes of the newer page replace equal nodes of the older one. */
function adopt(before: Node, after: Node, living: Counterparts): void {
  const alive = living.get(before);
  if (alive) living.set(after, alive);
  let other = after.firstChild;
  for (let node = before.firstChild; node && other; node = node.nextSibling) {
    adopt(node, other, living);
    other = other.nextSibling;
  }
}

function isSealed(before: Element, after: Element): boolean {
  if (sealed.has(before.localName)) return true;
  // Other custom elements were built from their children once: changed text is fine, changed structure is not.
  return before.localName.includes('-') && shapeOf(before) !== shapeOf(after);
}

function shapeOf(element: Element): string {
  const own = (one: Element) => `${one.localName} ${[...one.attributes].map(({ name, value }) => `${name}=${value}`).join(' ')}`;
  return [own(element), ...[...element.children].map(own)].join('\n');
}

function patchAttributes(before: Element, after: Element, alive: Element): void {
  for (const { name } of [...before.attributes]) if (!after.hasAttribute(name)) alive.removeAttribute(name);
  for (const { name, value } of after.attributes) {
    if (before.getAttribute(name) === value) continue;
    // Preserves classes set by scripts (colour mode, collapsed parts): classes are changed one by one.
    if (name === 'class') patchClasses(before, after, alive);
    else alive.setAttribute(name, value);
  }
}

function patchClasses(before: Element, after: Element, alive: Element): void {
  for (const name of before.classList) if (!after.classList.contains(name)) alive.classList.remove(name);
  for (const name of after.classList) if (!before.classList.contains(name)) alive.classList.add(name);
}

function patchChildren(before: Element, after: Element, alive: Element, living: Counterparts): void {
  const older = [...before.childNodes];
  const newer = [...after.childNodes];
  const kept = matching(older, newer);
  const stays = new Set(kept.values());
  for (const node of older) if (!stays.has(node)) living.get(node)?.parentNode?.removeChild(living.get(node) as Node);

  // From the end, so that each following sibling is already in place.
  let follower: Node | null = null;
  for (let index = newer.length - 1; index >= 0; index--) {
    const node = newer[index] as ChildNode;
    const old = kept.get(node);
    let here = old && living.get(old);
    if (old && here?.parentNode === alive) {
      if (old instanceof Element && node instanceof Element) {
        patchElement(old, node, living);
        here = living.get(node) as Node;
      } else {
        if (old.nodeValue !== node.nodeValue) here.nodeValue = node.nodeValue;
        living.set(node, here);
      }
      if (!isBefore(here, follower)) alive.insertBefore(here, follower);
    } else {
      here = fresh(node, alive, living);
      alive.insertBefore(here, follower);
    }
    follower = here;
  }
}

/** Whether a node precedes its sibling, with no other nodes from the server between them. */
function isBefore(node: Node, follower: Node | null): boolean {
  if (follower === null) return true;
  return (node.compareDocumentPosition(follower) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/**
 * Newer node → the matching older one: first equal nodes in order (longest common subsequence), then nodes of the same
 * kind in the gaps.
 */
function matching(older: readonly ChildNode[], newer: readonly ChildNode[]): Map<ChildNode, ChildNode> {
  const kept = new Map<ChildNode, ChildNode>();
  const older1 = older.map(fingerprint);
  const newer1 = newer.map(fingerprint);
  let gapOlder = 0;
  let gapNewer = 0;
  const closeGap = (untilOlder: number, untilNewer: number) => {
    // In a gap, nodes of the same kind match in order: an edited paragraph is still that paragraph.
    let from = gapOlder;
    for (let index = gapNewer; index < untilNewer; index++) {
      const node = newer[index] as ChildNode;
      for (let other = from; other < untilOlder; other++) {
        if (!isSameKind(older[other] as ChildNode, node)) continue;
        kept.set(node, older[other] as ChildNode);
        from = other + 1;
        break;
      }
    }
  };
  for (const [oldIndex, newIndex] of commonRun(older1, newer1)) {
    closeGap(oldIndex, newIndex);
    kept.set(newer[newIndex] as ChildNode, older[oldIndex] as ChildNode);
    gapOlder = oldIndex + 1;
    gapNewer = newIndex + 1;
  }
  closeGap(older.length, newer.length);
  return kept;
}

function fingerprint(node: ChildNode): string {
  return node instanceof Element ? node.outerHTML : `${node.nodeType} ${node.nodeValue}`;
}

function isSameKind(a: ChildNode, b: ChildNode): boolean {
  if (a.nodeType !== b.nodeType) return false;
  if (!(a instanceof Element) || !(b instanceof Element)) return true;
  return a.localName === b.localName && (a.id === b.id || a.id === '' || b.id === '' || /^h[1-6]$/.test(a.localName));
}

function replace(alive: Element, after: Element, living: Counterparts): void {
  alive.replaceWith(fresh(after, alive, living));
}

function fresh<T extends Node>(after: T, alive: Element, living: Counterparts): T {
  // Trusted Types do not allow inserting scripts.
  if (after instanceof Element && (after.localName === scriptMark || after.querySelector(scriptMark))) throw new PatchError();
  const created = alive.ownerDocument.importNode(after, true);
  pair(after, created, living);
  return created;
}
