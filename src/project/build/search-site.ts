/** Decides which pages are in which search index, and passes the text of their sections from the store. */

import type { Result } from '../../model/diagnostic.ts';
import type { NavNode } from '../../model/nav-tree.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { Page } from '../../model/page.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import { withoutMarks } from '../../shared/inline-marks.ts';
import { languageName, languageTag } from '../../shared/language.ts';
import type { SearchManifest, SearchScope } from '../../shared/site/search-index.ts';
import { searchStrings } from '../../stages/render/messages/search-strings.ts';
import { packageKey } from '../../stages/render/package-files.ts';
import type { SearchPage } from '../../stages/search/page-record.ts';
import { openSearch, type SearchCache, type SearchIndex } from '../../stages/search/search-index.ts';
import type { LoadedSite } from './load-site.ts';
import type { CompiledEntry } from './pages/page-builder.ts';
import { DamagedStore, type PageStore } from './pages/page-store.ts';

/** Pages that may wait for the index: compiling goes on while it is busy. */
const maxWaiting = 256;
/** Number of links in the dialog when nothing is found. */
const maxStarts = 5;

/** Ignores pages that are excluded from search. */
export interface SiteSearch {
  /** Adds a compiled page to the index, which processes it in the background. Always call it in the same order. */
  add(page: Page, entry: CompiledEntry, store: PageStore): Promise<void>;
  /** Folder of the index for a page with this language code and version. */
  folderOf(language: string | undefined, version: string | undefined): string;
  /** All pages have been added: indexing is completed in the background. */
  end(): void;
  /** The files of the index, after all pages have been added. */
  files(): Promise<Result<readonly OutputFile[]>>;
  close(): Promise<void>;
}

/** The search of a site, if it is enabled and has pages. The caller must close it. */
export async function startSearch(site: LoadedSite, cache: Cache): Promise<Result<SiteSearch | undefined>> {
  const pages = searchedPages(site);
  if (pages.length === 0) return { value: undefined, diagnostics: [] };
  const { value: index, diagnostics } = await openSearch(searchCache(cache));
  return { value: index && new Search(site, pages, index), diagnostics };
}

function searchCache(cache: Cache): SearchCache {
  return {
    codeKey: packageKey(),
    getBytes: (key) => cache.getBytes(key),
    has: (key) => cache.has(key),
    set: (key, value) => cache.set(key, value),
    lost: (what) => new DamagedStore(`${what} is missing from the cache`),
  };
}

/** The index folder for a language and version, before the index exists; undefined on a site without search. */
export function searchFolders(site: LoadedSite): SiteSearch['folderOf'] | undefined {
  const pages = searchedPages(site);
  return pages.length === 0 ? undefined : folderFinder(scopesOf(pages, site.nav.root));
}

/** Empty on a site without search. */
function searchedPages(site: LoadedSite): Page[] {
  return site.config.docsgen.search.enabled ? site.pages.filter((page) => isFound(page, site)) : [];
}

/** The index is a public file, so it excludes pages that not everybody may see. */
function isFound({ access }: Page, { config }: LoadedSite): boolean {
  return access.inSearch && access.groups.length === 0 && (!config.docsgen.hasAuth || access.isPublic);
}

class Search implements SiteSearch {
  readonly #site: LoadedSite;
  readonly #pages: ReadonlySet<Page>;
  readonly #index: SearchIndex;
  /** Language tag → its scopes, the default version first; one without a version when it has none. */
  readonly #scopes: ReadonlyMap<string, readonly SearchScope[]>;
  /** The pages so far are in the index. */
  #added: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(site: LoadedSite, pages: readonly Page[], index: SearchIndex) {
    this.#site = site;
    this.#pages = new Set(pages);
    this.#index = index;
    this.#scopes = scopesOf(pages, site.nav.root);
  }

  async add(page: Page, entry: CompiledEntry, store: PageStore): Promise<void> {
    if (!this.#pages.has(page)) return;
    this.#waiting += 1;
    this.#added = this.#added.then(async () => {
      await this.#addToIndex(page, entry, store);
      this.#waiting -= 1;
    });
    // `files` reports the error.
    this.#added.catch(() => {});
    if (this.#waiting > maxWaiting) await this.#added;
  }

  async #addToIndex(page: Page, entry: CompiledEntry, store: PageStore): Promise<void> {
    const record = searchPage(this.#site, page, entry, store);
    for (const scope of this.#scopes.get(languageTag(page.language)) ?? []) {
      // A page without version belongs to all of them.
      if (page.version === undefined || scope.version === page.version) await this.#index.add(scope, record);
    }
  }

  folderOf(language: string | undefined, version: string | undefined): string {
    return folderFinder(this.#scopes)(language, version);
  }

  end(): void {
    this.#added.then(() => this.#index.end()).catch(() => {});
  }

  async files(): Promise<Result<readonly OutputFile[]>> {
    await this.#added;
    const scopes = [...this.#scopes.values()].flat().map((scope) => ({ ...scope, name: languageName(scope.language) }));
    const { results } = this.#site.config.docsgen.search;
    return this.#index.files((scope) => ({
      scopes,
      results,
      starts: starts(this.#site, scope),
      strings: searchStrings(scope.language),
    }));
  }

  close(): Promise<void> {
    return this.#index.close();
  }
}

function folderFinder(all: ReadonlyMap<string, readonly SearchScope[]>): SiteSearch['folderOf'] {
  return (language, version) => {
    const scopes = all.get(languageTag(language)) ?? [...all.values()][0] ?? [];
    return (scopes.find((scope) => scope.version === version) ?? (scopes[0] as SearchScope)).folder;
  };
}

function scopesOf(pages: readonly Page[], root: NavNode): Map<string, SearchScope[]> {
  const versions = new Map<string, Set<string>>();
  for (const page of pages) {
    const tag = languageTag(page.language);
    const known = versions.get(tag) ?? new Set();
    versions.set(tag, known);
    if (page.version !== undefined) known.add(page.version);
  }
  const defaults = new Set(nodesBelow(root).flatMap((node) => (node.kind === 'version' && node.isDefault ? [node.name] : [])));
  return new Map(
    [...versions].map(([language, names]) => {
      const sorted = [...names].sort((a, b) => Number(defaults.has(b)) - Number(defaults.has(a)));
      if (sorted.length === 0) return [language, [{ folder: language, language }]];
      return [language, sorted.map((version, at) => ({ folder: `${language}/${at}`, language, version }))];
    }),
  );
}

function nodesBelow(root: NavNode): NavNode[] {
  const found = [root];
  for (const node of found) found.push(...childNodes(node));
  return found;
}

function childNodes(node: NavNode): NavNode[] {
  return node.children.filter((child): child is NavNode => child.kind !== 'page');
}

function searchPage(site: LoadedSite, page: Page, entry: CompiledEntry, store: PageStore): SearchPage {
  const { headings } = entry.compiled;
  const endpoint = endpointOf(site, page);
  return {
    url: page.url,
    title: page.title,
    ...(page.description !== undefined && { description: withoutMarks(page.description) }),
    trail: trailOf(site, page),
    keywords: page.frontMatter.keywords,
    ...(endpoint !== undefined && { endpoint }),
    boost: page.boost,
    textKey: `${entry.text} ${JSON.stringify(headings.map(({ id, depth }) => [id, depth]))}`,
    get sections() {
      const depths = new Map(headings.map(({ id, depth }) => [id, depth]));
      const texts = [...store.sections(entry.key), ...(entry.endpointKey === undefined ? [] : store.sections(entry.endpointKey))];
      return texts.map((section) => ({ ...section, depth: depths.get(section.id) ?? 2 }));
    },
  };
}

/** `GET /users/{id}`, `WEBHOOK order.paid`, or the address of a channel. */
function endpointOf({ endpoints }: LoadedSite, page: Page): string | undefined {
  const ref = endpoints.operationOf(page)?.operation.ref;
  return ref === undefined ? page.frontMatter.api : `${ref.method} ${ref.path}`.trim();
}

/** The navigation levels above the page, without language and version. */
function trailOf({ nav }: LoadedSite, page: Page): string[] {
  const trail = nav.places.get(page.path)?.[0]?.trail ?? [];
  return trail
    .filter(({ kind, name }) => kind !== 'root' && kind !== 'language' && kind !== 'version' && name !== '')
    .map(({ name }) => name);
}

/** The sections of a scope: tabs, anchors and similar divisions, else groups. */
function starts({ nav, pages, config }: LoadedSite, { language, version }: SearchScope): SearchManifest['starts'] {
  const urls = new Map(pages.map((page) => [page.path, page.url]));
  let node: NavNode = nav.root;
  for (;;) {
    const inside = childNodes(node);
    const next =
      inside.find((child) => child.kind === 'language' && languageTag(child.name) === language) ??
      inside.find((child) => child.kind === 'version' && child.name === version) ??
      (inside.length === 1 ? inside[0] : undefined);
    if (next === undefined || next.kind === 'group') break;
    node = next;
  }
  const found = childNodes(node).flatMap(({ name, firstPage }) => {
    const url = firstPage === undefined ? undefined : urls.get(firstPage);
    return url === undefined || name === '' ? [] : [{ title: name, url }];
  });
  return (found.length > 0 ? found : [{ title: config.name, url: '/' }]).slice(0, maxStarts);
}
