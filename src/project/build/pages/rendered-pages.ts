import type { KnownBytes } from '../../../model/output-file.ts';
import type { Cache } from '../../../platform/cache/cache.ts';

/** The files of a page by hash and size; `files/` checks whether the previous output still has these bytes. */
export interface RenderedPage {
  readonly html: KnownBytes;
  /** Cache key of its Markdown. */
  readonly copyKey: string;
  /** The Markdown file; undefined if it must be written again. */
  readonly copy?: KnownBytes;
}

/**
 * The files of rendered pages by a key of everything they depend on. A page with a known key is not rendered again if
 * its files are still in the previous output. Reads the state of an earlier build on creation; `save` writes the
 * current state.
 */
export class RenderedPages {
  readonly #cache: Cache;
  readonly #key: string;
  /** Page key → files of an earlier build. */
  readonly #previous: ReadonlyMap<string, RenderedPage>;
  readonly #current = new Map<string, Partial<RenderedPage>>();

  /** `siteKey`: fingerprint of what all pages share. */
  constructor(cache: Cache, siteKey: string) {
    this.#cache = cache;
    this.#key = `drawn-${siteKey}`;
    const stored = cache.get(this.#key);
    this.#previous = new Map(stored === undefined ? [] : (JSON.parse(stored) as [string, RenderedPage][]));
  }

  /** `key` is the result of `Renderer.pageKey`. A found entry is kept for the next build. */
  find(key: string): RenderedPage | undefined {
    const known = this.#previous.get(key);
    if (known !== undefined) this.#current.set(key, known);
    return known;
  }

  /** Records a file of a page; an entry is complete when it has its HTML. */
  record(key: string, part: Partial<RenderedPage>): void {
    this.#current.set(key, { ...this.#current.get(key), ...part });
  }

  /** Saves the found and recorded entries for the next build. */
  save(): void {
    const complete = [...this.#current].filter(([, { html, copyKey }]) => html !== undefined && copyKey !== undefined);
    if (complete.length === this.#previous.size && complete.every(([key]) => this.#previous.has(key))) return;
    this.#cache.set(this.#key, JSON.stringify(complete));
  }
}
