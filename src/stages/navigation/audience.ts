/**
 * A planned site as some of its readers may see it. What they may not see is taken out of everything that says something
 * of a page: the list of pages, every place of the navigation, redirects. So whoever makes something from a site need
 * not know of access.
 */

import type { NavNode, NavPage, NavPlace, NavTree } from '../../model/nav-tree.ts';
import type { LinkAccess, Page, PageAccess } from '../../model/page.ts';
import type { ResolvedRedirect } from '../../model/redirect.ts';
import { encodePath, isExternal } from '../../shared/url.ts';
import { neighbours } from './adjacent-pages.ts';
import { firstPageIn } from './nav-tree.ts';
import { switches } from './switches.ts';

/** The groups of readers who are signed in; undefined = readers who are not. */
export type Reader = readonly string[] | undefined;

/** The rule of access to pages, for sites with sign-in (docs-json-spec 10.4). */
export function maySee({ isPublic, groups }: LinkAccess, reader: Reader): boolean {
  if (isPublic) return true;
  if (reader === undefined) return false;
  return groups.length === 0 || groups.some((group) => reader.includes(group));
}

/** Who gets a playground that is for readers who are signed in. */
export function mayPlay({ playgroundGroups = [] }: PageAccess, reader: Reader): boolean {
  if (reader === undefined) return false;
  return playgroundGroups.length === 0 || playgroundGroups.some((group) => reader.includes(group));
}

const everybody: LinkAccess = { isPublic: true, groups: [] };

/** More sets of groups than this are not planned one by one. */
const maxAudiences = 16;

/**
 * The readers that a site makes a difference between, without those who are not signed in: every set of its groups, the
 * smallest first; of very many groups each alone. Somebody who has several of these sees what any of them sees.
 */
export function audiencesOf(pages: readonly Page[]): readonly (readonly string[])[] {
  const groups = [...new Set(pages.flatMap(({ access }) => [...access.groups, ...(access.playgroundGroups ?? [])]))].sort();
  if (2 ** groups.length > maxAudiences) return [[], ...groups.map((group) => [group])];
  let sets: string[][] = [[]];
  for (const group of groups) sets = [...sets, ...sets.map((set) => [...set, group])];
  return sets.sort((a, b) => a.length - b.length || (a.join('\0') < b.join('\0') ? -1 : 1));
}

interface Planned {
  readonly pages: readonly Page[];
  readonly nav: NavTree;
  readonly redirects: readonly ResolvedRedirect[];
}

/** Pages of the result are open: whoever reads this site may see all of it. */
export function siteForReader({ pages, nav, redirects }: Planned, reader: Reader): Planned {
  const seen = pages.filter(({ access }) => maySee(access, reader)).map(opened);
  const urls = new Map(seen.map(({ path, url }) => [path, url]));
  const nodes = new Map<NavNode, NavNode | undefined>();
  const root =
    pruned(nav.root, (entry) => (entry.page === undefined ? maySee(entry.access ?? everybody, reader) : urls.has(entry.page)), nodes) ??
    emptied(nav.root);
  nodes.set(nav.root, root);
  const places = new Map<string, NavPlace[]>();
  for (const [path, list] of nav.places) {
    if (!urls.has(path)) continue;
    places.set(
      path,
      list.map(({ trail, entry }) => ({ entry, trail: shownPart(trail, nodes) })),
    );
  }
  const leadsToShown = redirectsShown(pages, seen);
  const hrefOf = (path: string) => {
    const url = urls.get(path);
    return url === undefined ? undefined : encodePath(url);
  };
  return {
    pages: seen,
    nav: { root, globalLinks: nav.globalLinks, places, neighbours: neighbours(root, places), switches: switches(root, places, hrefOf) },
    redirects: redirects.filter((redirect) => maySee(redirect.access ?? everybody, reader) && leadsToShown(redirect)),
  };
}

function opened(page: Page): Page {
  const { access } = page;
  return access.isPublic && access.groups.length === 0 ? page : { ...page, access: { ...access, isPublic: true, groups: [] } };
}

/** A node without what is not seen; undefined when nothing is left of it. `nodes` learns what became of each. */
function pruned(node: NavNode, isShown: (entry: NavPage) => boolean, nodes: Map<NavNode, NavNode | undefined>): NavNode | undefined {
  const { rootPage, firstPage: _, children, ...rest } = node;
  const kept = children.flatMap((child): (NavNode | NavPage)[] => {
    if (child.kind === 'page') return isShown(child) ? [child] : [];
    const left = pruned(child, isShown, nodes);
    return left ? [left] : [];
  });
  const root = rootPage && isShown(rootPage) ? rootPage : undefined;
  const hadPages = children.length > 0 || rootPage !== undefined;
  const isEmpty = kept.length === 0 && root === undefined && (hadPages || node.href === undefined);
  const firstPage = root?.page ?? firstPageIn(kept);
  const result: NavNode | undefined = isEmpty
    ? undefined
    : { ...rest, ...(root && { rootPage: root }), ...(firstPage !== undefined && { firstPage }), children: kept };
  nodes.set(node, result);
  return result;
}

function emptied({ rootPage: _, firstPage: __, ...node }: NavNode): NavNode {
  return { ...node, children: [] };
}

/** A page that is in no list stands at the last node that is shown. */
function shownPart(trail: readonly NavNode[], nodes: ReadonlyMap<NavNode, NavNode | undefined>): NavNode[] {
  const shown: NavNode[] = [];
  for (const node of trail) {
    const now = nodes.get(node);
    if (now === undefined) break;
    shown.push(now);
  }
  return shown;
}

/** A redirect says that its destination is there: it is for those who may see that. */
function redirectsShown(all: readonly Page[], seen: readonly Page[]): (redirect: ResolvedRedirect) => boolean {
  const known = new Set(all.map(({ url }) => url));
  const open = new Set(seen.map(({ url }) => url));
  return ({ destination, isPattern }) => {
    if (isExternal(destination)) return true;
    const path = /^[^?#]*/.exec(destination)?.[0].replace(/(.)\/$/, '$1') ?? '';
    if (known.has(path)) return open.has(path);
    if (!isPattern) return true;
    const start = /^[^:*]*/.exec(path)?.[0] ?? '';
    const isBelow = (url: string) => url.startsWith(start);
    return ![...known].some(isBelow) || [...open].some(isBelow);
  };
}
