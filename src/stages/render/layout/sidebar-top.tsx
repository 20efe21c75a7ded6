import type { VNode } from 'preact';
import type { IconRef } from '../../../model/icon.ts';
import type { NavNode } from '../../../model/nav-tree.ts';
import type { GlobalLink, LightDark } from '../../../model/site-config.ts';
import { opensNewTab } from '../../../shared/url.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon, UiIcon } from './layout-icon.tsx';
import { Menu, type MenuHooks, MenuItem } from './menu.tsx';
import { NodeItem } from './nav-tabs.tsx';
import { SiteLink } from './site-link.tsx';

const dropdownHooks: MenuHooks = {
  trigger: { class: 'nav-dropdown-trigger' },
  content: { class: 'nav-dropdown-content' },
  item: 'nav-dropdown-item',
};

interface Props {
  dropdowns: readonly NavNode[];
  anchors: readonly NavNode[];
  links: readonly GlobalLink[];
  current: ReadonlySet<NavNode>;
  context: LayoutContext;
}

/**
 * The part above the page list: the menu of dropdown divisions, and the anchors. Links of `global` follow the site's
 * own.
 */
export function SidebarTop({ dropdowns, anchors, links, current, context }: Props): VNode {
  const dropdownLinks = links.filter((link) => link.kind === 'dropdown');
  const anchorLinks = links.filter((link) => link.kind === 'anchor');
  const chosen = dropdowns.find((node) => current.has(node)) ?? dropdowns[0];
  return (
    <>
      {chosen && (
        <Menu class="nav-dropdown" hooks={dropdownHooks} summary={<Summary node={chosen} context={context} />}>
          {dropdowns.map((node) => (
            <NodeItem key={node.path} node={node} isCurrent={current.has(node)} hooks={dropdownHooks} context={context} />
          ))}
          {dropdownLinks.map((link) => (
            <MenuItem
              key={link.name}
              href={context.href(link.href)}
              isExternal={opensNewTab(link.href)}
              context={context}
              icon={link.icon}
              name={link.name}
              description={link.description}
              isCurrent={false}
              hooks={dropdownHooks}
            />
          ))}
        </Menu>
      )}
      {anchors.length + anchorLinks.length > 0 && (
        <ul class="nav-anchors">
          {anchors.map((node) => {
            const href = context.nodeHref(node);
            return href === undefined ? null : (
              <Anchor key={node.path} {...node} href={href} isCurrent={current.has(node)} context={context} />
            );
          })}
          {anchorLinks.map((link) => (
            <Anchor key={link.name} {...link} isCurrent={false} context={context} />
          ))}
        </ul>
      )}
    </>
  );
}

function Summary({ node, context }: { node: NavNode; context: LayoutContext }): VNode {
  return (
    <>
      <LayoutIcon icon={node.icon} context={context} />
      <span class="menu-item-text">
        <span class="menu-item-name">{node.name}</span>
        {node.description && <span class="menu-item-description">{node.description}</span>}
      </span>
    </>
  );
}

interface AnchorProps {
  name: string;
  href: string;
  icon?: IconRef;
  color?: LightDark<string>;
  isCurrent: boolean;
  context: LayoutContext;
}

function Anchor({ name, href, icon, color, isCurrent, context }: AnchorProps): VNode {
  return (
    <li style={color && `--anchor-light:${color.light};--anchor-dark:${color.dark}`}>
      <SiteLink class="nav-anchor" href={href} isCurrent={isCurrent} context={context}>
        <span class="nav-anchor-icon">{icon ? <LayoutIcon icon={icon} context={context} /> : <UiIcon name="link" />}</span>
        {name}
      </SiteLink>
    </li>
  );
}
