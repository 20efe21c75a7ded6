/** The addresses that the files made from a site have, known before its pages are compiled. */
import type { Page } from '../../model/page.ts';
import { mayHaveFeed } from '../../model/page-feed.ts';
import { mcpPath } from '../../shared/site/agent-pages.ts';
import { isHostFile } from '../../shared/site/host-files.ts';
import { feedPath, markdownPath } from '../../shared/site/markdown-path.ts';
import type { PlannedOutputs } from './outputs-input.ts';
import { writtenFiles } from './site-outputs.ts';

/** `feedOf`: the page whose updates it has. It is written only if the compiled page has updates. */
export interface WrittenPath {
  readonly feedOf?: Page;
}

/** Paths have a leading slash and no base. */
export interface WrittenPaths {
  /** Undefined for a path that no file made from the site has. */
  at(path: string): WrittenPath | undefined;
  /** Those that do not belong to a page. */
  readonly siteWide: readonly string[];
}

/** Written with every page frame (`stages/render/`). */
const notFoundPath = '/404.html';

/** Copies and feeds of pages, lists for crawlers and agents, pages of redirects; not the pages and files of the author. */
export function writtenPaths(site: PlannedOutputs, hasAuth: boolean): WrittenPaths {
  const siteWide = writtenFiles(site).flatMap(({ path }) => (isHostFile(path) ? [] : [`/${path}`]));
  const paths = new Map<string, WrittenPath>();
  for (const page of site.pages) {
    paths.set(markdownPath(page.url), {});
    if (mayHaveFeed(page, hasAuth)) paths.set(feedPath(page.url), { feedOf: page });
  }
  // `docsgen serve` answers at the last one.
  for (const path of [...siteWide, notFoundPath, mcpPath]) paths.set(path, {});
  return { at: (path) => paths.get(path), siteWide };
}
