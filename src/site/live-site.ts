/**
 * A site in memory that follows its project: pages are compiled when they are asked for, the rest in the background, and
 * a change makes again what depends on it. It gives the same bytes as a build of the same project.
 */
import { setImmediate } from 'node:timers/promises';
import { markdownPath } from '../contract/markdown-path.ts';
import { codeStyleSheet } from '../mdx/code/style-sheet.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { OutputFile } from '../model/output-file.ts';
import type { Page } from '../model/page.ts';
import { redirectMatcher } from '../nav/redirects.ts';
import { urlOf } from '../nav/routes.ts';
import { generatedPaths } from '../outputs/generated-paths.ts';
import { pageMarkdown } from '../outputs/markdown/page-markdown.ts';
import { redirectHref } from '../outputs/redirect-pages.ts';
import { siteOutputs } from '../outputs/site-outputs.ts';
import { ownFile } from '../render/package-files.ts';
import { createRenderer, type PageBody, type Renderer } from '../render/renderer.ts';
import { SiteAssets } from '../render/site-assets.ts';
import { type DrawnParts, drawnParts } from './drawn-parts.ts';
import { withoutRepeats } from './findings.ts';
import { imageSizes } from './image-sizes.ts';
import { type LivePage, LivePages } from './live-pages.ts';
import { LiveProject, type ProjectChange } from './live-project.ts';
import { LiveSearch, type SearchSource } from './live-search.ts';
import type { LoadedSite } from './load-site.ts';
import { type PageChanges, pageChanges } from './page-changes.ts';
import type { CompiledEntry } from './page-desk.ts';
import { openPageStore, type PageStore } from './page-store.ts';
import { pageBody } from './render-site.ts';
import { searchFolders } from './search-site.ts';

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

/** What is drawn around and beside the pages, until something of it changes. */
interface Drawing {
  readonly site: LoadedSite;
  readonly renderer: Renderer;
  readonly diagnostics: readonly Diagnostic[];
  readonly stylesVersion: number;
  readonly classNames: ReadonlySet<string>;
  readonly codeStyles: ReadonlySet<string>;
  readonly islands: { readonly href: string; readonly file: OutputFile };
  /** The project's own parts of the frame. */
  readonly own: DrawnParts;
}

/** The look-up tables of one loaded site. */
interface Routes {
  readonly site: LoadedSite;
  readonly pages: ReadonlyMap<string, Page>;
  readonly assets: ReadonlySet<string>;
  readonly redirect: (path: string) => string | undefined;
  readonly isGenerated: (path: string) => boolean;
  readonly changes: PageChanges;
}

export class LiveSite {
  readonly #project: LiveProject;
  readonly #store: PageStore;
  readonly #onProgress: () => void;
  #pages: LivePages | undefined;
  #drawing: Drawing | undefined;
  #routes: Routes | undefined;
  /** The drawings before: pages that are open name the stylesheet they came with. */
  readonly #earlier: Drawing[] = [];
  /** The lists that long sidebars leave out of their pages. */
  #lists: { readonly drawing: Drawing; readonly files: ReadonlyMap<string, OutputFile> } | undefined;
  readonly #search = new LiveSearch();
  /** Files that were written since the start: their history says less than their own time. */
  readonly #edited = new Set<string>();
  /** Grows with every change. */
  #version = 0;
  #background: Promise<void> | undefined;
  /** Pages whose source is not there any more. */
  readonly #gone = new Set<string>();
  #isClosed = false;

  constructor({ dir, base = '', useCache, cacheDir, allowRemote = [], onProgress = () => {} }: LiveSiteOptions) {
    this.#project = new LiveProject(base, { dir, cacheDir, allowRemote });
    this.#store = openPageStore({ dir, ...(useCache !== undefined && { useCache }), cacheDir });
    this.#onProgress = onProgress;
  }

  /** Reads the project; call once before anything else. */
  async open(): Promise<void> {
    await this.#project.read();
    await this.#follow('site');
  }

  get site(): LoadedSite | undefined {
    return this.#project.site;
  }

  /** False while the last site is shown because docs.json cannot be read. */
  get isWhole(): boolean {
    return this.#project.isWhole;
  }

  /** What is wrong with the project as a whole. */
  get siteDiagnostics(): readonly Diagnostic[] {
    return withoutRepeats([...this.#project.diagnostics, ...(this.#drawing?.diagnostics ?? [])]);
  }

  /** All findings so far: of the project, then of its pages in their order. */
  get diagnostics(): readonly Diagnostic[] {
    const pages = this.site?.pages.flatMap((page) => this.#pages?.peek(page.path)?.diagnostics ?? []) ?? [];
    return withoutRepeats([...this.siteDiagnostics, ...pages]);
  }

  get progress(): { readonly done: number; readonly total: number } {
    const pages = this.site?.pages ?? [];
    const done = pages.filter((page) => this.#pages?.peek(page.path)?.isStale === false).length;
    return { done, total: pages.length };
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
    const found = await (structure ? this.#project.readAll(contents) : this.#project.readAgain(contents));
    await this.#follow(found.change, found.contents);
    return found.change;
  }

  /** What stands at a path of the site (without base, decoded, with a leading slash). */
  async answer(path: string): Promise<LiveAnswer> {
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
      return { kind: 'redirect', href: redirectHref(href, routes.site.config.base), isPermanent };
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
    await this.#background;
    await this.#pages?.close();
    this.#store.cache.save();
    this.#store.cache.close();
  }

  async #follow(change: ProjectChange, contents: readonly string[] = []): Promise<void> {
    const { site } = this.#project;
    this.#gone.clear();
    if (site === undefined || change === 'nothing') return;
    this.#version += 1;
    for (const path of contents) this.#edited.add(path);
    if (this.#pages === undefined) this.#pages = await LivePages.open(site, this.#store);
    else if (change === 'pages') await this.#pages.touch(contents);
    else await this.#pages.setSite(site);
  }

  async #compileRest(): Promise<void> {
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
    const { site } = this.#project;
    if (site === undefined) return undefined;
    if (this.#routes?.site !== site) {
      this.#routes = {
        site,
        pages: new Map(site.pages.flatMap((page) => [[page.url, page] as const, [`/${page.output}`, page] as const])),
        assets: new Set([...site.assets, ...site.styles, ...site.scripts]),
        redirect: redirectMatcher(site.redirects),
        isGenerated: generatedPaths(site.pages),
        changes: pageChanges(site, (file) => this.#edited.has(file)),
      };
    }
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

  /** The newest drawing, or an older one that has all that this page needs while the rest is still being compiled. */
  async #draw(live?: LivePage): Promise<Drawing> {
    const site = this.site as LoadedSite;
    const pages = this.#pages as LivePages;
    const own = await drawnParts(site, this.#store, async (part) => (await pages.get(part))?.entry);
    const { classNames, codeStyles } = pages;
    const stylesVersion = classNames.version + codeStyles.version;
    const drawing = this.#drawing;
    if (drawing?.site === site && [...own.parts].every(([part, html]) => drawing.own.parts.get(part) === html)) {
      if (drawing.stylesVersion === stylesVersion) return drawing;
      const isWorking = this.#background !== undefined;
      const shown = live && [live.entry, this.#shown(live)];
      const hasAll = shown?.every(
        ({ compiled }) =>
          compiled.classNames.every((name) => drawing.classNames.has(name)) &&
          compiled.codeStyles.every((style) => drawing.codeStyles.has(style)),
      );
      if (isWorking && hasAll) return drawing;
    }
    const searchFolder = searchFolders(site);
    const names = classNames.values;
    const styles = codeStyles.values;
    const { value: renderer, diagnostics } = await createRenderer({
      site,
      classNames: names,
      codeStyles: codeStyleSheet(styles),
      parts: own.parts,
      imageSize: await imageSizes(site.files),
      ...(searchFolder && { searchFolder }),
    });
    const assets = new SiteAssets(site.config.base);
    const href = assets.href(assets.add('islands.js', ownFile('dist/client/islands.js')));
    const islands = { href, file: assets.files()[0] as OutputFile };
    if (drawing) this.#earlier.unshift(drawing);
    this.#earlier.length = Math.min(this.#earlier.length, 3);
    this.#drawing = {
      site,
      renderer,
      diagnostics,
      stylesVersion,
      classNames: new Set(names),
      codeStyles: new Set(styles),
      islands,
      own,
    };
    return this.#drawing;
  }

  /** Files of ours that pages name. */
  async #file(output: string): Promise<OutputFile | undefined> {
    if (!output.startsWith('_docsgen/')) return undefined;
    const script = this.#pages?.scripts.get(output);
    if (script !== undefined) return { path: output, data: script };
    const drawing = await this.#draw();
    if (drawing.islands.file.path === output) return drawing.islands.file;
    for (const { path, title, key } of this.#pages?.desk.endpoints.schemaPages() ?? []) {
      if (path === output) return drawing.renderer.renderFragment({ path, title, html: this.#store.html(key) });
    }
    for (const { renderer } of [drawing, ...this.#earlier]) {
      const file = renderer.sharedFiles().find((candidate) => candidate.path === output);
      if (file) return file;
    }
    // Asked for by a page that was opened before: at an earlier start, or many edits ago.
    const any = drawing.renderer.sharedFiles(true).find((candidate) => candidate.path === output);
    if (any) return any;
    const found = await this.#search.file(output, this.#searchSource(drawing.site));
    if (found) return found;
    if (this.#lists?.drawing !== drawing) {
      const { value } = await drawing.renderer.siteFiles();
      this.#lists = { drawing, files: new Map(value.map((file) => [file.path, file])) };
    }
    return this.#lists.files.get(output);
  }

  #searchSource(site: LoadedSite): SearchSource {
    return {
      version: this.#version,
      site,
      store: this.#store,
      pages: async () => {
        await this.work();
        const entries = new Map<string, CompiledEntry>();
        for (const { path } of site.pages) {
          const entry = this.#pages?.peek(path)?.entry;
          if (entry) entries.set(path, entry);
        }
        return entries;
      },
    };
  }

  /** What is made from pages: their copies as Markdown, lists for crawlers and agents. */
  async #made(path: string): Promise<OutputFile | undefined> {
    const { site } = this;
    if (site === undefined || !this.#route()?.isGenerated(path)) return undefined;
    const page = site.pages.find(({ url }) => markdownPath(url) === path);
    if (page) {
      const data = await this.#markdown(page);
      return data === undefined ? undefined : { path: path.slice(1), data };
    }
    await this.work();
    const copies = new Map<string, string>();
    for (const one of site.pages) {
      const copy = one.access.inLlms ? await this.#markdown(one) : undefined;
      if (copy !== undefined) copies.set(one.path, copy);
      await setImmediate();
    }
    const changes = this.#route()?.changes;
    const outputs = siteOutputs({
      ...site,
      markdownOf: (one) => copies.get(one.path),
      changeOf: (one) => changes?.of(one)?.changed,
    });
    return outputs.find((file) => file.path === path.slice(1));
  }

  async #markdown(page: Page): Promise<string | undefined> {
    const live = await this.#pages?.get(page);
    if (live === undefined || this.site === undefined) return undefined;
    const body = this.#body(page, live, '');
    return pageMarkdown(page, `${body.lead ?? ''}${body.html}`, this.site.config);
  }

  /** The browser's part of following a site. */
  script(): Uint8Array {
    return ownFile('dist/client/dev.js');
  }
}
