/**
 * The search index of a site, made while its pages are rendered:
 *
 *   const { value: search } = await openSearch();   // undefined, with a notice, where Pagefind does not run
 *   await search.add(scope, page)                   // for each page, always in the same order: waits while Pagefind is behind
 *   await search.files(manifestOf)                  // once, at the end
 *   await search.close()                            // always
 *
 * The same pages in the same order give the same bytes. Pagefind's filters would not: it writes them in an order that
 * changes from run to run. So versions have indexes of their own.
 */
import { createHash } from 'node:crypto';
import { type SearchManifest, type SearchScope, searchFolder } from '../contract/search-index.ts';
import type { Diagnostic, Result } from '../model/diagnostic.ts';
import type { OutputFile } from '../model/output-file.ts';
import { searchBroken, searchUnavailable } from './errors.ts';
import { pageRecord, type SearchPage } from './page-record.ts';
import { openPagefind, type PagefindIndex, type PagefindService } from './pagefind-service.ts';
import { WordList } from './word-list.ts';

/** What the driver knows of an index; the rest of its manifest is counted here. */
export type ManifestInput = Omit<SearchManifest, 'tag' | 'kinds' | 'hasBoosts'>;

export interface SearchIndex {
  /** Resolves when there is room for another page. Faults are told by `files`. */
  add(scope: SearchScope, page: SearchPage): Promise<void>;
  /** Everything that the browser needs, an index for each scope that has pages. Empty when the program failed. */
  files(manifestOf: (scope: SearchScope) => ManifestInput): Promise<Result<readonly OutputFile[]>>;
  close(): Promise<void>;
}

export async function openSearch(): Promise<Result<SearchIndex | undefined>> {
  try {
    return { value: new PagefindSearch(await openPagefind()), diagnostics: [] };
  } catch (error) {
    return { value: undefined, diagnostics: [searchUnavailable(firstLine(error))] };
  }
}

class PagefindSearch implements SearchIndex {
  readonly #pagefind: PagefindService;
  readonly #indexes = new Map<SearchScope, ScopeIndex>();

  constructor(pagefind: PagefindService) {
    this.#pagefind = pagefind;
  }

  add(scope: SearchScope, page: SearchPage): Promise<void> {
    let index = this.#indexes.get(scope);
    if (index === undefined) {
      index = new ScopeIndex(scope, this.#pagefind);
      this.#indexes.set(scope, index);
    }
    return index.add(page);
  }

  async files(manifestOf: (scope: SearchScope) => ManifestInput): Promise<Result<readonly OutputFile[]>> {
    const files: OutputFile[] = [];
    const diagnostics: Diagnostic[] = [];
    try {
      for (const [scope, index] of this.#indexes) files.push(...(await index.files(manifestOf(scope))));
    } catch (error) {
      return { value: [], diagnostics: [searchBroken(firstLine(error))] };
    }
    // Every index comes with a copy of what reads it; one is enough.
    const seen = new Set<string>();
    return { value: files.filter(({ path }) => !seen.has(path) && seen.add(path)), diagnostics };
  }

  close(): Promise<void> {
    return this.#pagefind.close();
  }
}

class ScopeIndex {
  readonly #folder: string;
  readonly #stemming: string;
  readonly #index: Promise<PagefindIndex>;
  readonly #words = new WordList();
  readonly #kinds = new Set<SearchManifest['kinds'][number]>();
  #hasBoosts = false;

  constructor({ folder, language }: SearchScope, pagefind: PagefindService) {
    this.#folder = `${searchFolder}/${folder}`;
    this.#stemming = stemmingLanguage(language);
    this.#index = pagefind.createIndex(this.#stemming);
    // `files` tells.
    this.#index.catch(() => {});
  }

  async add(page: SearchPage): Promise<void> {
    this.#words.add(page);
    this.#kinds.add(page.endpoint === undefined ? 'page' : 'endpoint');
    if (page.boost !== 1) this.#hasBoosts = true;
    const index = await this.#index.catch(() => undefined);
    await index?.add(page.url, pageRecord(page, this.#stemming));
  }

  async files(input: ManifestInput): Promise<OutputFile[]> {
    const files = await (await this.#index).files();
    const reader = files.some(({ path }) => path === `wasm.${this.#stemming}.pagefind`) ? this.#stemming : 'unknown';
    const wanted = files
      .filter(({ path }) => path === `wasm.${reader}.pagefind` || isWanted(path))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    const hash = createHash('sha256');
    for (const { path, content } of wanted) if (path.includes('pf_meta')) hash.update(content);
    const words = this.#words.text();
    const manifest: SearchManifest = {
      ...input,
      tag: hash.update(words).digest('hex').slice(0, 8),
      kinds: [...this.#kinds].sort(),
      hasBoosts: this.#hasBoosts,
    };
    return [
      ...wanted.map(({ path, content }) => ({
        path: path === 'pagefind.js' ? `${searchFolder}/pagefind.js` : `${this.#folder}/${path}`,
        data: content,
      })),
      { path: `${this.#folder}/words.txt`, data: words },
      { path: `${this.#folder}/manifest.json`, data: JSON.stringify(manifest) },
    ];
  }
}

/** Pagefind also writes two user interfaces, a script for highlighting and one for a worker, which our policy stops. */
function isWanted(path: string): boolean {
  return /^(?:index|fragment)\/|^pagefind\.js$|^pagefind-entry\.json$|\.pf_meta$/.test(path);
}

/**
 * Words are cut to their stems by the rules of a language. Chinese, Japanese and Thai are none to Pagefind here: it
 * would divide them into words of its own, and our pairs of letters are already made.
 */
function stemmingLanguage(tag: string): string {
  const base = tag.toLowerCase().split('-')[0] as string;
  return ['zh', 'ja', 'th'].includes(base) ? 'unknown' : base;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] as string;
}
