/** The search index of a site during editing: created on the first search, and again after changes. */

import type { OutputFile } from '../../model/output-file.ts';
import { searchFolder } from '../../shared/site/search-index.ts';
import type { LoadedSite } from '../build/load-site.ts';
import type { CompiledEntry } from '../build/pages/page-builder.ts';
import type { PageStore } from '../build/pages/page-store.ts';
import { startSearch } from '../build/search-site.ts';

/** A snapshot of a site for indexing. */
export interface SearchSource {
  /** Increases with every change of the site. */
  readonly version: number;
  readonly site: LoadedSite;
  /** Waits until every page is compiled. */
  pages(): Promise<ReadonlyMap<string, CompiledEntry>>;
  readonly store: PageStore;
}

/** Keeps the files of the previous index for an open search. */
export class LiveSearch {
  #version = -1;
  #files: ReadonlyMap<string, OutputFile> = new Map();
  #earlier: ReadonlyMap<string, OutputFile> = new Map();
  #work: Promise<void> | undefined;

  /** A file of the index. A search starts by loading the manifest, which updates the index. */
  async file(output: string, source: SearchSource): Promise<OutputFile | undefined> {
    if (!output.startsWith(`${searchFolder}/`)) return undefined;
    if (this.#version === -1 || output.endsWith('/manifest.json')) await this.#refresh(source);
    return this.#files.get(output) ?? this.#earlier.get(output);
  }

  async #refresh(source: SearchSource): Promise<void> {
    while (this.#version !== source.version) {
      this.#work ??= this.#index(source).finally(() => {
        this.#work = undefined;
      });
      await this.#work;
    }
  }

  async #index({ version, site, store, pages }: SearchSource): Promise<void> {
    const entries = await pages();
    const { value: search } = await startSearch(site, store.cache);
    try {
      for (const page of site.pages) {
        const entry = entries.get(page.path);
        if (entry) await search?.add(page, entry, store);
      }
      const files = (await search?.files())?.value ?? [];
      this.#earlier = this.#files;
      this.#files = new Map(files.map((file) => [file.path, file]));
      this.#version = version;
    } finally {
      await search?.close();
    }
  }
}
