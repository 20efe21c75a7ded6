/**
 * The content of `/`: the `index` page, a redirect of the author, or a redirect to the first page of the default
 * sections.
 */

import type { ResolvedRedirect } from '../../model/link-target.ts';
import type { NavNode, NavTree } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import { encodePath } from '../../shared/url.ts';

/** Three cases for the code that writes the site: only in the last one does it create a redirect file. */
export type HomePage =
  /** Written like any page. */
  | { readonly kind: 'page'; readonly page: Page }
  /** Nothing exists at `/`: it must redirect to `href` (site path or URL). */
  | { readonly kind: 'redirect'; readonly href: string };

/** Undefined for a site without pages. */
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
