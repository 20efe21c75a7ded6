/**
 * Language, version and product switchers: from a page to the same page in the sibling division, else to the sibling's
 * first page. `es/guides/x` and `guides/x` are the same page: each sibling's own folder is ignored. For 22,900 pages in
 * 35 versions, pages with the same relative path share one list of options.
 */
import type { NavLocation, NavNode, NavSwitch, NavTree } from '../../model/nav-tree.ts';

type Option = NavSwitch['options'][number];
type SwitchKind = NavSwitch['kind'];

/** Maximum depth of folders to consider; deeper ones hold content, not a division's own folder. */
const maxFolderDepth = 4;

/**
 * Uses the page's first position, outermost switcher first; pages outside every language, version and product are not
 * in the map. `urlOf` returns the href of a page, undefined for one that is not built.
 */
export function switches(
  root: NavNode,
  places: ReadonlyMap<string, readonly NavLocation[]>,
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

/** The switcher of every node that has siblings. */
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
      // A version may list pages of another version after its own.
      const other = byKey.get(key);
      if (other === undefined || (other === key && page !== key)) byKey.set(key, page);
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

/** Path of a page within its sibling: without the sibling's own folder, wherever that is in the path. */
type Key = (page: string) => string;

/**
 * A folder belongs to a sibling when at least this share of its pages is in it; a version may also list pages of
 * others.
 */
const ownShare = 0.2;
const maxCandidates = 10;

/**
 * Folder names do not tell whether they belong to the division or to the content; the choice with the most matching
 * pages between the siblings and the largest one is used.
 */
function relativeKeys(siblings: readonly NavNode[], pages: readonly (readonly string[])[]): Key[] {
  const sizes = pages.map(({ length }) => length);
  const largest = sizes.indexOf(Math.max(...sizes));
  const candidates = siblings.map((sibling, at) => {
    const sample = spread(pages[at] ?? []);
    return candidateKeys(sibling, pages[at] ?? []).map((key) => ({ key, keys: new Set(sample.map(key)) }));
  });
  let best: { score: number; keys: Key[] } = { score: -1, keys: siblings.map(() => (page) => page) };
  for (const reference of candidates[largest] ?? []) {
    const known = new Set((pages[largest] ?? []).map(reference.key));
    let score = 0;
    const keys = candidates.map((choices, at) => {
      if (at === largest) return reference.key;
      const counts = choices.map((choice) => [...choice.keys].reduce((count, key) => count + (known.has(key) ? 1 : 0), 0));
      const most = Math.max(...counts);
      score += most;
      return choices[counts.indexOf(most)]?.key ?? reference.key;
    });
    if (score > best.score) best = { score, keys };
  }
  return best.keys;
}

/** A sample of the pages: a few hundred are enough to detect folders. */
function spread(pages: readonly string[]): string[] {
  const step = Math.ceil(pages.length / 300);
  return pages.filter((_, index) => index % step === 0);
}

/**
 * The unchanged path first, then without a folder at its start (short ones first), then without a folder in the middle.
 */
function candidateKeys(node: NavNode, pages: readonly string[]): Key[] {
  const starts = new Map<string, number>();
  const middles = new Map<string, number>();
  for (const page of spread(pages)) {
    const folders = page.split('/').slice(0, -1);
    for (let depth = 1; depth <= Math.min(folders.length, maxFolderDepth); depth++) add(starts, `${folders.slice(0, depth).join('/')}/`);
    for (const folder of new Set(folders.slice(1))) add(middles, `/${folder}/`);
  }
  const least = Math.max(1, Math.min(pages.length, 300) * ownShare);
  const often = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .filter(([, count]) => count >= least)
      .sort(([, a], [, b]) => b - a)
      .slice(0, maxCandidates)
      .map(([folder]) => folder);
  const keys: Key[] = [(page) => page];
  const shortFirst = (a: string, b: string) => a.split('/').length - b.split('/').length;
  for (const start of often(starts).sort(shortFirst)) keys.push((page) => (page.startsWith(start) ? page.slice(start.length) : page));
  for (const middle of often(middles)) keys.push((page) => withoutSegment(page, middle));
  const name = `/${node.name.toLowerCase()}/`;
  if (pages.some((page) => `/${page}`.toLowerCase().includes(name))) keys.push((page) => withoutSegment(page, name));
  return keys;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** `segment` has a slash on both sides; case is ignored. */
function withoutSegment(page: string, segment: string): string {
  const at = `/${page}`.toLowerCase().indexOf(segment.toLowerCase());
  return at === -1 ? page : page.slice(0, at) + page.slice(at + segment.length - 1);
}
