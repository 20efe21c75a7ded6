/**
 * The pages of a site while it is edited: each is compiled when it is asked for, and again when something it was made
 * from has changed. Between them they know which names and colours the stylesheet has to have.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError } from '../../model/file-system.ts';
import type { Page } from '../../model/page.ts';
import type { WorkerPool } from '../../stages/render/evaluate/index.ts';
import type { LoadedSite } from '../build/load-site.ts';
import type { Answered, Ask } from '../build/pages/answers.ts';
import { CountedSet } from '../build/pages/counted-set.ts';
import { evaluatePages } from '../build/pages/evaluate-pages.ts';
import { imageSizes } from '../build/pages/image-sizes.ts';
import { type CompiledEntry, type MadePage, PageBuilder } from '../build/pages/page-builder.ts';
import { siteAnswers } from '../build/pages/page-questions.ts';
import type { PageStore } from '../build/pages/page-store.ts';

/** A page as it is now. One with errors still has an entry: what could be compiled of it. */
export interface LivePage {
  readonly entry: CompiledEntry;
  readonly diagnostics: readonly Diagnostic[];
  /** The last state of a page that is broken now. */
  readonly lastGood?: GoodPage;
}

interface GoodPage {
  readonly entry: CompiledEntry;
  readonly html: string;
  /** What it says, as the store has it. */
  readonly nodes: string;
}

interface Known extends LivePage {
  /** Files that were read for it, besides its own. */
  readonly files: ReadonlySet<string>;
  isStale: boolean;
}

/** One for a whole session; pages are in the store, here is what is known of each. */
export class LivePages {
  /** Class names that pages of now use, each counted: what no page uses any more leaves the stylesheet. */
  readonly classNames = new CountedSet();
  readonly codeStyles = new CountedSet();
  /** Scripts of live components by output path. Old ones stay: an open page may still ask for them. */
  readonly scripts = new Map<string, string>();
  readonly #store: PageStore;
  readonly #known = new Map<string, Known>();
  /** Of these, those that are as their sources are. */
  readonly #fresh = new Set<string>();
  /** Project file → pages that read it. */
  readonly #readers = new Map<string, Set<string>>();
  #site: LoadedSite;
  #answers: Ask;
  #pageBuilder: PageBuilder;
  #workers: { readonly limits: string; readonly pool: WorkerPool } | undefined;
  /** Grows with everything that may make pages differ; what was begun before it grew is done again. */
  #version = 0;
  readonly #atWork = new Map<string, Promise<void>>();

  private constructor(site: LoadedSite, store: PageStore, answers: Ask) {
    this.#site = site;
    this.#store = store;
    this.#answers = answers;
    this.#pageBuilder = new PageBuilder(site, answers, store);
  }

  /** Reads no page yet. */
  static async open(site: LoadedSite, store: PageStore): Promise<LivePages> {
    return new LivePages(site, store, siteAnswers(site, await imageSizes(site.files)));
  }

  get builder(): PageBuilder {
    return this.#pageBuilder;
  }

  /** The site was read anew: every page is looked at again before it is shown. */
  async setSite(site: LoadedSite): Promise<void> {
    await this.#renew(site);
    this.#version += 1;
    const there = new Set(site.pages.map((page) => page.path));
    for (const path of [...this.#known.keys()]) if (!there.has(path)) this.#forget(path);
    for (const path of this.#known.keys()) this.#setStale(path);
  }

  /** The content of files changed: pages that are or read them are looked at again. */
  async touch(paths: readonly string[]): Promise<void> {
    // Sizes of images are remembered for as long as the answers live.
    if (paths.some((path) => !/\.(?:mdx?|[jt]sx?)$/.test(path))) await this.#renew(this.#site);
    this.#version += 1;
    for (const path of paths) {
      for (const reader of this.#readers.get(path) ?? []) this.#setStale(reader);
    }
  }

  /** The page as it is now; undefined when its source is gone. */
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

  /** How many pages are compiled as they are now, those among them that are not pages of the site left out. */
  get done(): number {
    const parts = [...this.#site.parts.values()].filter(({ path }) => this.#fresh.has(path));
    return this.#fresh.size - parts.length;
  }

  /** As far as it is known, without work. */
  peek(path: string): (LivePage & { readonly isStale: boolean }) | undefined {
    return this.#known.get(path);
  }

  /** Of the pages of a site, those that are compiled, by path. */
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
    const answers = siteAnswers(site, await imageSizes(site.files));
    this.#site = site;
    this.#answers = answers;
    this.#pageBuilder = new PageBuilder(site, answers, this.#store);
  }

  async #make(page: Page): Promise<void> {
    const version = this.#version;
    const made = this.#tryMake(page);
    if (made === undefined) {
      this.#forget(page.path);
      return;
    }
    const files = new Set([...filesIn(made.stored.answered), ...filesIn(made.endpoint?.answered ?? [])]);
    if (page.file !== undefined) files.add(page.file);
    let { entry, diagnostics } = made;
    // Read before it is drawn: a page that computes is kept under its source, whatever its components do.
    const lastGood = this.#lastGood(page.path);
    if (made.program) {
      const evaluated = await evaluatePages(this.#site, [made.program], {
        compiler: this.#pageBuilder.compiler,
        answers: this.#answers,
        store: this.#store,
        shared: this.#pageBuilder.shared,
        workers: await this.#workerPool(),
      });
      if (version !== this.#version) return;
      const drawn = evaluated.pages.get(made.program.file);
      if (drawn) {
        ({ entry, diagnostics } = this.#pageBuilder.draw(made, drawn));
        for (const file of drawn.dependencies) files.add(file);
      }
      for (const [path, text] of evaluated.scripts) this.scripts.set(path, text);
    }
    const isKept = lastGood !== undefined && isBroken({ diagnostics });
    this.#set(page.path, { entry, diagnostics, files, isStale: false, ...(isKept && { lastGood }) });
  }

  /** A file that vanished a moment ago is as good as gone: the next reading of the project says so. */
  #tryMake(page: Page): MadePage | undefined {
    try {
      return this.#pageBuilder.make(page);
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
    // After the new ones: what both have never was away.
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

  async #workerPool(): Promise<WorkerPool> {
    const { pageSeconds, pageHeapMiB } = this.#site.config.docsgen.limits;
    const limits = JSON.stringify([pageSeconds, pageHeapMiB]);
    if (this.#workers?.limits !== limits) {
      const { createWorkerPool } = await import('../../stages/render/evaluate/index.ts');
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

/** Files whose content was asked for. */
function filesIn(answered: readonly Answered[]): string[] {
  return answered.flatMap(([, kind, path]) => ((kind === 'text' || kind === 'size') && path !== undefined ? [path] : []));
}
