/**
 * The sidebar keeps its scroll position and expanded groups between pages, and loads branches that long sites omit; a
 * tab bar that overflows shows the current tab.
 */

import { besideContent } from './drawer.ts';
import { adoptSymbols, fetchDocument } from './fetch-document.ts';
import { openGroupsKey, readStored, sidebarScrollKey, store } from './storage.ts';

/** Call once per document, when the sidebar exists. State is stored for the session. */
export function startSidebar(): void {
  showCurrentTab();
  const sidebar = document.querySelector<HTMLElement>('[data-part="sidebar"]');
  if (!sidebar) return;
  reopenGroups(sidebar);
  restoreScroll(sidebar);
  sidebar.addEventListener(
    'toggle',
    (event) => {
      const fold = event.target as HTMLDetailsElement;
      if (fold.open) void fillBranch(fold);
      rememberGroups(sidebar);
    },
    // Toggle events do not bubble.
    true,
  );
  for (const fold of sidebar.querySelectorAll<HTMLDetailsElement>('details[open]')) void fillBranch(fold);
}

/** An overflowing tab bar initially scrolls to the current tab. */
function showCurrentTab(): void {
  const bar = document.querySelector<HTMLElement>('.nav-tabs');
  const current = bar?.querySelector('[aria-current]');
  if (!bar || !current || bar.scrollWidth <= bar.clientWidth) return;
  const [area, tab] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  bar.scrollLeft += tab.left + tab.width / 2 - area.left - area.width / 2;
}

/** Expands the groups of the previous page; never collapses those that this page expands. */
function reopenGroups(sidebar: HTMLElement): void {
  const open = new Set(readStored(openGroupsKey, true)?.split('\n'));
  for (const fold of folds(sidebar)) {
    if (open.has(keyOf(fold))) fold.open = true;
  }
}

function rememberGroups(sidebar: HTMLElement): void {
  const keys = folds(sidebar).filter((fold) => fold.open);
  store(openGroupsKey, keys.map(keyOf).join('\n'), true);
}

function folds(sidebar: HTMLElement): HTMLDetailsElement[] {
  return [...sidebar.querySelectorAll<HTMLDetailsElement>('.sidebar-list details')];
}

/** The name of its branch: an attribute, or the name of the page that an omitted branch links to. */
function keyOf(fold: HTMLDetailsElement): string {
  fold.dataset.key ??= /([^/]*)\.html$/.exec(omittedLink(fold)?.pathname ?? '')?.[1] ?? '';
  return fold.dataset.key;
}

/** The link to the page of an omitted branch. */
function omittedLink(fold: HTMLDetailsElement): HTMLAnchorElement | null {
  return fold.querySelector(':scope > a');
}

function restoreScroll(sidebar: HTMLElement): void {
  // A closed drawer focuses the current page when it opens.
  if (!matchMedia(besideContent).matches) return;
  // With history entry keys, going back restores the position of that entry; otherwise the last position is used.
  const entry = entryKey();
  const left = entry && readStored(entry, true);
  const top = Number(left ?? readStored(sidebarScrollKey, true));
  if (top > 0) sidebar.scrollTop = top;
  const current = sidebar.querySelector<HTMLElement>('[aria-current="page"]');
  if (current && !left) {
    const link = current.getBoundingClientRect();
    const box = sidebar.getBoundingClientRect();
    if (link.top < box.top + 40 || link.bottom > box.bottom - 40) sidebar.scrollTop += link.top - box.top - box.height / 3;
  }
  addEventListener('pagehide', () => {
    // Following a link within the page creates another entry.
    for (const key of [sidebarScrollKey, entryKey() ?? entry]) if (key) store(key, String(sidebar.scrollTop), true);
  });
}

/** Storage key of the scroll position for this history entry. */
function entryKey(): string | undefined {
  const key = window.navigation?.currentEntry?.key;
  return key && `${sidebarScrollKey}:${key}`;
}

/** Replaces the link to a branch's page by the list in that page. */
async function fillBranch(fold: HTMLDetailsElement): Promise<void> {
  const link = omittedLink(fold);
  if (!link || link.getAttribute('aria-busy')) return;
  link.setAttribute('aria-busy', 'true');
  const page = await fetchDocument(link.href);
  const list = page?.querySelector('.sidebar-branch > ul');
  if (!page || !list) {
    link.removeAttribute('aria-busy');
    return;
  }
  adoptSymbols(page);
  link.replaceWith(document.adoptNode(list));
}
