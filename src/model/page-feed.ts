import type { Page } from './page.ts';

/**
 * Whether a page with updates gets a feed. Feed readers cannot sign in, so on a site with sign-in (`hasAuth`) only
 * public pages do.
 */
export function mayHaveFeed({ access }: Page, hasAuth: boolean): boolean {
  return access.groups.length === 0 && (!hasAuth || access.isPublic);
}
