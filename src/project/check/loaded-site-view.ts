/** Adapts a loaded and compiled site for the rules of a check. */

import type { FileSystem } from '../../model/file-system.ts';
import { fileText } from '../../model/file-system.ts';
import type { Page } from '../../model/page.ts';
import { divisionsOf } from '../../model/site-config.ts';
import { writtenStrings } from '../../stages/config/written-strings.ts';
import { classifyFile } from '../../stages/content/classify-files.ts';
import { ImportScan } from '../../stages/content/imports.ts';
import { linksInMarkdown } from '../../stages/mdx/compile-markdown.ts';
import { redirectMatcher } from '../../stages/navigation/redirects.ts';
import { type ChangeTimes, changeTimes } from '../build/change-times.ts';
import { compiledLinks } from '../build/feed-links.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { endpointSource } from '../build/pages/endpoint-sources.ts';
import type { CompiledEntry } from '../build/pages/page-builder.ts';
import type { PageStore } from '../build/pages/page-store.ts';
import type { CheckedPage, LinkView, SiteView } from './site-view.ts';

/** `compiled` are the pages by path. */
export function siteView(
  site: LoadedSite,
  compiled: ReadonlyMap<string, CompiledEntry>,
  store: PageStore,
  times: ChangeTimes = changeTimes(site.files),
): SiteView {
  const { config, files } = site;
  const links = linkView(site, compiled, store);
  const pages = site.pages.flatMap(({ path }) => links.pageAt(path) ?? []);
  const snippets = snippetFiles(site);
  const hasTranslations = [...site.nav.switches.values()].some((list) => list.some(({ kind }) => kind === 'language'));
  return {
    ...links,
    config,
    pages,
    linkPages: [...site.sources.values()].filter(({ frontMatter }) => frontMatter.url),
    nav: site.nav,
    redirects: site.redirects,
    configStrings: config.files.flatMap((file) => writtenStrings(files, file)),
    descriptions: descriptionsOf(site),
    snippets,
    usedSnippets: usedFiles(site, pages, snippets),
    covers: (redirect) => {
      const match = redirectMatcher([redirect]);
      return (path) => match(path) !== undefined;
    },
    linksIn: linksInMarkdown,
    changedAt: hasTranslations ? times : () => undefined,
  };
}

/** The part of the view that the rules about links of pages need; `compiled` are the pages by path. */
export function linkView(site: LoadedSite, compiled: ReadonlyMap<string, CompiledEntry>, store: PageStore): LinkView {
  const pages = new Map(site.pages.map((page) => [page.path, page]));
  const checked = new Map<string, CheckedPage | undefined>();
  let redirectOf: ReturnType<typeof redirectMatcher> | undefined;
  return {
    files: site.files,
    pageAt(path) {
      const page = pages.get(path);
      if (page !== undefined && !checked.has(path)) checked.set(path, checkedPage(site, page, compiled.get(path), store));
      return checked.get(path);
    },
    resolveLink: compiledLinks(site, compiled, store),
    isRedirected(path) {
      redirectOf ??= writtenRedirects(site);
      return redirectOf(path) !== undefined;
    },
  };
}

function writtenRedirects({ config, redirects }: LoadedSite): ReturnType<typeof redirectMatcher> {
  const places = new Set(config.redirects.map(({ location }) => location));
  return redirectMatcher(redirects.filter(({ location }) => places.has(location)));
}

function checkedPage(site: LoadedSite, page: Page, entry: CompiledEntry | undefined, store: PageStore): CheckedPage | undefined {
  if (entry === undefined) return undefined;
  const source = page.file === undefined ? endpointSource(site.endpoints, page) : site.sources.get(page.file);
  const { links, advice, dependencies } = entry.compiled;
  return {
    page,
    ...(source && { source }),
    links,
    advice,
    dependencies,
    computes: entry.runsCode,
    html: () => store.html(entry.key) + (entry.endpointKey === undefined ? '' : store.html(entry.endpointKey)),
  };
}

/** Project paths of the descriptions that the navigation, the settings or pages refer to. */
export function descriptionsOf({ config, endpoints, pages, files }: LoadedSite): string[] {
  const found = new Set(config.api.specs.map(({ source }) => source));
  for (const { specs } of divisionsOf(config.navigation)) for (const { source } of specs) found.add(source);
  for (const page of pages) {
    const operation = endpoints.operationOf(page);
    if (operation) found.add(operation.operation.ref.source);
  }
  return [...found].filter((source) => files.has(source)).sort();
}

function snippetFiles({ config, files, sources }: LoadedSite): string[] {
  const configFiles = new Set([config.file, ...config.files]);
  return files.list().flatMap(({ path }) => {
    const kind = classifyFile(path, (file) => configFiles.has(file));
    // Other TypeScript files belong to the tools of the repository.
    const isIncluded =
      kind === 'component' ? /\.[jt]sx$|(?:^|\/)_?snippets\//.test(path) : kind === 'snippet' && /(?:^|\/)_?snippets\//.test(path);
    return isIncluded && !sources.has(path) ? [path] : [];
  });
}

/** The files that pages include, directly or indirectly. */
function usedFiles({ files }: LoadedSite, pages: readonly CheckedPage[], snippets: readonly string[]): Set<string> {
  const used = new Set(pages.flatMap(({ dependencies }) => dependencies));
  const known = new Set(snippets);
  // Grows during the iteration.
  for (const file of used)
    if (known.has(file)) for (const path of new ImportScan(textOf(files, file), file).paths(files.has)) used.add(path);
  return used;
}

/** An unreadable file imports nothing; the compiler reports the problem. */
function textOf(files: FileSystem, file: string): string {
  return fileText(files.read(file)) ?? '';
}
