/** Lookup tables for the URLs of a watched site. */
import type { Page } from '../../model/page.ts';
import { redirectMatcher } from '../../stages/navigation/redirects.ts';
import type { ChangeTimes } from '../build/change-times.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { type PageChanges, pageChanges } from '../build/pages/page-changes.ts';

/** Created again for every site; paths have a leading slash and no base path. */
export interface Routes {
  readonly site: LoadedSite;
  /** By site path, and by the path of the HTML file. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Project files with their own URL. */
  readonly assets: ReadonlySet<string>;
  /** Target of a redirect; undefined for other paths. Pages and files take precedence. */
  readonly redirect: (path: string) => string | undefined;
  /** Whether a build generates a file from pages at this path: Markdown copies, lists, feeds. */
  readonly isGenerated: (path: string) => boolean;
  readonly changes: PageChanges;
}

/** `times`: change times of files, for pages that show them. */
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
