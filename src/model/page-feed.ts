import type { Page } from './page.ts';

/** Whether a page with updates has a feed: readers of feeds do not sign in. `hasAuth`: of the site. */
export function mayHaveFeed({ access }: Page, hasAuth: boolean): boolean {
  return access.groups.length === 0 && (!hasAuth || access.isPublic);
}
