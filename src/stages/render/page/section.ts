/**
 * The part of the navigation that contains a page. The path from the root to the deepest division that is not a group
 * determines header and sidebar; groups only determine what is expanded and marked in the sidebar.
 *
 *   root > language en > tab Guides > group Start > group First steps > page
 *   └──────────── section ────────┘ └──────────── groups ─────────┘
 */
import type { NavNode, NavPage, NavTree } from '../../../model/nav-tree.ts';
import type { Page } from '../../../model/page.ts';

/** Pages with the same `key` share header and sidebar. */
export interface Section {
  /** Config path of `node`: unique, used as cache key. */
  readonly key: string;
  /** The division whose children are the sidebar. */
  readonly node: NavNode;
  /** From the root to `node`, both included. */
  readonly trail: readonly NavNode[];
}

/** The position of a page: which templates it fills, and what is expanded and marked in them. */
export interface NavPosition {
  readonly section: Section;
  /** The groups between section and page, outermost first. */
  readonly groups: readonly NavNode[];
  /** The page's own entry; undefined for unlisted pages. */
  readonly entry?: NavPage;
}

/** The position of a page; unlisted pages get the default section of their language without a marked entry. */
export function navPosition(page: Page, nav: NavTree): NavPosition {
  const place = nav.places.get(page.path)?.[0];
  if (place === undefined) return { section: defaultSection(nav.root, page.language, page.version), groups: [] };
  const trail = place.trail[0] === nav.root ? place.trail : [nav.root, ...place.trail];
  const firstGroup = trail.findIndex((node) => node.kind === 'group');
  const end = firstGroup < 0 ? trail.length : firstGroup;
  return { section: sectionOf(trail.slice(0, end)), groups: trail.slice(end), entry: place.entry };
}

/** The section that opens by default, in the given language and version if it exists. */
export function defaultSection(root: NavNode, language?: string, version?: string): Section {
  const trail = [root];
  for (;;) {
    const node = trail[trail.length - 1] as NavNode;
    const divisions = node.children.filter((child): child is NavNode => child.kind !== 'page' && child.kind !== 'group');
    const inside = divisions.filter((child) => child.children.length > 0);
    const next = inside.find((child) => isWanted(child, language, version)) ?? inside.find((child) => child.isDefault) ?? inside[0];
    // Groups beside a division (real sites mix them) already form a sidebar.
    if (next === undefined || divisions.length < node.children.length) return sectionOf(trail);
    trail.push(next);
  }
}

function isWanted(node: NavNode, language?: string, version?: string): boolean {
  return (node.kind === 'language' && node.name === language) || (node.kind === 'version' && node.name === version);
}

function sectionOf(trail: readonly NavNode[]): Section {
  const node = trail[trail.length - 1] as NavNode;
  return { key: node.path, node, trail };
}
