/**
 * The pages of a site during editing: each is compiled on request, and again after its inputs change. Also tracks the
 * class names and colours that the stylesheet needs.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError } from '../../model/file-system.ts';
import type { Page } from '../../model/page.ts';
import type { WorkerPool } from '../../stages/render/evaluate/index.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { CountedSet } from '../build/pages/counted-set.ts';
import { evaluatePages } from '../build/pages/evaluate-pages.ts';
import { imageSizes } from '../build/pages/image-sizes.ts';
import { type BuiltPage, type CompiledEntry, PageBuilder } from '../build/pages/page-builder.ts';
import type { PageStore } from '../build/pages/page-store.ts';
import type { RecordedQuery, RunQuery } from '../build/pages/recorded-queries.ts';
import { siteQueries } from '../build/pages/site-queries.ts';
import { hookedPage } from '../build/plugins/site-plugins.ts';

/** The current state of a page. One with errors still has an entry, as far as it could be compiled. */
export interface LivePage {
  readonly entry: CompiledEntry;
  readonly diagnostics: readonly Diagnostic[];
  /** The last state without errors, for a page that has some now. */
  readonly lastGood?: GoodPage;
}

interface GoodPage {
  readonly entry: CompiledEntry;
  readonly html: string;
  /** What it says, as the store has it. */
  readonly nodes: string;
}

interface Known extends LivePage {
  /** Other files that it depends on. */
  readonly files: ReadonlySet<string>;
  isStale: boolean;
}

/** One instance for a session; page texts are in the store, metadata is here. */
export class LivePages {
  /** Counted class names of current pages, so that unused ones leave the stylesheet. */
  readonly classNames = new CountedSet();
  readonly codeStyles = new CountedSet();
  /** Scripts of interactive components by output path. Old ones are kept for open pages. */
  readonly scripts = new Map<string, string>();
  readonly #store: PageStore;
  readonly #known = new Map<string, Known>();
  /** Pages that are up to date with their sources. */
  readonly #fresh = new Set<string>();
  /** Project file → pages that read it. */
  readonly #readers = new Map<string, Set<string>>();
  #site: LoadedSite;
  #answers: RunQuery;
  #pageBuilder: PageBuilder;
  #workers: { readonly limits: string; readonly pool: WorkerPool } | undefined;
  /** Increases with every change that may affect pages; work started before it is repeated. */
  #version = 0;
  readonly #atWork = new Map<string, Promise<void>>();

  private constructor(site: LoadedSite, store: PageStore, answers: RunQuery) {
    this.#site = site;
    this.#store = store;
    this.#answers = answers;
    this.#pageBuilder = new PageBuilder(site, answers, store);
  }

  /** Does not read any page yet. */
  static async open(site: LoadedSite, store: PageStore): Promise<LivePages> {
    return new LivePages(site, store, siteQueries(site, await imageSizes(site.files)));
  }

  get builder(): PageBuilder {
    return this.#pageBuilder;
  }

  /** The site was loaded again: every page is checked before it is shown. */
  async setSite(site: LoadedSite): Promise<void> {
    await this.#renew(site);
    this.#version += 1;
    const there = new Set(site.pages.map((page) => page.path));
    for (const path of [...this.#known.keys()]) if (!there.has(path)) this.#forget(path);
    for (const path of this.#known.keys()) this.#setStale(path);
  }

  /** The content of files changed: affected pages are checked again. */
  async touch(paths: readonly string[]): Promise<void> {
    // Cached answers include image sizes.
    if (paths.some((path) => !/\.(?:mdx?|[jt]sx?)$/.test(path))) await this.#renew(this.#site);
    this.#version += 1;
    for (const path of paths) {
      for (const reader of this.#readers.get(path) ?? []) this.#setStale(reader);
    }
  }

  /** The current page; undefined when its source does not exist any more. */
  async get(page: Page): Promise<LivePage | undefined> {
    for (;;) {
      const known = this.#known.get(page.path);
      if (known && !known.isStale) return known;
      const version = this.#version;
      const work = this.#atWork.get(page.path) ?? this.#make(page);
      this.#atWork.set(page.path, work);
      try {
        await work;
      } finally {
        if (this.#atWork.get(page.path) === work) this.#atWork.delete(page.path);
      }
      if (version === this.#version) return this.#known.get(page.path);
    }
  }

  /** Number of up-to-date pages, without pages that are not part of the site. */
  get done(): number {
    const parts = [...this.#site.parts.values()].filter(({ path }) => this.#fresh.has(path));
    return this.#fresh.size - parts.length;
  }

  /** The known state, without compiling. */
  peek(path: string): (LivePage & { readonly isStale: boolean }) | undefined {
    return this.#known.get(path);
  }

  /** Compiled pages of a site, by path. */
  entries({ pages }: LoadedSite): Map<string, CompiledEntry> {
    const entries = new Map<string, CompiledEntry>();
    for (const { path } of pages) {
      const entry = this.#known.get(path)?.entry;
      if (entry) entries.set(path, entry);
    }
    return entries;
  }

  async close(): Promise<void> {
    await this.#workers?.pool.close();
  }

  async #renew(site: LoadedSite): Promise<void> {
    const answers = siteQueries(site, await imageSizes(site.files));
    this.#site = site;
    this.#answers = answers;
    this.#pageBuilder = new PageBuilder(site, answers, this.#store);
  }

  async #make(page: Page): Promise<void> {
    const version = this.#version;
    const built = this.#tryBuild(page);
    if (built === undefined) {
      this.#forget(page.path);
      return;
    }
    const files = new Set([...queriedFiles(built.stored.queries), ...queriedFiles(built.endpoint?.queries ?? [])]);
    if (page.file !== undefined) files.add(page.file);
    let { entry, diagnostics } = built;
    // Before compiling, because a page with author code is cached by its source, whatever its components do.
    const lastGood = this.#lastGood(page.path);
    if (built.program) {
      const evaluated = await evaluatePages(this.#site, [built.program], {
        compiler: this.#pageBuilder.compiler,
        runQuery: this.#answers,
        store: this.#store,
        shared: this.#pageBuilder.shared,
        workers: await this.#workerPool(),
      });
      if (version !== this.#version) return;
      const result = evaluated.pages.get(built.program.file);
      if (result) {
        ({ entry, diagnostics } = this.#pageBuilder.complete(built, result));
        for (const file of result.dependencies) files.add(file);
      }
      for (const [path, text] of evaluated.scripts) this.scripts.set(path, text);
    }
    const hooked = await hookedPage(this.#site, page, entry, this.#store);
    if (version !== this.#version) return;
    for (const file of hooked?.read ?? []) files.add(file);
    if (hooked) diagnostics = [...diagnostics, ...hooked.diagnostics];
    const isKept = lastGood !== undefined && isBroken({ diagnostics });
    this.#set(page.path, { entry, diagnostics, files, isStale: false, ...(isKept && { lastGood }) });
  }

  /** A file that has just vanished counts as deleted: the next reading of the project reports it. */
  #tryBuild(page: Page): BuiltPage | undefined {
    try {
      return this.#pageBuilder.build(page);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  #lastGood(path: string): GoodPage | undefined {
    const known = this.#known.get(path);
    if (known === undefined || isBroken(known)) return known?.lastGood;
    return { entry: known.entry, html: this.#store.html(known.entry.key), nodes: this.#store.nodes(known.entry.key) };
  }

  #set(path: string, page: Known): void {
    for (const { compiled } of shownBy(page)) {
      this.classNames.add(compiled.classNames);
      this.codeStyles.add(compiled.codeStyles);
    }
    // After adding the new names, so that common ones are never missing.
    this.#forget(path);
    this.#known.set(path, page);
    this.#fresh.add(path);
    for (const file of page.files) {
      const readers = this.#readers.get(file);
      if (readers) readers.add(path);
      else this.#readers.set(file, new Set([path]));
    }
  }

  #forget(path: string): void {
    const known = this.#known.get(path);
    if (known === undefined) return;
    this.#known.delete(path);
    this.#fresh.delete(path);
    for (const file of known.files) this.#readers.get(file)?.delete(path);
    for (const { compiled } of shownBy(known)) {
      this.classNames.remove(compiled.classNames);
      this.codeStyles.remove(compiled.codeStyles);
    }
  }

  #setStale(path: string): void {
    const known = this.#known.get(path);
    if (known) known.isStale = true;
    this.#fresh.delete(path);
  }

  /** Nothing is awaited between the look and the change: of pages that come at once, each would close the workers of the one before. */
  async #workerPool(): Promise<WorkerPool> {
    const { createWorkerPool } = await import('../../stages/render/evaluate/index.ts');
    const { pageSeconds, pageHeapMiB } = this.#site.config.docsgen.limits;
    const limits = JSON.stringify([pageSeconds, pageHeapMiB]);
    if (this.#workers?.limits !== limits) {
      void this.#workers?.pool.close();
      this.#workers = { limits, pool: createWorkerPool({ seconds: pageSeconds, heapMiB: pageHeapMiB }) };
    }
    return this.#workers.pool;
  }
}

function isBroken({ diagnostics }: Pick<LivePage, 'diagnostics'>): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function shownBy({ entry, lastGood }: LivePage): readonly CompiledEntry[] {
  return lastGood ? [entry, lastGood.entry] : [entry];
}

/** Files whose content was read. */
function queriedFiles(queries: readonly RecordedQuery[]): string[] {
  return queries.flatMap(([, kind, path]) => ((kind === 'text' || kind === 'size') && path !== undefined ? [path] : []));
}
