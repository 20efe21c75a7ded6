import type { VNode } from 'preact';
import type { NavNode, NavPage } from '../../../model/nav-tree.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon } from './layout-icon.tsx';
import { SiteLink } from './site-link.tsx';

interface Props {
  node: NavNode;
  /** The description of a page, by path. */
  description: (path: string) => string | undefined;
  context: LayoutContext;
}

/** The pages of a group, listed on its root page (`directory`). Cards show one level, the accordion all of them. */
export function Directory({ node, description, context }: Props): VNode {
  return node.directory === 'card' ? (
    <div class="directory directory-cards">
      {node.children.map((child) => (
        <Card key={child.kind === 'page' ? child.href : child.path} child={child} description={description} context={context} />
      ))}
    </div>
  ) : (
    <div class="directory directory-accordion">
      <List node={node} description={description} context={context} />
    </div>
  );
}

function Card({ child, description, context }: Omit<Props, 'node'> & { child: NavNode | NavPage }): VNode | null {
  const page = child.kind === 'page' ? child : child.rootPage;
  const href = child.kind === 'page' ? child.href : context.nodeHref(child);
  if (href === undefined) return null;
  const text = page?.page === undefined ? undefined : description(page.page);
  return (
    <SiteLink class="directory-card" href={href} context={context}>
      <LayoutIcon icon={child.icon} context={context} />
      <span class="directory-title">{child.kind === 'page' ? child.title : child.name}</span>
      {text && <span class="directory-description">{text}</span>}
    </SiteLink>
  );
}

function List({ node, description, context }: Props): VNode {
  return (
    <ul>
      {node.children.map((child) =>
        child.kind === 'page' ? (
          <li key={child.href} class="directory-page">
            <SiteLink class="directory-link" href={child.href} context={context}>
              <LayoutIcon icon={child.icon} context={context} />
              <span class="directory-title">{child.title}</span>
              {child.page && <span class="directory-description">{description(child.page)}</span>}
            </SiteLink>
          </li>
        ) : (
          <li key={child.path} class="directory-group">
            <details>
              <summary>
                <LayoutIcon icon={child.icon} context={context} />
                {child.name}
              </summary>
              {child.rootPage && (
                <p class="directory-page">
                  <SiteLink class="directory-link" href={child.rootPage.href} context={context}>
                    {child.rootPage.title}
                  </SiteLink>
                </p>
              )}
              <List node={child} description={description} context={context} />
            </details>
          </li>
        ),
      )}
    </ul>
  );
}
