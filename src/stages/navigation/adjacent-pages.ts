/** Previous and next page: the order of the flattened section that the sidebar shows around a page. */
import type { NavNode, NavPage, NavPlace, NavTree } from '../../model/nav-tree.ts';

/**
 * A section is a tab, dropdown, version … with its groups. What stands below a group belongs to the group's section,
 * also another division: it is shown in the same sidebar.
 */
export function neighbours(root: NavNode, places: ReadonlyMap<string, readonly NavPlace[]>): NavTree['neighbours'] {
  const result = new Map<string, { previous?: NavPage; next?: NavPage }>();
  const sections: NavNode[] = [root];
  for (let section = sections.pop(); section; section = sections.pop()) {
    const pages = flatten(section, sections);
    pages.forEach((entry, index) => {
      if (entry.page === undefined || sectionOf(places.get(entry.page)?.[0]) !== section) return;
      const previous = pages[index - 1];
      const next = pages[index + 1];
      result.set(entry.page, { ...(previous ? { previous } : {}), ...(next ? { next } : {}) });
    });
  }
  return result;
}

/** Pages in reading order, each once, without links; divisions that are sections of their own are added to `sections`. */
function flatten(section: NavNode, sections: NavNode[]): NavPage[] {
  const pages = new Map<string, NavPage>();
  const walk = (node: NavNode) => {
    if (node.rootPage) add(node.rootPage);
    for (const child of node.children) {
      if (child.kind === 'page') add(child);
      else if (child.kind === 'group' || node.kind === 'group') walkInside(child);
      else sections.push(child);
    }
  };
  const walkInside = (node: NavNode) => {
    if (node.rootPage) add(node.rootPage);
    for (const child of node.children) child.kind === 'page' ? add(child) : walkInside(child);
  };
  const add = (entry: NavPage) => {
    if (entry.page !== undefined && !pages.has(entry.page)) pages.set(entry.page, entry);
  };
  walk(section);
  return [...pages.values()];
}

function sectionOf(place: NavPlace | undefined): NavNode | undefined {
  if (!place) return undefined;
  const group = place.trail.findIndex((node) => node.kind === 'group');
  return place.trail.at(group === -1 ? -1 : group - 1);
}
