/**
 * A site in memory that follows its project: pages are compiled on request, the others in the background, and a change
 * recompiles what depends on it. Serves the same bytes as a build of the same project.
 */

import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Page } from '../../model/page.ts';
import type { ProxyTarget } from '../../shared/playground/proxy.ts';
import { docsgenFile } from '../../stages/render/package-files.ts';
import { changeTimesSince } from '../build/change-times.ts';
import type { LoadedSite } from '../build/load-site.ts';
import type { CompiledEntry } from '../build/pages/page-builder.ts';
import { openPageStore, type PageStore } from '../build/pages/page-store.ts';
import { outputFindings } from '../build/plugins/site-plugins.ts';
import { mergeDuplicates, withoutDuplicateDiagnostics } from '../build/result.ts';
import { checkLinksOfPage } from '../check/check-site.ts';
import { linkView } from '../check/loaded-site-view.ts';
import { type CheckedState, LiveCheck } from './live-check.ts';
import { LivePages } from './live-pages.ts';
import { LiveProject, type ProjectChange, type ProjectReading } from './live-project.ts';
import { type LiveResponse, LiveResponses, type LiveState, redirectTo } from './live-responses.ts';

/** Only the folder is required; base path and cache as for a build. */
export interface LiveSiteOptions {
  readonly dir: string;
  readonly base?: string;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
  /** Additional hosts from which descriptions may be fetched. */
  readonly allowRemote?: readonly string[];
  /** Load the plugins that docs.json names. Default true. */
  readonly usePlugins?: boolean | undefined;
  /** Unsaved text of open files by project path. Call `refresh` after changing it. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Called when there is progress, such as a page compiled in the background. */
  readonly onProgress?: () => void;
}

/** A site with its compiled pages by path, the diagnostics of a build, and the store with the content of the pages. */
export interface LiveCompilation {
  readonly site: LoadedSite;
  readonly entries: ReadonlyMap<string, CompiledEntry>;
  readonly diagnostics: readonly Diagnostic[];
  readonly store: PageStore;
}

/**
 * Reads nothing before `open` or the first `answer`. The caller must close it, because it holds the cache and processes
 * for author code.
 */
export class LiveSite {
  readonly #project: LiveProject;
  readonly #store: PageStore;
  readonly #onProgress: () => void;
  /** The partial site for the first page, until the project is read. */
  #partial: LoadedSite | undefined;
  #hasReadPartially = false;
  /** A page of the partial site that is being compiled. */
  #early: Promise<unknown> | undefined;
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #pages: LivePages | undefined;
  readonly #answers: LiveResponses;
  readonly #check = new LiveCheck();
  /** Files written since the start: use their file times instead of their history. */
  readonly #edited = new Set<string>();
  readonly #times = changeTimesSince(
    () => this.site?.files,
    (file) => this.#edited.has(file),
  );
  /** Increases with every change. */
  #version = 0;
  #background: Promise<void> | undefined;
  /** Pages whose source was deleted. */
  readonly #gone = new Set<string>();
  #isClosed = false;

  constructor({ dir, base = '', useCache, cacheDir, allowRemote = [], usePlugins, texts, onProgress = () => {} }: LiveSiteOptions) {
    this.#project = new LiveProject(base, { dir, cacheDir, allowRemote, usePlugins }, texts);
    this.#store = openPageStore({ dir, ...(useCache !== undefined && { useCache }), cacheDir });
    this.#answers = new LiveResponses(this.#state());
    this.#onProgress = onProgress;
  }

  /** Reads the project, once for all callers. Before that, a large site can only show its first page. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  get site(): LoadedSite | undefined {
    return this.#partial ?? this.#project.site;
  }

  /**
   * False while the last readable site is shown because docs.json is invalid, or the last pages of an unreadable
   * description.
   */
  get isCurrent(): boolean {
    return this.#partial !== undefined || this.#project.isCurrent;
  }

  /** Diagnostics of the project as a whole. */
  get siteDiagnostics(): readonly Diagnostic[] {
    return withoutDuplicateDiagnostics([...this.#project.diagnostics, ...this.#answers.diagnostics]);
  }

  /** All diagnostics so far: of the project, then of its pages in order. */
  get diagnostics(): readonly Diagnostic[] {
    const found = [...this.siteDiagnostics];
    for (const { path } of this.site?.pages ?? []) {
      const own = this.#pages?.peek(path)?.diagnostics;
      if (own && own.length > 0) found.push(...own);
    }
    return withoutDuplicateDiagnostics(found);
  }

  /** The result of a check of the whole site; undefined until `check` has completed after the last change. */
  get checked(): CheckedState | undefined {
    return this.#check.state;
  }

  /** Checks the whole site after compiling all pages. A change cancels it; call it again. */
  async check(): Promise<void> {
    await this.#workUnchanged();
    const { site } = this;
    if (site === undefined || this.#isClosed) return;
    const version = this.#version;
    const entries = this.#pages?.entries(site) ?? new Map();
    const built = [...this.diagnostics, ...(await outputFindings(site, entries, this.#store))];
    // A change meanwhile: the result would be outdated from the start.
    if (version !== this.#version || this.#isClosed) return;
    await this.#check.run({ site, entries, store: this.#store, times: this.#times, built });
  }

  /**
   * The diagnostics of one page as `check` reports them, before the whole site is checked: of its source, the advice, and
   * of its links. Compiles only this page if necessary. Undefined for a file that is not a page.
   */
  async checkPage(file: string): Promise<readonly Diagnostic[] | undefined> {
    await this.open();
    const { site } = this;
    const page = site?.pages.find((candidate) => candidate.file === file);
    const live = page && (await this.#pages?.get(page));
    if (site === undefined || page === undefined || live === undefined || site !== this.site) return undefined;
    const links = await checkLinksOfPage(linkView(site, this.#pages?.entries(site) ?? new Map(), this.#store), page.path);
    return mergeDuplicates([...live.diagnostics, ...live.entry.compiled.advice, ...links]);
  }

  /** Everything that a rename has to know of the current site; compiles what is left of it. Undefined if it cannot be read. */
  async compiled(): Promise<LiveCompilation | undefined> {
    await this.#workUnchanged();
    const { site } = this;
    return site && { site, entries: this.entries, diagnostics: this.diagnostics, store: this.#store };
  }

  /** What is known of the compiled pages, by page path: outline, links, dependencies. */
  get entries(): ReadonlyMap<string, CompiledEntry> {
    const { site } = this;
    return (site && this.#pages?.entries(site)) ?? new Map();
  }

  /** Number of up-to-date pages, and of all pages. */
  get progress(): { readonly done: number; readonly total: number } {
    return { done: this.#pages?.done ?? 0, total: this.site?.pages.length ?? 0 };
  }

  /** Updates the site: `contents` are files with changed content; with `structure`, files were added or removed too. */
  async refresh(contents: readonly string[], structure: boolean): Promise<ProjectReading> {
    await this.open();
    const found = await (structure ? this.#project.readAll(contents) : this.#project.readAgain(contents));
    await this.#follow(found.change, found.contents);
    return found;
  }

  /** The response for a path of the site (without base path, decoded, with a leading slash). */
  async answer(path: string): Promise<LiveResponse> {
    if (!this.#isOpen) {
      const early = await this.#answerEarly(path);
      if (early) return early;
      await this.open();
    }
    return this.#answers.at(path);
  }

  /** Proxy targets of the pages shown so far. */
  get proxyTargets(): readonly ProxyTarget[] {
    return this.site?.pages.flatMap(({ path }) => this.#pages?.peek(path)?.entry.proxyTargets ?? []) ?? [];
  }

  /** Whether a project file has its own URL. */
  isPublished(path: string): boolean {
    return this.#answers.routes?.assets.has(path) === true;
  }

  /** Path of a project file on disk. */
  absolute(path: string): string | undefined {
    return this.site?.files.absolute(path);
  }

  /** Compiles the remaining pages. Yields after each page, so that requests have priority. */
  work(): Promise<void> {
    this.#background ??= this.#compileRest().finally(() => {
      this.#background = undefined;
    });
    return this.#background;
  }

  /** The same, until no change came between the last page and the end of `work`. */
  async #workUnchanged(): Promise<void> {
    let version: number;
    do {
      version = this.#version;
      await this.work();
    } while (version !== this.#version && !this.#isClosed);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#check.close();
    await this.#background;
    await this.#pages?.close();
    this.#project.close();
    this.#store.cache.save();
    this.#store.cache.close();
  }

  #state(): LiveState {
    const live = this;
    return {
      store: this.#store,
      times: this.#times,
      get site() {
        return live.site;
      },
      get pages() {
        return live.#pages;
      },
      get version() {
        return live.#version;
      },
      get isWorking() {
        return live.#background !== undefined;
      },
      work: () => live.work(),
    };
  }

  async #open(): Promise<void> {
    await this.#early;
    await this.#project.readAhead();
    await this.#project.read();
    this.#partial = undefined;
    this.#isOpen = true;
    await this.#follow('site');
  }

  /** The first requested page and its files, before the project is read. */
  async #answerEarly(path: string): Promise<LiveResponse | undefined> {
    if (!this.#hasReadPartially) {
      this.#hasReadPartially = true;
      this.#partial = this.#project.partialSite(path);
      if (this.#partial) this.#pages = await LivePages.open(this.#partial, this.#store);
    }
    const site = this.#partial;
    if (site === undefined) return undefined;
    if (path === '/' && site.homeHref !== undefined) return redirectTo(site, site.homeHref);
    const page = this.#answers.routes?.pages.get(path);
    if (page && !isRead(site, page)) return undefined;
    if (page) {
      const answer = this.#answers.page(page);
      this.#early = answer;
      return answer;
    }
    const file = path.startsWith('/_docsgen/') ? await this.#answers.file(path.slice(1)) : undefined;
    return file && { kind: 'file', file };
  }

  async #follow(change: ProjectChange, contents: readonly string[] = []): Promise<void> {
    const { site } = this.#project;
    this.#gone.clear();
    if (site === undefined || change === 'nothing') return;
    this.#outdate();
    for (const path of contents) this.#edited.add(path);
    if (this.#pages === undefined) this.#pages = await LivePages.open(site, this.#store);
    else if (change === 'pages') await this.#pages.touch(contents);
    else await this.#pages.setSite(site);
    // A check that started meanwhile saw the pages from before the change.
    this.#outdate();
  }

  /** Discards the results of checks, including those that are running. */
  #outdate(): void {
    this.#version += 1;
    this.#check.forget();
  }

  async #compileRest(): Promise<void> {
    await this.open();
    for (let isDone = false; !isDone; ) {
      const { site } = this;
      isDone = true;
      for (const page of site?.pages ?? []) {
        if (this.#isClosed) return;
        if (this.site !== site) break;
        if (this.#gone.has(page.path) || this.#pages?.peek(page.path)?.isStale === false) continue;
        isDone = false;
        if ((await this.#pages?.get(page)) === undefined) this.#gone.add(page.path);
        this.#onProgress();
        await setImmediate();
      }
      if (this.site !== site) isDone = false;
    }
  }

  /** The browser script that follows the site. */
  script(): Uint8Array {
    return docsgenFile('dist/client/dev.js');
  }
}

/** Whether a page of the partial site was read. */
function isRead({ sources }: LoadedSite, { file }: Page): boolean {
  return file === undefined || sources.get(file)?.hash !== '';
}
