/**
 * Language, version and product switchers: from a page to the same page in the sibling division, else to the
 * sibling's first page. `es/guides/x` and `guides/x` are the same page when each sibling's own folder is left out.
 * 22,900 pages in 35 versions share their lists of options: one list for each relative path.
 */
import type { NavNode, NavPlace, NavSwitch, NavTree } from '../model/nav-tree.ts';

type Option = NavSwitch['options'][number];
type SwitchKind = NavSwitch['kind'];

/** Looked for in common folders; deeper ones hold content, not a division's own folder. */
const maxFolderDepth = 4;

/**
 * By the page's first place, outermost switcher first; pages below no language, version or product are not in the map.
 * `urlOf` gives the href of a page, undefined for one that is not built.
 */
export function switches(
  root: NavNode,
  places: ReadonlyMap<string, readonly NavPlace[]>,
  urlOf: (page: string) => string | undefined,
): NavTree['switches'] {
  const switcherOf = switchers(root, urlOf);
  const result = new Map<string, NavSwitch[]>();
  for (const [page, list] of places) {
    const found: NavSwitch[] = [];
    for (const node of list[0]?.trail ?? []) {
      const switcher = switcherOf.get(node);
      if (switcher) found.push({ kind: node.kind as SwitchKind, active: node.path, options: switcher(node, page) });
    }
    if (found.length > 0) result.set(page, found);
  }
  return result;
}

type Switcher = (active: NavNode, page: string) => readonly Option[];

/** For every node that has siblings to switch to. */
function switchers(root: NavNode, urlOf: (page: string) => string | undefined): Map<NavNode, Switcher> {
  const found = new Map<NavNode, Switcher>();
  const queue: NavNode[] = [root];
  for (let node = queue.pop(); node; node = queue.pop()) {
    const divisions = node.children.filter((child) => child.kind !== 'page');
    queue.push(...divisions);
    for (const kind of ['language', 'version', 'product'] as const) {
      const siblings = divisions.filter((child) => child.kind === kind);
      if (siblings.length === 0) continue;
      const switcher = switcherBetween(siblings, urlOf);
      for (const sibling of siblings) found.set(sibling, switcher);
    }
  }
  return found;
}

function switcherBetween(siblings: readonly NavNode[], urlOf: (page: string) => string | undefined): Switcher {
  const pages = siblings.map(pagesBelow);
  const keys = relativeKeys(siblings, pages);
  const counterparts = siblings.map((_, at) => {
    const byKey = new Map<string, string>();
    for (const page of pages[at] ?? []) {
      const key = keys[at]?.(page) ?? page;
      if (!byKey.has(key)) byKey.set(key, page);
    }
    return byKey;
  });
  const fallbacks = siblings.map((sibling) => option(sibling, fallbackHref(sibling, urlOf), false));
  const shared = new Map<string, readonly Option[]>();
  return (active, page) => {
    const key = keys[siblings.indexOf(active)]?.(page) ?? page;
    const known = shared.get(key);
    if (known) return known;
    const options = siblings.map((sibling, at) => {
      const counterpart = counterparts[at]?.get(key);
      const href = counterpart === undefined ? undefined : urlOf(counterpart);
      return href === undefined ? (fallbacks[at] as Option) : option(sibling, href, true);
    });
    shared.set(key, options);
    return options;
  };
}

function option(node: NavNode, href: string, exact: boolean): Option {
  const { path, name, tag, icon, description, isDefault } = node;
  return {
    node: path,
    name,
    ...(tag === undefined ? {} : { tag }),
    ...(icon === undefined ? {} : { icon }),
    ...(description === undefined ? {} : { description }),
    isDefault,
    href,
    exact,
  };
}

function fallbackHref(node: NavNode, urlOf: (page: string) => string | undefined): string {
  return (node.firstPage === undefined ? undefined : urlOf(node.firstPage)) ?? node.href ?? '/';
}

function pagesBelow(node: NavNode): string[] {
  const pages = new Set<string>();
  const walk = ({ rootPage, children }: NavNode) => {
    if (rootPage?.page !== undefined) pages.add(rootPage.page);
    for (const child of children) {
      if (child.kind !== 'page') walk(child);
      else if (child.page !== undefined) pages.add(child.page);
    }
  };
  walk(node);
  return [...pages];
}

/** A way to say where a page stands inside its sibling: without its first folders, or without the folder of its name. */
type Key = (page: string) => string;

/**
 * Which folders belong to the division and which to the content is not written anywhere; the choice that makes most
 * pages of the siblings meet those of the first one is taken.
 */
function relativeKeys(siblings: readonly NavNode[], pages: readonly (readonly string[])[]): Key[] {
  const candidates = siblings.map((sibling, at) => candidateKeys(sibling, pages[at] ?? []));
  let best: { score: number; keys: Key[] } = { score: -1, keys: siblings.map(() => (page) => page) };
  for (const reference of candidates[0] ?? []) {
    const known = new Set((pages[0] ?? []).map(reference));
    let score = 0;
    const keys = candidates.map((choices, at) => {
      if (at === 0) return reference;
      const sample = spread(pages[at] ?? []);
      const counts = choices.map((key) => sample.reduce((count, page) => count + (known.has(key(page)) ? 1 : 0), 0));
      const most = Math.max(...counts);
      score += most;
      return choices[counts.indexOf(most)] ?? reference;
    });
    if (score > best.score) best = { score, keys };
  }
  return best.keys;
}

/** Some pages from everywhere: folders are told apart by a few hundred as well as by all. */
function spread(pages: readonly string[]): string[] {
  const step = Math.ceil(pages.length / 300);
  return pages.filter((_, index) => index % step === 0);
}

function candidateKeys(node: NavNode, pages: readonly string[]): Key[] {
  const keys: Key[] = [];
  const depth = Math.min(commonFolders(pages), maxFolderDepth);
  for (let count = 0; count <= depth; count++) keys.push((page) => afterFolders(page, count));
  const name = `/${node.name.toLowerCase()}/`;
  if (pages.some((page) => `/${page}`.toLowerCase().includes(name))) keys.push((page) => withoutSegment(page, name));
  return keys;
}

function commonFolders(pages: readonly string[]): number {
  const first = pages[0]?.split('/').slice(0, -1) ?? [];
  let common = first.length;
  for (const page of pages) {
    const segments = page.split('/');
    let same = 0;
    while (same < common && same < segments.length - 1 && segments[same] === first[same]) same++;
    common = same;
  }
  return common;
}

function afterFolders(page: string, count: number): string {
  let start = 0;
  for (let at = 0; at < count; at++) start = page.indexOf('/', start) + 1;
  return page.slice(start);
}

function withoutSegment(page: string, name: string): string {
  const at = `/${page}`.toLowerCase().indexOf(name);
  return at === -1 ? page : page.slice(0, at) + page.slice(at + name.length - 1);
}
