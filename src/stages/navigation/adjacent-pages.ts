/** Previous and next page, in the order of the flattened section that the sidebar shows. */
import type { NavLocation, NavNode, NavPage, NavTree } from '../../model/nav-tree.ts';

/**
 * A section is a tab, dropdown, version … with its groups. Everything below a group belongs to the group's section,
 * including other divisions, because the same sidebar shows it.
 */
export function neighbours(root: NavNode, places: ReadonlyMap<string, readonly NavLocation[]>): NavTree['neighbours'] {
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

/** Pages in reading order, each once, without links; nested sections are added to `sections`. */
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

function sectionOf(place: NavLocation | undefined): NavNode | undefined {
  if (!place) return undefined;
  const group = place.trail.findIndex((node) => node.kind === 'group');
  return place.trail.at(group === -1 ? -1 : group - 1);
}
