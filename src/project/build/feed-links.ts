/** Checks links to feeds, because only compiled pages show whether they have updates. */

import type { PageLink } from '../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import { fileText } from '../../model/file-system.ts';
import type { Page } from '../../model/page.ts';
import { brokenLink } from '../../stages/mdx/errors.ts';
import type { LinkResolver } from '../../stages/navigation/links.ts';
import type { LoadedSite } from './load-site.ts';
import type { CompiledEntry } from './pages/page-builder.ts';
import { pageFeed } from './pages/page-copy.ts';
import type { PageStore } from './pages/page-store.ts';

type Compiled = ReadonlyMap<string, CompiledEntry>;

/** The links of a compiled site (by page path): a feed that does not exist is missing. */
export function compiledLinks(site: LoadedSite, compiled: Compiled, store: PageStore): LinkResolver {
  const known = new Map<Page, boolean>();
  const hasFeed = (page: Page): boolean => {
    const entry = compiled.get(page.path);
    const found = known.get(page) ?? (entry !== undefined && pageFeed(site, page, { nodes: store.nodes(entry.key) }) !== undefined);
    known.set(page, found);
    return found;
  };
  return (fromFile, href) => {
    const target = site.resolveLink(fromFile, href);
    return target.feedOf === undefined || hasFeed(target.feedOf) ? target : { href: target.href, status: 'missing' };
  };
}

/** Links to feeds that do not exist. All other links are resolved when their page is compiled. */
export function feedLinkFindings(site: LoadedSite, compiled: Compiled, store: PageStore): Diagnostic[] {
  const resolve = compiledLinks(site, compiled, store);
  return site.pages.flatMap((page) => {
    const file = page.file;
    if (file === undefined) return [];
    const links = compiled.get(page.path)?.feedLinks ?? [];
    return links.flatMap((link) => {
      const { feedOf } = site.resolveLink(file, link.href);
      if (feedOf === undefined || resolve(file, link.href).status !== 'missing') return [];
      return [
        brokenLink(
          locationOf(site, file, link),
          link.href,
          `Remove the link, or add an <Update> to the page ${feedOf.url}: only pages with updates have a feed`,
        ),
      ];
    });
  });
}

function locationOf({ files }: LoadedSite, page: string, { file = page, line, column, href }: PageLink): SourceLocation {
  const lineText = fileText(files.read(file))?.split(/\r?\n/)[line - 1];
  return { file, line, column, length: href.length, ...(lineText !== undefined && { lineText }) };
}
