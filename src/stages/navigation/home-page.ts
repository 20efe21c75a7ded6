/** What stands at `/`: the `index` page, a redirect of the author, or the first page of the default sections. */

import type { NavNode, NavTree } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import type { ResolvedRedirect } from '../../model/redirect.ts';
import { encodePath } from '../../shared/url.ts';

/** Three ways that differ for whoever writes the site: only where nothing stands at `/` has a file to be made that leads on. */
export type HomePage =
  /** Written by itself. */
  | { readonly kind: 'page'; readonly page: Page }
  /** Nothing is there: a page at `/` has to lead to `href` (site path or URL). */
  | { readonly kind: 'redirect'; readonly href: string };

/** Undefined for a site without any page. */
export function homePage(
  pages: readonly Page[],
  nav: Pick<NavTree, 'root'>,
  redirects: readonly Pick<ResolvedRedirect, 'source' | 'destination' | 'isPattern'>[],
): HomePage | undefined {
  const index = pages.find((page) => page.url === '/');
  if (index) return { kind: 'page', page: index };
  const redirect = redirects.find((candidate) => candidate.source === '/' && !candidate.isPattern);
  if (redirect) return { kind: 'redirect', href: redirect.destination };
  const path = defaultFirstPage(nav.root);
  const first = pages.find((page) => page.path === path) ?? pages.find((page) => page.access.inSidebar) ?? pages[0];
  return first && { kind: 'redirect', href: encodePath(first.url) };
}

/** Follows the default product, language and version down to a page. */
function defaultFirstPage(node: NavNode): string | undefined {
  if (node.rootPage?.page !== undefined) return node.rootPage.page;
  const preferred = node.children.find((child) => child.kind !== 'page' && child.isDefault && child.firstPage !== undefined);
  for (const child of preferred ? [preferred, ...node.children] : node.children) {
    const page = child.kind === 'page' ? child.page : defaultFirstPage(child);
    if (page !== undefined) return page;
  }
  return undefined;
}
