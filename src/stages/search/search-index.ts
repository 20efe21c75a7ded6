/**
 * The search index of a site, built while its pages are rendered:
 *
 *   const { value: search } = await openSearch(cache); // undefined, with a notice, if Pagefind does not run
 *   await search.add(scope, page) // for each page, always in the same order: waits while Pagefind is behind
 *   await search.files(manifestOf) // once, at the end
 *   await search.close() // always
 *
 * The same pages in the same order give the same bytes. Pagefind's filters do not: their order changes from run to run.
 * Therefore each version has its own index.
 */

import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { SearchScope } from '../../shared/site/search-index.ts';
import { searchBroken, searchUnavailable } from './errors.ts';
import type { SearchCache } from './index-files.ts';
import type { SearchPage } from './page-record.ts';
import { openPagefind, type PagefindService, SilentProgramError } from './pagefind-service.ts';
import { type ManifestInput, ScopeIndex } from './scope-index.ts';

export type { ManifestInput, SearchCache };

/** No page may be added after `end`. */
export interface SearchIndex {
  /** Resolves when another page can be added. `files` reports errors. */
  add(scope: SearchScope, page: SearchPage): Promise<void>;
  /** All pages have been added: indexes the last ones and ends the program in the background. */
  end(): void;
  /** All files that the browser needs, with an index for each scope that has pages. Empty when the program failed. */
  files(manifestOf: (scope: SearchScope) => ManifestInput): Promise<Result<readonly OutputFile[]>>;
  close(): Promise<void>;
}

/**
 * Starts the program. Undefined, with `search/unavailable`, if it does not run, or with `search/failed`, if it does not
 * answer within `maxAnswerTime` milliseconds.
 */
export async function openSearch(cache: SearchCache, maxAnswerTime?: number): Promise<Result<SearchIndex | undefined>> {
  try {
    return { value: new PagefindSearch(await openPagefind(maxAnswerTime), cache), diagnostics: [] };
  } catch (error) {
    const reason = firstLine(error);
    return { value: undefined, diagnostics: [error instanceof SilentProgramError ? searchBroken(reason) : searchUnavailable(reason)] };
  }
}

/**
 * Maximum number of characters that Pagefind has in memory, over all indexes: some 250 pages, fewer when they are long.
 * Its result takes a multiple of that in both processes; starting a new index takes 30 ms.
 */
const maxOpen = 3_000_000;

class PagefindSearch implements SearchIndex {
  readonly #pagefind: PagefindService;
  readonly #cache: SearchCache;
  readonly #indexes = new Map<SearchScope, ScopeIndex>();
  #ended: Promise<void> | undefined;

  constructor(pagefind: PagefindService, cache: SearchCache) {
    this.#pagefind = pagefind;
    this.#cache = cache;
  }

  async add(scope: SearchScope, page: SearchPage): Promise<void> {
    let index = this.#indexes.get(scope);
    if (index === undefined) {
      index = new ScopeIndex(scope, this.#pagefind, this.#cache);
      this.#indexes.set(scope, index);
    }
    await index.add(page);
    // When versions and languages share pages, all their indexes are open at once.
    const open = [...this.#indexes.values()].filter(({ openLength }) => openLength > 0);
    if (open.reduce((sum, { openLength }) => sum + openLength, 0) < maxOpen) return;
    await open.reduce((most, one) => (one.openLength > most.openLength ? one : most)).closeBatch();
  }

  end(): void {
    this.#ended ??= this.#finish();
    // `files` reports the error.
    this.#ended.catch(() => {});
  }

  async files(manifestOf: (scope: SearchScope) => ManifestInput): Promise<Result<readonly OutputFile[]>> {
    const files: OutputFile[] = [];
    const diagnostics: Diagnostic[] = [];
    try {
      this.end();
      await this.#ended;
      for (const [scope, index] of this.#indexes) files.push(...(await index.files(manifestOf(scope))));
    } catch (error) {
      return { value: [], diagnostics: [searchBroken(firstLine(error))] };
    }
    // Every index comes with a copy of the search code; one is enough.
    const seen = new Set<string>();
    return { value: files.filter(({ path }) => !seen.has(path) && seen.add(path)), diagnostics };
  }

  close(): Promise<void> {
    return this.#pagefind.close();
  }

  async #finish(): Promise<void> {
    for (const index of this.#indexes.values()) await index.finish();
    // The program is idle; ending it frees memory.
    await this.#pagefind.close();
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] as string;
}
