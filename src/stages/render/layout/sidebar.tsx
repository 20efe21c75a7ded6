/**
 * The page list of a section, rendered once with placeholders for what differs from page to page (see
 * `sidebar-templates.tsx`).
 */
import type { ComponentChildren, VNode } from 'preact';
import type { NavNode, NavPage } from '../../../model/nav-tree.ts';
import { opensNewTab } from '../../../shared/url.ts';
import { withWordBreaks } from '../../components/word-breaks.tsx';
import { attributePlaceholder, placeholder } from '../page/template.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon, UiIcon } from './layout-icon.tsx';

/** How one section is rendered. */
export interface SidebarPlan {
  /** A short id for a node or an entry, the same wherever it is rendered. */
  readonly id: (item: NavNode | NavPage) => number;
  /** Top-level groups can be collapsed because the section is long. */
  readonly collapsesTop: boolean;
  /** Whether pages in which this group is collapsed omit its content. */
  readonly isDeferred: (node: NavNode) => boolean;
  /** URL of the complete list of a node; only long sections have such files. */
  readonly fragmentHref?: (node: NavNode) => string;
}

/** The rows of a list that a page contains, `to` excluded. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** One list of pages and groups. The context is that of the section's language, because pages share the result. */
export interface BranchProps {
  node: NavNode;
  /** The range of children to render, when there are too many. */
  window?: RowRange;
  /** For pages that the section does not list: which children of an expanded group to render. */
  groupWindow?: (node: NavNode) => RowRange | undefined;
  /** Directly in the sidebar, where groups are headings and other divisions are shown elsewhere. */
  isTop: boolean;
  /** The plan of the section, also for branches rendered separately. */
  plan: SidebarPlan;
  context: LayoutContext;
}

/**
 * A list with placeholders: `current:<id>` and `open:<id>` are attributes, `branch:<id>` is the content of an omitted
 * group.
 */
export function Branch({ node, window, groupWindow, isTop, plan, context }: BranchProps): VNode {
  const rows = window === undefined ? node.children : node.children.slice(window.from, window.to);
  const isPart = rows.length < node.children.length;
  // Tabs, anchors and similar divisions beside pages are shown in the header or above the list. Inside a group they are
  // groups.
  const children = isTop ? rows.filter((child) => child.kind === 'page' || child.kind === 'group') : rows;
  return (
    <ul class="sidebar-list">
      {children.map((child) =>
        child.kind === 'page' ? (
          <li key={plan.id(child)}>
            <PageLink entry={child} id={plan.id(child)} context={context} />
          </li>
        ) : isTop && (!plan.collapsesTop || isNameless(child)) ? (
          <OpenGroup key={plan.id(child)} node={child} window={groupWindow?.(child)} plan={plan} context={context} />
        ) : (
          <FoldedGroup key={plan.id(child)} node={child} isTop={isTop} plan={plan} context={context} />
        ),
      )}
      {isPart && plan.fragmentHref && (
        <li>
          <a class="sidebar-link sidebar-all" href={plan.fragmentHref(node)}>
            {context.strings.allPages} ({node.children.length})
          </a>
        </li>
      )}
    </ul>
  );
}

/** Keys of divisions in names of branches, which large sites have dozens of in each page. */
const shortKeys: Readonly<Record<string, string>> = {
  anchors: 'a',
  dropdowns: 'd',
  generated: 'n',
  groups: 'g',
  languages: 'l',
  menu: 'm',
  pages: 'p',
  products: 'o',
  tabs: 't',
  versions: 'v',
};

/**
 * The name of a branch in file names and in the browser's list of expanded groups: `navigation.tabs[0].groups[1]` →
 * `t0-g1`. For an omitted branch, the browser takes it from the link.
 */
export function branchName(node: NavNode): string {
  const name = node.path
    .replace(/^navigation\.?/, '')
    .replace(/([a-z]+)\[(\d+)\]/g, (whole, key, index) => (Object.hasOwn(shortKeys, key) ? `${shortKeys[key]}${index}` : whole))
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '');
  return name || 'all';
}

/** Authors use a blank name for pages above all groups; such a group cannot be collapsed. */
function isNameless({ name, rootPage }: NavNode): boolean {
  return name.trim() === '' && rootPage === undefined;
}

interface GroupProps {
  node: NavNode;
  window?: RowRange | undefined;
  isTop?: boolean;
  plan: SidebarPlan;
  context: LayoutContext;
}

/** A top-level group of the sidebar: a heading, always expanded. */
function OpenGroup({ node, window, plan, context }: GroupProps): VNode {
  return (
    <li class="sidebar-group">
      {!isNameless(node) && <GroupTitle node={node} plan={plan} context={context} />}
      {node.children.length > 0 && <Branch node={node} isTop={false} plan={plan} context={context} {...(window && { window })} />}
    </li>
  );
}

function GroupTitle({ node, plan, context }: GroupProps): VNode {
  // One column of icons is enough.
  const icon = node.children.length > 0 && node.children.every((child) => child.icon !== undefined) ? undefined : node.icon;
  // The theme alone does not make headings links: that default is for groups that expand.
  const link = node.rootPage ?? (context.config.interaction.drilldown ? titleLink(node, context) : undefined);
  if (link?.kind === 'page')
    return (
      <PageLink entry={link} id={plan.id(link)} title={node.name} tag={node.tag} icon={icon} class="sidebar-title" context={context} />
    );
  const content = (
    <>
      <LayoutIcon icon={icon} context={context} />
      {withWordBreaks(node.name)}
      <Pill text={node.tag} />
    </>
  );
  return link === undefined ? (
    <p class="sidebar-title">{content}</p>
  ) : (
    <a class="sidebar-title" href={link.href}>
      {content}
    </a>
  );
}

/** A nested group. If its title is a link, the group has a separate button to expand it. */
function FoldedGroup({ node, isTop, plan, context }: GroupProps): VNode | null {
  const link = titleLink(node, context);
  if (node.children.length === 0)
    return node.rootPage ? (
      <li>
        <GroupTitle node={node} plan={plan} context={context} />
      </li>
    ) : null;
  const id = plan.id(node);
  const isDeferred = plan.isDeferred(node);
  const holds = isDeferred ? placeholder(`branch:${id}`) : <Branch node={node} isTop={false} plan={plan} context={context} />;
  const fold = {
    ...(!isDeferred && { 'data-key': branchName(node) }),
    ...(node.expanded && !isDeferred ? { open: true } : attributePlaceholder(`open:${id}`)),
  };
  if (link === undefined)
    return (
      <li class={isTop ? 'sidebar-group' : undefined}>
        <details {...fold}>
          <summary class={isTop ? 'sidebar-title' : 'sidebar-link'}>
            <LayoutIcon icon={node.icon} context={context} />
            <Title text={node.name} />
            <Pill text={node.tag} />
          </summary>
          {holds}
        </details>
      </li>
    );
  return (
    <li class={isTop ? 'sidebar-group has-link' : 'has-link'}>
      {link.kind === 'page' ? (
        <PageLink
          entry={link}
          id={plan.id(link)}
          title={node.name}
          tag={node.tag}
          icon={node.icon}
          class={isTop ? 'sidebar-title' : 'sidebar-link'}
          context={context}
        />
      ) : (
        <a class={isTop ? 'sidebar-title' : 'sidebar-link'} href={link.href}>
          <LayoutIcon icon={node.icon} context={context} />
          <Title text={node.name} />
          <Pill text={node.tag} />
        </a>
      )}
      <details {...fold}>
        <summary aria-label={node.name} />
        {holds}
      </details>
    </li>
  );
}

/**
 * The root page; with `interaction.drilldown` (or in some themes) the first page below; else none, and the title only
 * expands the group.
 */
function titleLink(node: NavNode, context: LayoutContext): NavPage | { kind: 'first'; href: string } | undefined {
  if (node.rootPage) return node.rootPage;
  const drills = context.config.interaction.drilldown ?? context.layout.drilldown;
  const first = drills ? context.nodeHref(node) : undefined;
  return first === undefined ? undefined : { kind: 'first', href: context.href(first) };
}

interface PageLinkProps {
  entry: NavPage;
  id: number;
  /** Replaces the title of the entry, for a group's title. */
  title?: string;
  tag?: string;
  icon?: NavPage['icon'];
  class?: string;
  context: LayoutContext;
}

function PageLink({
  entry,
  id,
  title = entry.title,
  tag = entry.tag,
  icon = entry.icon,
  class: className = 'sidebar-link',
  context,
}: PageLinkProps): VNode {
  const outside = entry.external && opensNewTab(entry.href);
  return (
    <a
      class={entry.deprecated ? `${className} is-deprecated` : className}
      href={context.href(entry.href)}
      target={outside ? '_blank' : undefined}
      rel={outside ? 'noopener' : undefined}
      {...attributePlaceholder(`current:${id}`)}
    >
      <LayoutIcon icon={icon} context={context} />
      {entry.method && <Method name={entry.method} />}
      <Title text={title} isWhole={entry.deprecated} />
      <Pill text={tag} />
      {outside && <UiIcon name="arrow-up-right" />}
    </a>
  );
}

/**
 * The text of a row. Long sections have hundreds of rows in each page, so it is an element only where one is needed: for
 * word breaks, or for styles of the text alone (`isWhole`).
 */
function Title({ text, isWhole = false }: { text: string; isWhole?: boolean | undefined }): ComponentChildren {
  const parts = withWordBreaks(text);
  return isWhole || typeof parts !== 'string' ? <span>{parts}</span> : parts;
}

/** `DELETE` and `WEBHOOK` are too wide for a column of badges. */
const shortMethods: Readonly<Record<string, string>> = { DELETE: 'DEL', OPTIONS: 'OPT', WEBHOOK: 'HOOK', WEBSOCKET: 'WSS' };

function Method({ name }: { name: string }): VNode {
  return (
    <span class="method" data-method={name.toLowerCase()}>
      {shortMethods[name] ?? name}
    </span>
  );
}

function Pill({ text }: { text: string | undefined }): VNode | null {
  return text ? <span class="nav-tag-pill">{text}</span> : null;
}
