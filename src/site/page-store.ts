/**
 * Compiled pages with their content as HTML: kept on disk while a build runs, so that memory does not grow with the
 * site, and between builds, so that a page is compiled only when something it was made from has changed.
 */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cache, defaultCacheDir, openCache } from '../cache/cache.ts';
import { fingerprint } from '../cache/fingerprint.ts';
import type { CompiledPage, ProgramBody } from '../model/compiled-page.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { WrittenField } from '../render/hand-written-endpoint.ts';
import { type Answered, type Ask, isStillTrue } from './answers.ts';

/** A compiled page without its body, which has become HTML. */
export interface StoredPage {
  readonly compiled: Omit<CompiledPage, 'body' | 'diagnostics'>;
  /** Of a page that computes: its code, drawn anew with all others of its kind. */
  readonly program?: ProgramBody;
  readonly diagnostics: readonly Diagnostic[];
  readonly answered: readonly Answered[];
  /** The parameters that a hand-written reference page lists. */
  readonly fields?: readonly WrittenField[];
}

export interface PageStore {
  /** A page of an earlier build that would come out the same now. */
  find(key: string, ask: Ask): StoredPage | undefined;
  add(key: string, page: StoredPage, html?: string): void;
  /** The HTML of a page that is found another way in the next build. */
  keepHtml(key: string, html: string): void;
  html(key: string): string;
  /** Its text by section, for search. */
  sections(key: string): CompiledPage['sections'];
  readonly cache: Cache;
}

export interface StoreOptions {
  readonly dir: string;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
}

export function openPageStore({ dir, useCache = true, cacheDir }: StoreOptions): PageStore {
  const cache = openCache({ dir: useCache ? resolve(cacheDir ?? defaultCacheDir(dir)) : undefined });
  const htmlOf = (key: string) => cache.get(`${key}.html`);
  return {
    cache,
    find(key, ask) {
      const text = cache.get(key);
      if (text === undefined) return undefined;
      const page: StoredPage = JSON.parse(text);
      return isStillTrue(page.answered, ask) && (page.program || htmlOf(key) !== undefined) ? page : undefined;
    },
    add(key, page, html) {
      cache.set(key, JSON.stringify(page));
      if (html !== undefined) cache.set(`${key}.html`, html);
    },
    keepHtml(key, html) {
      if (htmlOf(key) !== html) cache.set(`${key}.html`, html);
    },
    html(key) {
      const html = htmlOf(key);
      if (html === undefined) throw new Error(`the content of ${key} is gone from the page store`);
      return html;
    },
    sections(key) {
      const text = cache.get(key);
      return text === undefined ? [] : (JSON.parse(text) as StoredPage).compiled.sections;
    },
  };
}

/** A key for our own code: what an older or newer docsgen has made is not used. */
export function codeFingerprint(): string {
  ownCode ??= readCodeFingerprint();
  return ownCode;
}

let ownCode: string | undefined;

function readCodeFingerprint(): string {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const parts: string[] = [process.versions.node];
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.d.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    parts.push(`${path.slice(root.length)} ${size} ${mtimeMs}`);
  }
  return fingerprint(parts.sort());
}
