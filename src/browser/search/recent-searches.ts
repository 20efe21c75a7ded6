import { readStored, store } from '../shell/storage.ts';

const most = 6;

/**
 * Recent searches that led to a page, newest first; one list for each base path. `scope` is the base path of the site.
 */
export class RecentSearches {
  readonly #key: string;

  constructor(scope: string) {
    this.#key = `docsgen:searches:${scope}`;
  }

  list(): string[] {
    return (readStored(this.#key) ?? '').split('\n').filter((query) => query !== '');
  }

  add(query: string): void {
    const kept = query.trim().replace(/\s+/g, ' ');
    if (kept === '') return;
    store(this.#key, [kept, ...this.list().filter((other) => other !== kept)].slice(0, most).join('\n'));
  }

  remove(query: string): void {
    store(
      this.#key,
      this.list()
        .filter((other) => other !== query)
        .join('\n'),
    );
  }
}
