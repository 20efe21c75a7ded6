/**
 * A site in memory that follows its project: pages are compiled when they are asked for, the rest in the background, and
 * a change makes again what depends on it. It gives the same bytes as a build of the same project.
 */

import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Page } from '../../model/page.ts';
import type { ProxyTarget } from '../../shared/playground/proxy.ts';
import { ownFile } from '../../stages/render/package-files.ts';
import { changeTimesSince } from '../build/change-times.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { openPageStore, type PageStore } from '../build/pages/page-store.ts';
import { withoutDuplicateDiagnostics } from '../build/result.ts';
import { type CheckedState, LiveCheck } from './live-check.ts';
import { LivePages } from './live-pages.ts';
import { LiveProject, type ProjectChange } from './live-project.ts';
import { type LiveResponse, LiveResponses, type LiveState, redirectTo } from './live-responses.ts';

/** Only the folder is needed; base and cache as for a build. */
export interface LiveSiteOptions {
  readonly dir: string;
  readonly base?: string;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
  /** Hosts from which descriptions may be fetched, beside those that docs.json allows. */
  readonly allowRemote?: readonly string[];
  /** Called when there is something new to tell of: a page of the background was done. */
  readonly onProgress?: () => void;
}

/** Nothing is read before `open` or the first `answer`. To be closed: it holds the cache, and processes for pages that compute. */
export class LiveSite {
  readonly #project: LiveProject;
  readonly #store: PageStore;
  readonly #onProgress: () => void;
  /** The site around the first page, until the project is read. */
  #partial: LoadedSite | undefined;
  #hasReadPartially = false;
  /** A page of the glance that is being made. */
  #early: Promise<unknown> | undefined;
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #pages: LivePages | undefined;
  readonly #answers: LiveResponses;
  readonly #check = new LiveCheck();
  /** Files that were written since the start: their history says less than their own time. */
  readonly #edited = new Set<string>();
  readonly #times = changeTimesSince(
    () => this.site?.files,
    (file) => this.#edited.has(file),
  );
  /** Grows with every change. */
  #version = 0;
  #background: Promise<void> | undefined;
  /** Pages whose source is not there any more. */
  readonly #gone = new Set<string>();
  #isClosed = false;

  constructor({ dir, base = '', useCache, cacheDir, allowRemote = [], onProgress = () => {} }: LiveSiteOptions) {
    this.#project = new LiveProject(base, { dir, cacheDir, allowRemote });
    this.#store = openPageStore({ dir, ...(useCache !== undefined && { useCache }), cacheDir });
    this.#answers = new LiveResponses(this.#state());
    this.#onProgress = onProgress;
  }

  /** Reads the project, once, whoever asks for it first. Before that, a large site can only show a first page. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  get site(): LoadedSite | undefined {
    return this.#partial ?? this.#project.site;
  }

  /** False while the last site is shown because docs.json cannot be read, or the last pages of a description that cannot. */
  get isCurrent(): boolean {
    return this.#partial !== undefined || this.#project.isCurrent;
  }

  /** What is wrong with the project as a whole. */
  get siteDiagnostics(): readonly Diagnostic[] {
    return withoutDuplicateDiagnostics([...this.#project.diagnostics, ...this.#answers.diagnostics]);
  }

  /** All findings so far: of the project, then of its pages in their order. */
  get diagnostics(): readonly Diagnostic[] {
    const found = [...this.siteDiagnostics];
    for (const { path } of this.site?.pages ?? []) {
      const own = this.#pages?.peek(path)?.diagnostics;
      if (own && own.length > 0) found.push(...own);
    }
    return withoutDuplicateDiagnostics(found);
  }

  /** What a check of the whole site says; undefined until `check` has come to its end since the last change. */
  get checked(): CheckedState | undefined {
    return this.#check.state;
  }

  /** Checks the whole site, after all pages are compiled. A change ends it: then it is asked for again. */
  async check(): Promise<void> {
    await this.work();
    const { site } = this;
    if (site === undefined || this.#isClosed) return;
    const entries = this.#pages?.entries(site) ?? new Map();
    await this.#check.run({ site, entries, store: this.#store, times: this.#times, built: this.diagnostics });
  }

  /** Pages that are compiled as they are now, of how many. */
  get progress(): { readonly done: number; readonly total: number } {
    return { done: this.#pages?.done ?? 0, total: this.site?.pages.length ?? 0 };
  }

  /** Follows the project: `contents` are files that hold something else; with `structure` files have come or gone, too. */
  async refresh(contents: readonly string[], structure: boolean): Promise<ProjectChange> {
    await this.open();
    const found = await (structure ? this.#project.readAll(contents) : this.#project.readAgain(contents));
    await this.#follow(found.change, found.contents);
    return found.change;
  }

  /** What stands at a path of the site (without base, decoded, with a leading slash). */
  async answer(path: string): Promise<LiveResponse> {
    if (!this.#isOpen) {
      const early = await this.#answerEarly(path);
      if (early) return early;
      await this.open();
    }
    return this.#answers.at(path);
  }

  /** Servers that the playgrounds of pages which were shown may ask the proxy for. */
  get proxyTargets(): readonly ProxyTarget[] {
    return this.site?.pages.flatMap(({ path }) => this.#pages?.peek(path)?.entry.proxyTargets ?? []) ?? [];
  }

  /** Whether a file of the project has an address of its own. */
  isPublished(path: string): boolean {
    return this.#answers.routes?.assets.has(path) === true;
  }

  /** Where a file of the project is on disk. */
  absolute(path: string): string | undefined {
    return this.site?.files.absolute(path);
  }

  /** Compiles what nobody has asked for yet. Takes a breath after each page, so that requests come first. */
  work(): Promise<void> {
    this.#background ??= this.#compileRest().finally(() => {
      this.#background = undefined;
    });
    return this.#background;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#check.close();
    await this.#background;
    await this.#pages?.close();
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

  /** The first page that is asked for, and what belongs to it, before the project is read. */
  async #answerEarly(path: string): Promise<LiveResponse | undefined> {
    if (!this.#hasReadPartially) {
      this.#hasReadPartially = true;
      this.#partial = this.#project.glance(path);
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
    this.#version += 1;
    this.#check.forget();
    for (const path of contents) this.#edited.add(path);
    if (this.#pages === undefined) this.#pages = await LivePages.open(site, this.#store);
    else if (change === 'pages') await this.#pages.touch(contents);
    else await this.#pages.setSite(site);
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

  /** The browser's part of following a site. */
  script(): Uint8Array {
    return ownFile('dist/client/dev.js');
  }
}

/** Whether a page of a glance is more than a name. */
function isRead({ sources }: LoadedSite, { file }: Page): boolean {
  return file === undefined || sources.get(file)?.hash !== '';
}
