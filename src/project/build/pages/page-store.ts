/**
 * Compiled pages with their content as HTML: kept on disk while a build runs, so that memory does not grow with the
 * site, and between builds, so that a page is compiled only when something it was made from has changed.
 */
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { CompiledPage, ProgramBody } from '../../../model/compiled-page.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { ReadyHtml } from '../../../model/html-node.ts';
import { type Cache, defaultCacheDir, dropCache, openCache } from '../../../platform/cache/cache.ts';
import type { WrittenField } from '../../../stages/render/endpoint/manual-endpoint-page.ts';
import { type Answered, type Ask, isStillTrue } from './answers.ts';

/** A compiled page without its body, which has become HTML. Its text by section is large and only search needs it: it is kept apart. */
export interface StoredPage {
  readonly compiled: Omit<CompiledPage, 'body' | 'diagnostics' | 'sections'>;
  /** Hash of its HTML; empty for a page that computes. */
  readonly content: string;
  /** Hash of its text by section. */
  readonly text: string;
  /** Of a page that computes: its code, drawn anew with all others of its kind. */
  readonly program?: ProgramBody;
  readonly diagnostics: readonly Diagnostic[];
  readonly answered: readonly Answered[];
  /** The parameters that a hand-written reference page lists. */
  readonly fields?: readonly WrittenField[];
}

/** Content as it is kept. */
interface StoredHtml {
  readonly html: string;
  /** JSON of `HtmlNode[]`. */
  readonly nodes: string;
}

/** The form in which content is kept. */
export function toStored({ html, nodes }: ReadyHtml): StoredHtml {
  return { html, nodes: JSON.stringify(nodes) };
}

type NewPage = Omit<StoredPage, 'content' | 'text'>;

/** Keys are fingerprints of a page's source and of what all pages are made from. */
export interface PageStore {
  /** A page of an earlier build that would come out the same now. */
  find(key: string, ask: Ask): StoredPage | undefined;
  /** Keeps a page as found later; `content` is left out by pages that compute. */
  add<T extends NewPage>(key: string, page: T, sections: CompiledPage['sections'], content?: StoredHtml): T & StoredPage;
  /** The content of a page that is found another way in the next build; gives the hash of its HTML. */
  keepContent(key: string, content: StoredHtml): string;
  /** Throws `DamagedStore` when it is gone. */
  html(key: string): string;
  /** What its content says, as JSON of `HtmlNode[]`. Throws as `html` does. */
  nodes(key: string): string;
  /** Its text by section, for search. */
  sections(key: string): CompiledPage['sections'];
  readonly cache: Cache;
}

/** Without `cacheDir` it is in the project's own cache folder; without `useCache` it lives as long as the run. */
export interface StoreOptions {
  readonly dir: string;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
  /** A page that is found is not read as a whole to prove it: what is damaged is thrown as `DamagedStore` when it is read. */
  readonly isTrusted?: boolean;
}

/** Something that an earlier build has kept cannot be read any more. */
export class DamagedStore extends Error {}

/** Removes what earlier builds have kept. */
export function dropStore(options: Pick<StoreOptions, 'dir' | 'cacheDir'>): void {
  dropCache(storeFolder(options));
}

/** The folder of the cache, absolute. */
export function storeFolder({ dir, cacheDir }: Pick<StoreOptions, 'dir' | 'cacheDir'>): string {
  return resolve(cacheDir ?? defaultCacheDir(dir));
}

/** To be closed by the caller (`cache.close`); what was added is there for the next run only after `cache.save`. */
export function openPageStore({ dir, useCache = true, cacheDir, isTrusted = false }: StoreOptions): PageStore {
  return pageStore(openCache({ dir: useCache ? storeFolder({ dir, cacheDir }) : undefined }), isTrusted);
}

/** Pages in a cache that is open. */
function pageStore(cache: Cache, isTrusted = false): PageStore {
  const htmlOf = (key: string) => cache.get(`${key}.html`);
  const isThere = (key: string) => (isTrusted ? cache.has(key) : cache.getBytes(key) !== undefined);
  return {
    cache,
    find(key, ask) {
      const text = cache.get(key);
      if (text === undefined) return undefined;
      const page: StoredPage = JSON.parse(text);
      const isWhole = isThere(`${key}.text`) && (page.program || (isThere(`${key}.html`) && isThere(`${key}.nodes`)));
      return isWhole && isStillTrue(page.answered, ask) ? page : undefined;
    },
    add(key, page, sections, content) {
      const texts = JSON.stringify(sections);
      const stored = { ...page, content: content === undefined ? '' : shortHash(content.html), text: shortHash(texts) };
      const text = JSON.stringify(stored);
      cache.set(key, text);
      cache.set(`${key}.text`, texts);
      if (content !== undefined) {
        cache.set(`${key}.html`, content.html);
        cache.set(`${key}.nodes`, content.nodes);
      }
      // As a later build finds it, and free of the large texts that its own were cut from.
      return JSON.parse(text);
    },
    keepContent(key, { html, nodes }) {
      if (htmlOf(key) !== html || cache.get(`${key}.nodes`) === undefined) {
        cache.set(`${key}.html`, html);
        cache.set(`${key}.nodes`, nodes);
      }
      return shortHash(html);
    },
    html(key) {
      const html = htmlOf(key);
      if (html === undefined) throw new DamagedStore(`the content of ${key} is gone from the page store`);
      return html;
    },
    nodes(key) {
      const text = cache.get(`${key}.nodes`);
      if (text === undefined) throw new DamagedStore(`what ${key} says is gone from the page store`);
      return text;
    },
    sections(key) {
      const text = cache.get(`${key}.text`);
      if (text === undefined) throw new DamagedStore(`the text of ${key} is gone from the page store`);
      return JSON.parse(text) as CompiledPage['sections'];
    },
  };
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27);
}
