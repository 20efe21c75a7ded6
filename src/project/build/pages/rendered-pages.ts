import type { KnownBytes } from '../../../model/output-file.ts';
import type { Cache } from '../../../platform/cache/cache.ts';

/** Files of one page by hash and size: whether the old site still has these bytes, `files/` knows. */
export interface RenderedPage {
  readonly html: KnownBytes;
  /** Where the cache has its Markdown. */
  readonly copyKey: string;
  /** Its Markdown as a file; undefined where it has to be made anew. */
  readonly copy?: KnownBytes;
}

/**
 * What pages looked like when they were last drawn, by everything that they are drawn from: a page whose key is known
 * need not be drawn again where its file still lies in the old site, and no more its Markdown copy. Reads what an
 * earlier build has left when it is made; `save` writes what is true now.
 */
export class RenderedPages {
  readonly #cache: Cache;
  readonly #key: string;
  /** Page key → as drawn in an earlier build. */
  readonly #before: ReadonlyMap<string, RenderedPage>;
  readonly #now = new Map<string, Partial<RenderedPage>>();

  /** `siteKey`: of what all pages have in common. */
  constructor(cache: Cache, siteKey: string) {
    this.#cache = cache;
    this.#key = `drawn-${siteKey}`;
    const kept = cache.get(this.#key);
    this.#before = new Map(kept === undefined ? [] : (JSON.parse(kept) as [string, RenderedPage][]));
  }

  /** `key` as `Renderer.pageKey` gives it. What was found is kept for the next build, too. */
  find(key: string): RenderedPage | undefined {
    const known = this.#before.get(key);
    if (known !== undefined) this.#now.set(key, known);
    return known;
  }

  /** Adds what is known of a page; with its HTML it is whole. */
  note(key: string, part: Partial<RenderedPage>): void {
    this.#now.set(key, { ...this.#now.get(key), ...part });
  }

  /** Keeps what was found and noted for the next build. */
  save(): void {
    const whole = [...this.#now].filter(([, { html, copyKey }]) => html !== undefined && copyKey !== undefined);
    if (whole.length === this.#before.size && whole.every(([key]) => this.#before.has(key))) return;
    this.#cache.set(this.#key, JSON.stringify(whole));
  }
}
