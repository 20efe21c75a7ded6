/** Which addresses a loaded site has: the look-up tables of a site that is followed. */
import type { Page } from '../../model/page.ts';
import { redirectMatcher } from '../../stages/navigation/redirects.ts';
import type { ChangeTimes } from '../build/change-times.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { type PageChanges, pageChanges } from '../build/pages/page-changes.ts';

/** Made anew with every site; paths have a leading slash and no base. */
export interface Routes {
  readonly site: LoadedSite;
  /** By site path, and by the path of the file that a build writes. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Project files that have an address of their own. */
  readonly assets: ReadonlySet<string>;
  /** Where a path is redirected to; undefined for all others. Pages and files win over it. */
  readonly redirect: (path: string) => string | undefined;
  /** Whether a build makes a file for this path out of pages: Markdown copies, lists, feeds. */
  readonly isGenerated: (path: string) => boolean;
  readonly changes: PageChanges;
}

/** `times`: when files were changed, for pages that show it. */
export function routesOf(site: LoadedSite, times: ChangeTimes): Routes {
  return {
    site,
    pages: new Map(site.pages.flatMap((page) => [[page.url, page] as const, [`/${page.output}`, page] as const])),
    assets: new Set([...site.assets, ...site.styles, ...site.scripts]),
    redirect: redirectMatcher(site.redirects),
    isGenerated: (path) => site.written.at(path) !== undefined,
    changes: pageChanges(site, times),
  };
}
