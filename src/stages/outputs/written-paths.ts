/** The URL paths of all generated files, known before the pages are compiled. */
import { canHaveFeed, type Page } from '../../model/page.ts';
import { mcpPath } from '../../shared/site/agent-pages.ts';
import { isHostFile } from '../../shared/site/host-files.ts';
import { feedPath, markdownPath } from '../../shared/site/markdown-path.ts';
import type { PlannedOutputs } from './outputs-input.ts';
import { writtenFiles } from './site-outputs.ts';

/** `feedOf`: the page of an update feed. The feed is written only if the compiled page has updates. */
export interface WrittenPath {
  readonly feedOf?: Page;
}

/** Paths have a leading slash and no base. */
export interface WrittenPaths {
  /** Undefined for a path of which no generated file exists. */
  at(path: string): WrittenPath | undefined;
  /** The paths that do not belong to a page. */
  readonly siteWide: readonly string[];
}

/** `stages/render/` writes it. */
const notFoundPath = '/404.html';

/** Page copies and feeds, lists for crawlers and agents, redirect pages; without the pages and files of the author. */
export function writtenPaths(site: PlannedOutputs, hasAuth: boolean): WrittenPaths {
  const siteWide = writtenFiles(site).flatMap(({ path }) => (isHostFile(path) ? [] : [`/${path}`]));
  const paths = new Map<string, WrittenPath>();
  for (const page of site.pages) {
    paths.set(markdownPath(page.url), {});
    if (canHaveFeed(page, hasAuth)) paths.set(feedPath(page.url), { feedOf: page });
  }
  // `docsgen serve` handles `mcpPath`.
  for (const path of [...siteWide, notFoundPath, mcpPath]) paths.set(path, {});
  return { at: (path) => paths.get(path), siteWide };
}
