/** The tab bar below the header, and the same tabs as a list in the drawer of small screens. */
import type { VNode } from 'preact';
import type { NavNode } from '../../../model/nav-tree.ts';
import type { GlobalLink } from '../../../model/site-config.ts';
import { opensNewTab } from '../../../shared/url.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon } from './layout-icon.tsx';
import { Menu, type MenuHooks, MenuItem } from './menu.tsx';
import { SiteLink } from './site-link.tsx';

/** The tabs of one page. */
export interface TabsProps {
  /** The visible tabs, in order. */
  tabs: readonly NavNode[];
  /** Tabs of `global`, after those of the site. */
  links: readonly GlobalLink[];
  /** The ancestors of the page, among which one tab and one menu item may be current. */
  current: ReadonlySet<NavNode>;
  context: LayoutContext;
}

/** Renders nothing when there are no tabs; omits tabs without a target. */
export function NavTabs({ tabs, links, current, context }: TabsProps): VNode | null {
  if (tabs.length + links.length === 0) return null;
  // Tabs in the sidebar are hidden in the bar, but stay in it for pages without a sidebar.
  const isInSidebar = context.layout.tabs === 'side';
  return (
    <nav class="nav-tabs" data-aside={isInSidebar ? '' : undefined} aria-label={context.strings.sections}>
      {tabs.map((tab) => (
        <Tab key={tab.path} tab={tab} current={current} context={context} />
      ))}
      {links.map((link) => (
        <SiteLink key={link.name} class="nav-tabs-item" href={link.href} context={context}>
          <LayoutIcon icon={link.icon} context={context} />
          {link.name}
        </SiteLink>
      ))}
    </nav>
  );
}

function Tab({ tab, current, context }: { tab: NavNode; current: ReadonlySet<NavNode>; context: LayoutContext }): VNode | null {
  const className = tab.align === 'end' ? 'nav-tabs-item align-end' : 'nav-tabs-item';
  const items = tab.children.filter((child): child is NavNode => child.kind === 'item');
  const label = (
    <>
      <LayoutIcon icon={tab.icon} context={context} />
      {tab.name}
      {tab.tag && <span class="nav-tag-pill">{tab.tag}</span>}
    </>
  );
  if (items.length > 0)
    return (
      <Menu class={className} summary={label} isCurrent={current.has(tab)}>
        {items.map((item) => (
          <NodeItem key={item.path} node={item} isCurrent={current.has(item)} context={context} />
        ))}
      </Menu>
    );
  const href = context.nodeHref(tab);
  if (href === undefined) return null;
  return (
    <SiteLink class={className} href={href} isCurrent={current.has(tab)} context={context}>
      {label}
    </SiteLink>
  );
}

interface NodeItemProps {
  node: NavNode;
  isCurrent: boolean;
  /** Hooks of the drop-down. */
  hooks?: MenuHooks;
  context: LayoutContext;
}

/** A division as a row of a drop-down. */
export function NodeItem({ node, isCurrent, hooks, context }: NodeItemProps): VNode | null {
  const href = context.nodeHref(node);
  if (href === undefined) return null;
  return (
    <MenuItem
      href={context.href(href)}
      isExternal={opensNewTab(href)}
      context={context}
      icon={node.icon}
      name={node.name}
      tag={node.tag}
      description={node.description}
      isCurrent={isCurrent}
      hooks={hooks}
    />
  );
}

/**
 * Tabs as a list: in the drawer, and in the sidebar of themes that show them there. The menu of the current one is
 * expanded.
 */
export function DrawerTabs({ tabs, links, current, context }: TabsProps): VNode | null {
  if (tabs.length + links.length === 0) return null;
  return (
    <ul class="drawer-tabs" id="mobile-nav-content" data-part="mobile-nav-content">
      {tabs.map((tab) => {
        const href = context.nodeHref(tab);
        const items = current.has(tab) ? tab.children.filter((child): child is NavNode => child.kind === 'item') : [];
        return href === undefined ? null : (
          <li key={tab.path}>
            <SiteLink class="sidebar-link" href={href} isCurrent={current.has(tab)} context={context}>
              <LayoutIcon icon={tab.icon} context={context} />
              {tab.name}
            </SiteLink>
            {items.length > 0 && (
              <ul>
                {items.map((item) => (
                  <li key={item.path}>
                    <SiteLink class="sidebar-link" href={context.nodeHref(item) ?? href} isCurrent={current.has(item)} context={context}>
                      <LayoutIcon icon={item.icon} context={context} />
                      {item.name}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
      {links.map((link) => (
        <li key={link.name}>
          <SiteLink class="sidebar-link" href={link.href} context={context}>
            <LayoutIcon icon={link.icon} context={context} />
            {link.name}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
