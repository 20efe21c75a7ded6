/**
 * Sidebars as templates. A short section is one complete template. In a long one (more than `linksInPage` links) every
 * collapsed branch has its own template: a page contains its expanded branches and the titles of the others, so the
 * output grows with the number of pages and not with its square. Each omitted branch is written once as a page, which
 * the browser loads when the reader expands it, and which is a plain list of links for readers without scripts.
 */
import type { NavNode, NavPage } from '../../../model/nav-tree.ts';
import type { Icons } from '../icons/icons.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { Branch, branchName, type RowRange, type SidebarPlan } from '../layout/sidebar.tsx';
import type { NavPosition, Section } from './section.ts';
import { Template } from './template.ts';

/** Maximum number of links for a section that each of its pages contains completely. */
const linksInPage = 150;
/** Maximum number of rows for which the top-level groups of a long section stay expanded. */
const openRows = 160;
/** Longer lists show the entries near the page and a link to the complete list. */
const maxFullList = 120;
const windowSize = 40;
/** Number of rows of a list of more than `windowSize` in pages that it does not contain. */
const rowsElsewhere = 16;

/** A branch of a long section as its own file. */
export interface Fragment {
  /** Path in the output. */
  readonly path: string;
  readonly node: NavNode;
  readonly section: Section;
  /** With icons in place. */
  readonly html: string;
  /** Ids of its icons. */
  readonly icons: readonly string[];
}

/** One instance for each site. Caches templates by section, branch and window; numbers nodes in rendering order. */
export class SidebarTemplates {
  readonly #icons: Icons;
  readonly #ids = new Map<NavNode | NavPage, number>();
  readonly #nodes: (NavNode | NavPage)[] = [];
  readonly #placeholders = new Map<string, string>();
  readonly #plans = new Map<string, SidebarPlan>();
  readonly #templates = new Map<string, { template: Template; icons: readonly string[] }>();

  constructor(icons: Icons) {
    this.#icons = icons;
  }

  /** The page list for one page, and its icons. */
  render(position: NavPosition, context: LayoutContext): { html: string; icons: ReadonlySet<string> } {
    const { section, groups, entry } = position;
    const plan = this.#plan(section, context);
    const icons = new Set<string>();
    const isElsewhere = isUnlisted(position);
    const current = entry && `current:${plan.id(entry)}`;
    // A branch that other pages omit has the name that the browser takes from their link.
    const open = new Map(
      groups.map((node) => [`open:${plan.id(node)}`, plan.isDeferred(node) ? ` data-key="${branchName(node)}" open` : ' open']),
    );
    const depths = new Map(groups.map((node, index) => [`branch:${plan.id(node)}`, index]));
    const branch = (node: NavNode, depth: number): string => {
      const active = groups[depth] ?? entry;
      const { template, icons: used } = this.#template(node, depth === 0, windowOf(node, active, plan), plan, context, isElsewhere);
      for (const icon of used) icons.add(icon);
      return template.fill((name) => {
        if (name === current) return ' aria-current="page"';
        if (!name.startsWith('branch:')) return open.get(name) ?? '';
        const index = depths.get(name);
        return index === undefined ? this.#placeholder(name, plan, context) : branch(groups[index] as NavNode, index + 1);
      });
    };
    return { html: branch(section.node, 0), icons };
  }

  /** Renders the templates that `render` fills for such a page, and returns their icons. */
  prepare(position: NavPosition, context: LayoutContext): void {
    const { section, groups, entry } = position;
    const plan = this.#plan(section, context);
    for (const [depth, node] of [section.node, ...groups].entries())
      this.#template(node, depth === 0, windowOf(node, groups[depth] ?? entry, plan), plan, context, isUnlisted(position));
  }

  /** The branches that pages of a section omit. */
  fragments(section: Section, context: LayoutContext): Fragment[] {
    const plan = this.#plan(section, context);
    if (plan.fragmentHref === undefined) return [];
    const found: Fragment[] = [];
    const visit = (node: NavNode, isTop: boolean): void => {
      const { template, icons } = this.#template(node, isTop, undefined, plan, context);
      const html = template.fill((name) => (name.startsWith('branch:') ? this.#placeholder(name, plan, context) : ''));
      found.push({ path: fragmentPath(node), node, section, html, icons });
      for (const child of node.children) if (child.kind !== 'page' && child.children.length > 0) visit(child, false);
    };
    visit(section.node, true);
    return found;
  }

  #plan(section: Section, context: LayoutContext): SidebarPlan {
    const cached = this.#plans.get(section.key);
    if (cached !== undefined) return cached;
    const isLong = countLinks(section.node) > linksInPage;
    const rows = section.node.children.reduce((sum, child) => sum + (child.kind === 'page' ? 1 : 1 + child.children.length), 0);
    const foldsTop = isLong && rows > openRows;
    const expanded = isLong && !foldsTop ? expandedWithin(section.node, openRows - rows) : new Set<NavNode>();
    const plan: SidebarPlan = {
      id: (item) => this.#id(item),
      collapsesTop: foldsTop,
      isDeferred: (node) => isLong && !expanded.has(node),
      ...(isLong && { fragmentHref: (node: NavNode) => context.href(`/${fragmentPath(node)}`) }),
    };
    this.#plans.set(section.key, plan);
    return plan;
  }

  /** `isElsewhere`: for pages that the section does not list. */
  #template(node: NavNode, isTop: boolean, window: RowRange | undefined, plan: SidebarPlan, context: LayoutContext, isElsewhere = false) {
    const key = `${this.#id(node)}:${window?.from ?? ''}${isElsewhere ? ':elsewhere' : ''}`;
    let cached = this.#templates.get(key);
    if (cached === undefined) {
      const { html, used } = this.#icons.insert(
        Template.markup(
          <Branch
            node={node}
            isTop={isTop}
            plan={plan}
            context={context}
            {...(window && { window })}
            {...(isElsewhere && { groupWindow: (group: NavNode) => windowOf(group, undefined, plan) })}
          />,
        ),
      );
      cached = { template: new Template(html), icons: used };
      this.#templates.set(key, cached);
    }
    return cached;
  }

  /** The content of an omitted branch: a link to its own page. */
  #placeholder(placeholder: string, plan: SidebarPlan, context: LayoutContext): string {
    let link = this.#placeholders.get(placeholder);
    if (link === undefined) {
      const node = this.#nodes[Number(placeholder.slice('branch:'.length))] as NavNode;
      link = `<a href="${plan.fragmentHref?.(node) ?? ''}">${context.strings.allPages}</a>`;
      this.#placeholders.set(placeholder, link);
    }
    return link;
  }

  #id(item: NavNode | NavPage): number {
    let id = this.#ids.get(item);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(item, id);
      this.#nodes.push(item);
    }
    return id;
  }
}

/** The `expanded` groups that fit into a long section, in order. */
function expandedWithin(section: NavNode, rows: number): Set<NavNode> {
  const open = new Set<NavNode>();
  let left = rows;
  const visit = (node: NavNode, isTop: boolean): void => {
    for (const child of node.children) {
      if (child.kind === 'page') continue;
      if (!isTop && (!child.expanded || child.children.length > left)) continue;
      if (!isTop) {
        open.add(child);
        left -= child.children.length;
      }
      visit(child, false);
    }
  };
  visit(section, true);
  return open;
}

/**
 * The rows to render from a long list: the window of `windowSize` rows with the active child, or the first rows for a page
 * that the list does not contain, such as that of a schema. Undefined: all, also where no file has the complete list.
 */
function windowOf(node: NavNode, active: NavNode | NavPage | undefined, { fragmentHref }: SidebarPlan): RowRange | undefined {
  const index = active === undefined ? undefined : positionIn(node).get(active);
  if (fragmentHref === undefined) return undefined;
  if (index === undefined && node.children.length > windowSize) return { from: 0, to: rowsElsewhere };
  if (node.children.length <= maxFullList) return undefined;
  const from = Math.floor((index ?? 0) / windowSize) * windowSize;
  return { from, to: from + windowSize };
}

const positions = new WeakMap<NavNode, Map<NavNode | NavPage, number>>();

function positionIn(node: NavNode): Map<NavNode | NavPage, number> {
  let cached = positions.get(node);
  if (cached === undefined) {
    cached = new Map(node.children.map((child, index) => [child, index]));
    positions.set(node, cached);
  }
  return cached;
}

function countLinks(node: NavNode): number {
  let count = 0;
  for (const child of node.children) count += child.kind === 'page' ? 1 : countLinks(child) + (child.rootPage ? 1 : 0);
  return count;
}

/** A page that no list of the section contains, such as that of a schema. */
function isUnlisted({ section, groups, entry }: NavPosition): boolean {
  return groups.length === 0 && (entry === undefined || !positionIn(section.node).has(entry));
}

/** `navigation.tabs[0].groups[1]` → `_docsgen/nav/t0-g1.html`. */
function fragmentPath(node: NavNode): string {
  return `_docsgen/nav/${branchName(node)}.html`;
}
