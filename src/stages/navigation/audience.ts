/**
 * A planned site as one audience may see it. What that audience may not see is removed from the list of pages, the
 * navigation and the redirects, so that later stages need not know about access.
 */

import type { ResolvedRedirect } from '../../model/link-target.ts';
import type { NavLocation, NavNode, NavPage, NavTree } from '../../model/nav-tree.ts';
import type { LinkAccess, Page, PageAccess } from '../../model/page.ts';
import { encodePath, isExternal } from '../../shared/url.ts';
import { neighbours } from './adjacent-pages.ts';
import { firstPageIn } from './nav-tree.ts';
import { switches } from './switches.ts';

/** The groups of a signed-in reader; undefined = an anonymous reader. */
export type Reader = readonly string[] | undefined;

/** Whether a reader may see a page or link, on sites with sign-in. */
export function canView({ isPublic, groups }: LinkAccess, reader: Reader): boolean {
  if (isPublic) return true;
  if (reader === undefined) return false;
  return groups.length === 0 || groups.some((group) => reader.includes(group));
}

/** Whether a reader gets a playground that requires sign-in. */
export function canUsePlayground({ playgroundGroups = [] }: PageAccess, reader: Reader): boolean {
  if (reader === undefined) return false;
  return playgroundGroups.length === 0 || playgroundGroups.some((group) => reader.includes(group));
}

const everybody: LinkAccess = { isPublic: true, groups: [] };

/** Maximum number of group combinations that get their own audience. */
const maxAudiences = 16;

/**
 * The signed-in audiences of a site: every combination of its groups, the smallest first; with very many groups, each
 * alone. A reader with several of these sees what any of them sees.
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

/** The pages of the result are public: whoever reads this site may see all of it. */
export function siteForReader({ pages, nav, redirects }: Planned, reader: Reader): Planned {
  const seen = pages.filter(({ access }) => canView(access, reader)).map(opened);
  const urls = new Map(seen.map(({ path, url }) => [path, url]));
  const nodes = new Map<NavNode, NavNode | undefined>();
  const root =
    pruned(nav.root, (entry) => (entry.page === undefined ? canView(entry.access ?? everybody, reader) : urls.has(entry.page)), nodes) ??
    emptied(nav.root);
  nodes.set(nav.root, root);
  const places = new Map<string, NavLocation[]>();
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
    redirects: redirects.filter((redirect) => canView(redirect.access ?? everybody, reader) && leadsToShown(redirect)),
  };
}

function opened(page: Page): Page {
  const { access } = page;
  return access.isPublic && access.groups.length === 0 ? page : { ...page, access: { ...access, isPublic: true, groups: [] } };
}

/** A node without invisible entries; undefined when nothing remains. `nodes` records the result for each node. */
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

/** An unlisted page belongs to the last visible node. */
function shownPart(trail: readonly NavNode[], nodes: ReadonlyMap<NavNode, NavNode | undefined>): NavNode[] {
  const shown: NavNode[] = [];
  for (const node of trail) {
    const now = nodes.get(node);
    if (now === undefined) break;
    shown.push(now);
  }
  return shown;
}

/** A redirect reveals that its destination exists, so it is for the audience of that destination. */
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
