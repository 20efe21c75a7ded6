/**
 * Builds the visible tree: removes hidden and empty divisions and records the positions of each page. The trail of a
 * hidden page ends at the last visible node, so that it opens in the right section.
 */

import { definedOnly } from '../../model/defined-only.ts';
import type { NavLocation, NavNode, NavPage } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import { encodePath, isExternal } from '../../shared/url.ts';
import { linkAccess } from './access.ts';
import type { PageOrigin, ResolvedDivision, ResolvedPage } from './resolve-navigation.ts';

/** A node whose children are not complete yet. */
interface GrowingNode extends Omit<NavNode, 'children' | 'rootPage' | 'firstPage'> {
  children: (NavNode | NavPage)[];
  rootPage?: NavPage;
  firstPage?: string;
}

interface FoundPlace extends NavLocation {
  readonly isShown: boolean;
}

/** `root` contains what is visible; `places` also has the positions of hidden pages, which still open in a section. */
export interface VisibleTree {
  readonly root: NavNode;
  readonly places: ReadonlyMap<string, readonly NavLocation[]>;
}

/** `pageOf` returns the page that is built for a file; undefined for link pages (`url` front matter). */
export function visibleTree(resolved: ResolvedDivision, pageOf: (origin: PageOrigin) => Page | undefined): VisibleTree {
  const found = new Map<string, FoundPlace[]>();
  const attached = new Set<NavNode>();
  const entries = new Map<PageOrigin, NavPage>();

  const entryOf = (origin: PageOrigin): NavPage => {
    const known = entries.get(origin);
    if (known) return known;
    const page = pageOf(origin);
    const entry = page ? pageEntry(page) : linkEntry(origin);
    entries.set(origin, entry);
    return entry;
  };
  const addPage = ({ origin, isUnlisted }: ResolvedPage, trail: readonly NavNode[], isHidden: boolean): NavPage | undefined => {
    const entry = entryOf(origin);
    const isShown = !isHidden && !origin.frontMatter.hidden && !isUnlisted;
    if (entry.page !== undefined) {
      const places = found.get(entry.page);
      const place = { trail, entry, isShown };
      if (places) places.push(place);
      else found.set(entry.page, [place]);
    }
    return isShown ? entry : undefined;
  };

  const grow = (from: ResolvedDivision, above: readonly NavNode[], directory: NavNode['directory'], isHiddenAbove: boolean): NavNode => {
    const { division } = from;
    const isHidden = isHiddenAbove || division.hidden;
    const node: GrowingNode = { ...decoration(division), directory: division.directory ?? directory, children: [] };
    const trail = [...above, node];

    const rootPage = from.root && addPage({ kind: 'page', origin: from.root }, trail, isHidden);
    if (rootPage) node.rootPage = rootPage;
    for (const entry of from.entries) {
      if (entry.kind === 'page') {
        const page = addPage(entry, trail, isHidden);
        if (page) node.children.push(page);
        continue;
      }
      const child = grow(entry, trail, node.directory, isHidden);
      if (!entry.division.hidden && !isHidden && !isEmpty(child)) {
        node.children.push(child);
        attached.add(child);
      }
    }
    const firstPage = firstPageOf(node);
    if (firstPage !== undefined) node.firstPage = firstPage;
    return node;
  };

  const root = grow(resolved, [], 'none', false);
  attached.add(root);
  const places = new Map<string, NavLocation[]>();
  for (const [path, list] of found) places.set(path, visibleFirst(list, attached));
  return { root, places };
}

function visibleFirst(places: readonly FoundPlace[], attached: ReadonlySet<NavNode>): NavLocation[] {
  const shown: NavLocation[] = places.filter((place) => place.isShown).map(({ trail, entry }) => ({ trail, entry }));
  for (const { trail, entry, isShown } of places) {
    if (isShown) continue;
    const end = trail.findIndex((node) => !attached.has(node));
    shown.push({ trail: end === -1 ? trail : trail.slice(0, end), entry });
  }
  return shown;
}

function isEmpty(node: NavNode): boolean {
  return node.children.length === 0 && node.rootPage === undefined && node.href === undefined;
}

function firstPageOf(node: GrowingNode): string | undefined {
  return node.rootPage?.page ?? firstPageIn(node.children);
}

/** Path of the first page of a list, at any depth; external links have none. */
export function firstPageIn(children: readonly (NavNode | NavPage)[]): string | undefined {
  for (const child of children) {
    const page = child.kind === 'page' ? child.page : child.firstPage;
    if (page !== undefined) return page;
  }
  return undefined;
}

function decoration(division: ResolvedDivision['division']): Omit<GrowingNode, 'children' | 'directory'> {
  const { kind, name, path, icon, tag, description, color, href, align, expanded, isDefault, banner, footer, navbar } = division;
  const optional = { icon, tag, description, color, href, align, banner, footer, navbar };
  return { kind, name, path, expanded, isDefault, ...definedOnly(optional) };
}

function pageEntry(page: Page): NavPage {
  const { path, url, sidebarTitle, icon, tag, method, deprecated, frontMatter } = page;
  const badge = frontMatter.hideApiMarker ? undefined : method;
  return {
    kind: 'page',
    page: path,
    href: encodePath(url),
    external: false,
    title: sidebarTitle,
    deprecated,
    ...definedOnly({ icon, tag, method: badge }),
  };
}

/** A page with `url` front matter: an entry that links to another URL. */
function linkEntry(origin: PageOrigin): NavPage {
  const { title, frontMatter } = origin;
  const href = frontMatter.url ?? '/';
  return {
    kind: 'page',
    href,
    external: isExternal(href),
    title: frontMatter.sidebarTitle ?? title,
    deprecated: frontMatter.deprecated,
    access: linkAccess(frontMatter),
    ...definedOnly({ icon: frontMatter.icon, tag: frontMatter.tag }),
  };
}
