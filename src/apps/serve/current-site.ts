/**
 * The build that is served, and the previous ones for some time, so that open tabs can still load their files. Polls for a new build,
 * which replaces the current one between two requests.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestName } from '../../platform/files/output/manifest.ts';
import { type BlobStore, SiteReplaced } from './blob-store.ts';
import { SiteNotFound } from './errors.ts';
import type { RouteTable, ServedFile } from './route-table.ts';
import { hashesIn, idOf, loadVersion, type SiteVersion } from './site-version.ts';

/** How long the files of previous builds stay available. */
const previousMs = 10 * 60_000;
/** Maximum number of previous builds. */
const maxPrevious = 120;
/** Swapping folders takes microseconds, or up to some tenths of a second on a slow disk. */
const retries = 40;
const retryMs = 50;
/** Delay after a system error, such as a full disk. */
const problemMs = 30_000;

/** `accept` and `onChange` are called for all builds but the first. */
export interface CurrentSiteOptions {
  readonly outDir: string;
  readonly store: BlobStore;
  /** Poll interval in milliseconds. */
  readonly pollMs: number;
  /** Called when a new build is served, or could not be loaded. */
  readonly onChange: (change: { readonly build: string } | { readonly problem: string }) => void;
  /** Returns the reason if the settings of a build do not fit the running server. Then the current build stays. */
  readonly accept: (version: SiteVersion) => string | undefined;
}

interface Previous {
  readonly version: SiteVersion;
  readonly until: number;
}

/** `version` may change during a request, so read it once per request. */
export class CurrentSite {
  version: SiteVersion;
  readonly #options: CurrentSiteOptions;
  #previous: readonly Previous[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isChecking: Promise<void> | undefined;
  #lastProblem = '';
  /** A failed build, which is not retried before this time. */
  #failed: { readonly id: string; readonly until: number } | undefined;
  #isClosed = false;

  private constructor(version: SiteVersion, options: CurrentSiteOptions) {
    this.version = version;
    this.#options = options;
    this.#wait();
  }

  /** Throws `SiteNotFound`. */
  static async open(options: CurrentSiteOptions): Promise<CurrentSite> {
    return new CurrentSite(await settled(() => loadVersion(options.outDir, options.store)), options);
  }

  /** Finds a file below `_docsgen/` of a previous build, for readers with the route table that `tableOf` returns. */
  previous(path: string, tableOf: (version: SiteVersion) => RouteTable | undefined): ServedFile | undefined {
    const now = Date.now();
    const table = tableOf(this.version);
    for (const { version, until } of this.#previous) {
      if (until < now) continue;
      const before = tableOf(version);
      const file = before?.file(path);
      if (!before || !file) continue;
      // Files that depend on pages are available only to readers who may still see all those pages.
      if (before.isChrome(path) || (table && [...before.pageUrls].every((url) => table.pageUrls.has(url)))) return file;
    }
    return undefined;
  }

  /** Checks for a new build now. */
  check(): Promise<void> {
    this.#isChecking ??= this.#check().finally(() => {
      this.#isChecking = undefined;
    });
    return this.#isChecking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#isChecking;
  }

  async #check(): Promise<void> {
    const { outDir, store, accept, onChange } = this.#options;
    try {
      const manifest = await readFile(join(outDir, manifestName), 'utf8').catch(() => undefined);
      // The manifest is missing, between two renames or permanently. The current build stays.
      const id = manifest === undefined ? this.version.id : idOf(manifest);
      if (id === this.version.id || (id === this.#failed?.id && Date.now() < this.#failed.until)) return;
      this.#failed = { id, until: Date.now() + problemMs };
      const next = await settled(() => loadVersion(outDir, store));
      if (next.id === this.version.id) return;
      const refused = accept(next);
      if (refused !== undefined) {
        this.#failed = { id: next.id, until: Number.POSITIVE_INFINITY };
        throw new Error(refused);
      }
      this.#previous = [{ version: this.version, until: Date.now() + previousMs }, ...this.#previous].slice(0, maxPrevious);
      this.version = next;
      this.#lastProblem = '';
      onChange({ build: next.id });
      await this.#forget();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== this.#lastProblem) onChange({ problem });
      this.#lastProblem = problem;
      // Partial copies are kept while the build is still being written; otherwise they are removed.
      if (error instanceof SiteReplaced || error instanceof SiteNotFound) this.#failed = undefined;
      else await this.#forget().catch(() => undefined);
    }
  }

  async #forget(): Promise<void> {
    const now = Date.now();
    this.#previous = this.#previous.filter(({ until }) => until >= now);
    const needed = new Set<string>();
    for (const version of [this.version, ...this.#previous.map((each) => each.version)])
      for (const hash of hashesIn(version)) needed.add(hash);
    await this.#options.store.retainOnly(needed);
  }

  #wait(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.check().then(() => this.#wait()), this.#options.pollMs);
    this.#timer.unref();
  }
}

async function settled(load: () => Promise<SiteVersion>): Promise<SiteVersion> {
  for (let left = retries; ; left--) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof SiteReplaced || error instanceof SiteNotFound) || left === 0) throw error;
      if (error instanceof SiteNotFound && left < retries - 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
