/**
 * Compiled pages with their content as HTML: on disk during a build, so that memory use does not grow with the site,
 * and between builds, so that a page is compiled only if one of its inputs has changed.
 */
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { type CompiledPage, noFeatures, type PageLink, type ProgramBody } from '../../../model/compiled-page.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { ReadyHtml } from '../../../model/html-node.ts';
import { type Cache, defaultCacheDir, dropCache, openCache } from '../../../platform/cache/cache.ts';
import { feedPath } from '../../../shared/site/markdown-path.ts';
import type { WrittenField } from '../../../stages/render/endpoint/manual-endpoint-page.ts';
import { areUpToDate, dependsOnUrls, isUpToDate, type RecordedQuery, type RunQuery } from './recorded-queries.ts';

/**
 * A compiled page without its body, which is stored as HTML. Its text by section and its links are stored separately, because
 * they are large and few builds need them.
 */
export interface StoredPage {
  readonly compiled: Omit<CompiledPage, 'body' | 'diagnostics' | 'sections'>;
  /** Hash of its HTML; empty for a page with code. */
  readonly content: string;
  /** Hash of its text by section. */
  readonly text: string;
  /** The code of a page with code; all such pages are evaluated together. */
  readonly program?: ProgramBody;
  readonly diagnostics: readonly Diagnostic[];
  readonly queries: readonly RecordedQuery[];
  /** The links that can be to a feed. */
  readonly feedLinks: readonly PageLink[];
  /** The parameters of a hand-written reference page. */
  readonly fields?: readonly WrittenField[];
}

/** Content as stored. */
interface StoredHtml {
  readonly html: string;
  /** JSON of `HtmlNode[]`. */
  readonly nodes: string;
}

/** Converts content to its stored form. */
export function toStored({ html, nodes }: ReadyHtml): StoredHtml {
  return { html, nodes: JSON.stringify(nodes) };
}

/** The compiled part of a page without an author's text; `file` is where its content comes from. */
export function emptyCompiled(file: string): StoredPage['compiled'] {
  return { file, headings: [], links: [], features: noFeatures, classNames: [], codeStyles: [], dependencies: [], advice: [] };
}

type NewPage = Omit<StoredPage, 'content' | 'text' | 'feedLinks'>;

/** What a build needs of every page, also of unchanged ones. */
interface PageRecord extends Omit<StoredPage, 'compiled' | 'queries'> {
  readonly compiled: Omit<StoredPage['compiled'], 'codeStyles' | 'links' | 'advice'>;
  /** `CompiledPage.codeStyles`, one a line: most pages have the same ones. */
  readonly codeStyles: string;
  /** The query of all URLs: while its result is unchanged, so are those of `PageDetails`. */
  readonly urls?: RecordedQuery;
  /** All other queries. */
  readonly queries: readonly RecordedQuery[];
}

/** The rest, which is read only when it is needed. */
interface PageDetails extends Pick<CompiledPage, 'sections' | 'links' | 'advice'> {
  readonly queries: readonly RecordedQuery[];
}

/** Keys are fingerprints of a page's source and of what all pages depend on. */
export interface PageStore {
  /** A page of an earlier build that is still valid. */
  find(key: string, run: RunQuery): StoredPage | undefined;
  /** Stores a page; pages with code have no `content`. */
  add<T extends NewPage>(key: string, page: T, sections: CompiledPage['sections'], content?: StoredHtml): T & StoredPage;
  /** Stores the content of a page with code; returns the hash of its HTML. */
  setContent(key: string, content: StoredHtml): string;
  /** Throws `DamagedStore` if it is missing. */
  html(key: string): string;
  /** The content as JSON of `HtmlNode[]`. Throws like `html`. */
  nodes(key: string): string;
  /** Its text by section, for search. */
  sections(key: string): CompiledPage['sections'];
  readonly cache: Cache;
}

/** Default of `cacheDir`: the cache folder of the project; without `useCache` the store is kept in memory. */
export interface StoreOptions {
  readonly dir: string;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
  /** Skips the validation of stored content; damaged entries throw `DamagedStore` when they are read. */
  readonly isTrusted?: boolean;
}

/** An entry of an earlier build cannot be read. */
export class DamagedStore extends Error {}

/** Deletes what earlier builds stored. */
export function dropStore(options: Pick<StoreOptions, 'dir' | 'cacheDir'>): void {
  const folder = storeFolder(options);
  if (folder !== undefined) dropCache(folder);
}

/** The absolute path of the cache folder; undefined if a symbolic link leads out of it. */
export function storeFolder({ dir, cacheDir }: Pick<StoreOptions, 'dir' | 'cacheDir'>): string | undefined {
  const folder = cacheDir ?? defaultCacheDir(dir);
  return folder === undefined ? undefined : resolve(folder);
}

/** The caller must close it (`cache.close`); new entries persist only after `cache.save`. */
export function openPageStore({ dir, useCache = true, cacheDir, isTrusted = false }: StoreOptions): PageStore {
  return pageStore(openCache({ dir: useCache ? storeFolder({ dir, cacheDir }) : undefined }), isTrusted);
}

/** Pages in an open cache. */
function pageStore(cache: Cache, isTrusted = false): PageStore {
  const htmlOf = (key: string) => cache.get(`${key}.html`);
  const exists = (key: string) => (isTrusted ? cache.has(key) : cache.getBytes(key) !== undefined);
  const detailsOf = (key: string): PageDetails => {
    const text = cache.get(`${key}.text`);
    if (text === undefined) throw new DamagedStore(`the text of ${key} is missing from the page store`);
    return JSON.parse(text);
  };
  const restored = pageReader(detailsOf);
  return {
    cache,
    find(key, run) {
      const text = cache.get(key);
      if (text === undefined) return undefined;
      const record: PageRecord = JSON.parse(text);
      const isComplete = exists(`${key}.text`) && (record.program || (exists(`${key}.html`) && exists(`${key}.nodes`)));
      if (!isComplete || !areUpToDate(record.queries, run)) return undefined;
      const page = restored(key, record);
      return record.urls === undefined || isUpToDate(record.urls, run) || areUpToDate(page.queries, run) ? page : undefined;
    },
    add<T extends NewPage>(key: string, page: T, sections: CompiledPage['sections'], content?: StoredHtml) {
      const { links, advice } = page.compiled;
      const text = JSON.stringify(recordOf(page, sections, content));
      cache.set(key, text);
      cache.set(`${key}.text`, JSON.stringify({ sections, links, advice, queries: page.queries } satisfies PageDetails));
      if (content !== undefined) {
        cache.set(`${key}.html`, content.html);
        cache.set(`${key}.nodes`, content.nodes);
      }
      // The same object as in a later build, without references to the large strings that its own are slices of.
      return restored(key, JSON.parse(text)) as T & StoredPage;
    },
    setContent(key, { html, nodes }) {
      if (htmlOf(key) !== html || cache.get(`${key}.nodes`) === undefined) {
        cache.set(`${key}.html`, html);
        cache.set(`${key}.nodes`, nodes);
      }
      return shortHash(html);
    },
    html(key) {
      const html = htmlOf(key);
      if (html === undefined) throw new DamagedStore(`the content of ${key} is missing from the page store`);
      return html;
    },
    nodes(key) {
      const text = cache.get(`${key}.nodes`);
      if (text === undefined) throw new DamagedStore(`the text of ${key} is missing from the page store`);
      return text;
    },
    sections(key) {
      return detailsOf(key).sections;
    },
  };
}

/** Converts records to pages, whose details are read when they are needed. */
function pageReader(detailsOf: (key: string) => PageDetails): (key: string, record: PageRecord) => StoredPage {
  /** The lists of code styles by their text: pages share them. */
  const styles = new Map<string, readonly string[]>();
  const stylesOf = (text: string): readonly string[] => {
    const known = styles.get(text) ?? (text === '' ? [] : text.split('\n'));
    styles.set(text, known);
    return known;
  };
  return (key, { compiled, codeStyles, urls: _urls, queries: _queries, ...page }) => {
    let details: PageDetails | undefined;
    const more = () => {
      details ??= detailsOf(key);
      return details;
    };
    return {
      ...page,
      compiled: {
        ...compiled,
        codeStyles: stylesOf(codeStyles),
        get links() {
          return more().links;
        },
        get advice() {
          return more().advice;
        },
      },
      get queries() {
        return more().queries;
      },
    };
  };
}

function recordOf(
  { compiled, queries, ...page }: NewPage,
  sections: CompiledPage['sections'],
  content: StoredHtml | undefined,
): PageRecord {
  const { links, advice: _advice, codeStyles, ...outline } = compiled;
  const urls = queries.find(([, kind]) => kind === 'urls');
  return {
    ...page,
    compiled: outline,
    codeStyles: codeStyles.join('\n'),
    ...(urls && { urls }),
    queries: urls ? queries.filter((query) => query !== urls && !dependsOnUrls(query)) : queries,
    feedLinks: links.filter(canBeFeed),
    content: content === undefined ? '' : shortHash(content.html),
    text: shortHash(JSON.stringify(sections)),
  };
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27);
}

const feedName = feedPath('/').slice(1);

/** Sorts out most links without resolving them: in these characters nothing is encoded that resolving would change. */
function canBeFeed({ kind, href }: PageLink): boolean {
  return kind === 'link' && (href.includes(feedName) || !/^[\w./?#=&:-]*$/.test(href));
}
