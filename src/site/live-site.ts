/**
 * A site in memory that follows its project: pages are compiled when they are asked for, the rest in the background, and
 * a change makes again what depends on it. It gives the same bytes as a build of the same project.
 */
import { setImmediate } from 'node:timers/promises';
import { feedPath, markdownPath } from '../contract/markdown-path.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { OutputFile } from '../model/output-file.ts';
import type { Page } from '../model/page.ts';
import { urlOf } from '../nav/routes.ts';
import { redirectHref } from '../outputs/redirect-pages.ts';
import { siteOutputs } from '../outputs/site-outputs.ts';
import { ownFile } from '../render/package-files.ts';
import type { PageBody } from '../render/renderer.ts';
import { agentEndpointOf, descriptionOf, ownSkill } from './agent-endpoints.ts';
import { changeTimesSince } from './change-times.ts';
import { withoutRepeats } from './findings.ts';
import { type CheckedState, LiveCheck } from './live-check.ts';
import { type Drawing, LiveDrawing } from './live-drawing.ts';
import { type LivePage, LivePages } from './live-pages.ts';
import { LiveProject, type ProjectChange } from './live-project.ts';
import { type Routes, routesOf } from './live-routes.ts';
import { LiveSearch, type SearchSource } from './live-search.ts';
import type { LoadedSite } from './load-site.ts';
import { type PageCopy, pageCopy, pageFeed } from './page-copy.ts';
import type { CompiledEntry } from './page-desk.ts';
import { openPageStore, type PageStore } from './page-store.ts';
import { pageBody } from './render-site.ts';

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

/** What stands at an address. */
export type LiveAnswer =
  | { readonly kind: 'page'; readonly page: Page; readonly html: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'file'; readonly file: OutputFile }
  | { readonly kind: 'redirect'; readonly href: string; readonly isPermanent: boolean }
  /** `html` is the 404 page. */
  | { readonly kind: 'nothing'; readonly html: string }
  /** There has not been a docs.json that could be read. */
  | { readonly kind: 'no-site' };

export class LiveSite {
  readonly #project: LiveProject;
  readonly #store: PageStore;
  readonly #onProgress: () => void;
  /** The site around the first page, until the project is read. */
  #glance: LoadedSite | undefined;
  #hasGlanced = false;
  /** A page of the glance that is being made. */
  #early: Promise<unknown> | undefined;
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #pages: LivePages | undefined;
  readonly #drawing: LiveDrawing;
  #routes: Routes | undefined;
  readonly #search = new LiveSearch();
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
    this.#drawing = new LiveDrawing(this.#store);
    this.#onProgress = onProgress;
  }

  /** Reads the project, once, whoever asks for it first. Before that, a large site can only show a first page. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  get site(): LoadedSite | undefined {
    return this.#glance ?? this.#project.site;
  }

  /** False while the last site is shown because docs.json cannot be read. */
  get isWhole(): boolean {
    return this.#glance !== undefined || this.#project.isWhole;
  }

  /** What is wrong with the project as a whole. */
  get siteDiagnostics(): readonly Diagnostic[] {
    return withoutRepeats([...this.#project.diagnostics, ...this.#drawing.diagnostics]);
  }

  /** All findings so far: of the project, then of its pages in their order. */
  get diagnostics(): readonly Diagnostic[] {
    const found = [...this.siteDiagnostics];
    for (const { path } of this.site?.pages ?? []) {
      const own = this.#pages?.peek(path)?.diagnostics;
      if (own && own.length > 0) found.push(...own);
    }
    return withoutRepeats(found);
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
    await this.#check.run({ site, entries: this.#entries(site), store: this.#store, times: this.#times, built: this.diagnostics });
  }

  get progress(): { readonly done: number; readonly total: number } {
    return { done: this.#pages?.done ?? 0, total: this.site?.pages.length ?? 0 };
  }

  /** Pages that the navigation lists and nobody has written: path of the site → path in the project, without extension. */
  get missingPages(): ReadonlyMap<string, string> {
    const missing = new Map<string, string>();
    for (const { code, message } of this.#project.diagnostics) {
      const listed = code === 'config/page-missing' ? /^page "(.*)" not found/.exec(message)?.[1] : undefined;
      const path = listed?.replace(/^\.?\/+|\/+$/g, '').replace(/\.mdx?$/i, '');
      if (path) missing.set(urlOf(path), path);
    }
    return missing;
  }

  /** Follows the project: `contents` are files that hold something else; with `structure` files have come or gone, too. */
  async refresh(contents: readonly string[], structure: boolean): Promise<ProjectChange> {
    await this.open();
    const found = await (structure ? this.#project.readAll(contents) : this.#project.readAgain(contents));
    await this.#follow(found.change, found.contents);
    return found.change;
  }

  /** What stands at a path of the site (without base, decoded, with a leading slash). */
  async answer(path: string): Promise<LiveAnswer> {
    if (!this.#isOpen) {
      const early = await this.#answerEarly(path);
      if (early) return early;
      await this.open();
    }
    const routes = this.#route();
    if (routes === undefined || this.#pages === undefined) return { kind: 'no-site' };
    const page = routes.pages.get(path);
    if (page) {
      const answer = await this.#page(page);
      if (answer) return answer;
    }
    const output = path.slice(1);
    if (routes.assets.has(output)) return { kind: 'file', file: { path: output, copyFrom: output } };
    const file = await this.#file(output);
    if (file) return { kind: 'file', file };
    const href = path === '/' ? routes.site.homeHref : routes.redirect(path);
    if (href !== undefined) {
      const isPermanent = routes.site.redirects.some(({ source, permanent }) => source === path && permanent);
      return redirectTo(routes.site, href, isPermanent);
    }
    const made = await this.#made(path);
    if (made) return { kind: 'file', file: made };
    const { renderer } = await this.#draw();
    const notFound = renderer.notFound();
    return { kind: 'nothing', html: 'data' in notFound ? notFound.data.toString() : '' };
  }

  /** Servers that the playgrounds of pages which were shown may reach. */
  get playgroundOrigins(): ReadonlySet<string> {
    return new Set(this.site?.pages.flatMap(({ path }) => this.#pages?.peek(path)?.entry.connectOrigins ?? []));
  }

  /** Whether a file of the project has an address of its own. */
  isPublished(path: string): boolean {
    return this.#route()?.assets.has(path) === true;
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

  async #open(): Promise<void> {
    await this.#early;
    await this.#project.readAhead();
    await this.#project.read();
    this.#glance = undefined;
    this.#isOpen = true;
    await this.#follow('site');
  }

  /** The first page that is asked for, and what belongs to it, before the project is read. */
  async #answerEarly(path: string): Promise<LiveAnswer | undefined> {
    if (!this.#hasGlanced) {
      this.#hasGlanced = true;
      this.#glance = this.#project.glance(path);
      if (this.#glance) this.#pages = await LivePages.open(this.#glance, this.#store);
    }
    const site = this.#glance;
    if (site === undefined) return undefined;
    if (path === '/' && site.homeHref !== undefined) return redirectTo(site, site.homeHref);
    const page = this.#route()?.pages.get(path);
    if (page && !isRead(site, page)) return undefined;
    if (page) {
      const answer = this.#page(page);
      this.#early = answer;
      return answer;
    }
    const file = path.startsWith('/_docsgen/') ? await this.#file(path.slice(1)) : undefined;
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

  #route(): Routes | undefined {
    const { site } = this;
    if (site === undefined) return undefined;
    if (this.#routes?.site !== site) this.#routes = routesOf(site, this.#times);
    return this.#routes;
  }

  async #page(page: Page): Promise<LiveAnswer | undefined> {
    const live = await this.#pages?.get(page);
    if (live === undefined) return undefined;
    const { renderer, islands, own } = await this.#draw(live);
    const body = {
      ...this.#body(page, live, islands.href),
      ...(own.isAlive && { modules: [islands.href] }),
      ...this.#route()?.changes.shownOn(page),
      ...(this.site && descriptionOf(this.site)(page)),
    };
    const rendered = renderer.renderPage(page, body);
    const html = 'data' in rendered.value ? rendered.value.data.toString() : '';
    return { kind: 'page', page, html, diagnostics: withoutRepeats([...live.diagnostics, ...rendered.diagnostics]) };
  }

  #body(page: Page, live: LivePage, islands: string): PageBody {
    return pageBody(this.#shown(live), this.#html(page, live), this.#store, [islands]);
  }

  #shown({ entry, lastGood }: LivePage) {
    return lastGood?.entry ?? entry;
  }

  /** The errors of a page that is broken, above what it was before. */
  #html(page: Page, { entry, diagnostics, lastGood }: LivePage): string {
    if (lastGood === undefined) return this.#store.html(entry.key);
    return (this.#pages?.desk.notice(page, diagnostics) ?? '') + lastGood.html;
  }

  /** `live` is the page that is to be shown, with what it was before it broke. */
  #draw(live?: LivePage): Promise<Drawing> {
    return this.#drawing.draw(this.site as LoadedSite, this.#pages as LivePages, {
      isWorking: this.#background !== undefined,
      ...(live && { shown: [live.entry, this.#shown(live)] }),
    });
  }

  /** Files of ours that pages name. */
  async #file(output: string): Promise<OutputFile | undefined> {
    if (!output.startsWith('_docsgen/')) return undefined;
    const script = this.#pages?.scripts.get(output);
    if (script !== undefined) return { path: output, data: script };
    const drawing = await this.#draw();
    for (const { path, title, key } of this.#pages?.desk.endpoints.schemaPages() ?? []) {
      if (path === output) return drawing.renderer.renderFragment({ path, title, html: this.#store.html(key) });
    }
    return (
      this.#drawing.file(output, drawing) ??
      (await this.#search.file(output, this.#searchSource(drawing.site))) ??
      (await this.#drawing.listFile(output, drawing))
    );
  }

  #searchSource(site: LoadedSite): SearchSource {
    return {
      version: this.#version,
      site,
      store: this.#store,
      pages: async () => {
        await this.work();
        return this.#entries(site);
      },
    };
  }

  /** Pages as compiled, by path. */
  #entries({ pages }: LoadedSite): Map<string, CompiledEntry> {
    const entries = new Map<string, CompiledEntry>();
    for (const { path } of pages) {
      const entry = this.#pages?.peek(path)?.entry;
      if (entry) entries.set(path, entry);
    }
    return entries;
  }

  /** What is made from pages: their copies as Markdown, lists for crawlers and agents. */
  async #made(path: string): Promise<OutputFile | undefined> {
    const { site } = this;
    if (site === undefined || !this.#route()?.isGenerated(path)) return undefined;
    const page = site.pages.find(({ url }) => markdownPath(url) === path);
    if (page) {
      const data = (await this.#markdown(page))?.whole;
      return data === undefined ? undefined : { path: path.slice(1), data };
    }
    const updates = site.pages.find((one) => feedPath(one.url) === path);
    const live = updates && (await this.#pages?.get(updates));
    if (updates && live) return pageFeed(site, updates, this.#body(updates, live, '').html);
    await this.work();
    const copies = new Map<string, string>();
    for (const one of site.pages) {
      const copy = one.access.inLlms ? (await this.#markdown(one))?.content : undefined;
      if (copy !== undefined) copies.set(one.path, copy);
      await setImmediate();
    }
    const changes = this.#route()?.changes;
    const outputs = siteOutputs({
      ...site,
      markdownOf: (one) => copies.get(one.path),
      operationOf: agentEndpointOf(site),
      ...ownSkill(site),
      changeOf: (one) => changes?.of(one)?.changed,
    });
    return outputs.find((file) => file.path === path.slice(1));
  }

  async #markdown(page: Page): Promise<PageCopy | undefined> {
    const live = await this.#pages?.get(page);
    if (live === undefined || this.site === undefined) return undefined;
    return pageCopy(this.site, page, { ...this.#body(page, live, ''), isWithheld: this.#shown(live).playable !== undefined });
  }

  /** The browser's part of following a site. */
  script(): Uint8Array {
    return ownFile('dist/client/dev.js');
  }
}

function redirectTo({ config }: LoadedSite, href: string, isPermanent = false): LiveAnswer {
  return { kind: 'redirect', href: redirectHref(href, config.base), isPermanent };
}

/** Whether a page of a glance is more than a name. */
function isRead({ sources }: LoadedSite, { file }: Page): boolean {
  return file === undefined || sources.get(file)?.hash !== '';
}
