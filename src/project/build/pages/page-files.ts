/** The files of pages: the HTML, rendered or reused from the previous output, the Markdown copy and the feed. */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import type { Page } from '../../../model/page.ts';
import { markdownPath } from '../../../shared/site/markdown-path.ts';
import { joinEndpoint } from '../../../stages/render/endpoint/render-endpoint.tsx';
import type { PageBody, Renderer } from '../../../stages/render/renderer.ts';
import { descriptionOf } from '../agent-endpoints.ts';
import type { CompiledSite } from '../compile-site.ts';
import type { LoadedSite } from '../load-site.ts';
import type { Stopwatch } from '../progress.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import type { StoredContent } from './content-copy.ts';
import type { CompiledEntry } from './page-builder.ts';
import type { PageChanges } from './page-changes.ts';
import { cachedPageCopy, pageFeed } from './page-copy.ts';
import type { PageStore } from './page-store.ts';
import { type RenderedPage, RenderedPages } from './rendered-pages.ts';

/** Options of the build for writing pages. */
export interface PageFileOptions {
  readonly store: PageStore;
  readonly watch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
  /** Reuses pages that would not change: the output folder supports known files. */
  readonly reusesPages?: boolean;
  /** Receives the diagnostics, because the stream contains only files. */
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

/** What pages are rendered with, in addition to the site itself. */
interface PageRendering {
  readonly renderer: Renderer;
  /** URLs of the island scripts. */
  readonly islands: readonly string[];
  /** The frame of every page contains an interactive component. */
  readonly hasFrameIslands: boolean;
  readonly changes: PageChanges;
}

/** Files for agents are written after the pages and read the Markdown copies from here. */
export interface PageFiles {
  /** All files, page by page. Call it once. */
  files(): AsyncGenerator<OutputFile>;
  /** The content of a page as Markdown, after its files were yielded; undefined for pages that are excluded for agents. */
  markdownOf(page: Page): string | undefined;
  /** The cache key of that text. */
  markdownKeyOf(page: Page): string | undefined;
}

/** Yields the HTML of a page, then its Markdown, then its feed. Files of the author take precedence over the latter two. */
export function pageFiles(site: LoadedSite, compiled: CompiledSite, options: PageFileOptions, rendering: PageRendering): PageFiles {
  const writer = new PageWriter(site, compiled, options, rendering);
  return {
    files: () => writer.files(),
    markdownOf: (page) => writer.markdownOf(page),
    markdownKeyOf: (page) => writer.markdownKeyOf(page),
  };
}

class PageWriter implements PageFiles {
  readonly #site: LoadedSite;
  readonly #compiled: CompiledSite;
  readonly #options: PageFileOptions;
  readonly #rendering: PageRendering;
  readonly #authorFiles: ReadonlySet<string>;
  readonly #described: ReturnType<typeof descriptionOf>;
  /** `Page.path` → cache key of its Markdown. */
  readonly #copies = new Map<string, string>();

  constructor(site: LoadedSite, compiled: CompiledSite, options: PageFileOptions, rendering: PageRendering) {
    this.#site = site;
    this.#compiled = compiled;
    this.#options = options;
    this.#rendering = rendering;
    this.#authorFiles = new Set(site.assets);
    this.#described = descriptionOf(site);
  }

  async *files(): AsyncGenerator<OutputFile> {
    const { store, watch, signal, reusesPages } = this.#options;
    const { renderer } = this.#rendering;
    const { pages } = this.#site;
    const yieldWhenDue = createYielder(signal);
    const renderedPages = reusesPages === true ? new RenderedPages(store.cache, renderer.siteKey) : undefined;
    let done = 0;
    for (const page of pages) {
      watch.report({ stage: 'render', done: done++, total: pages.length });
      await yieldWhenDue();
      const entry = this.#compiled.pages.get(page.path);
      if (entry === undefined) continue;
      const content = [entry.content, entry.endpointContent ?? ''];
      const key = renderedPages && watch.time('render', () => renderer.pageKey(page, this.#factsOf(page, entry), content));
      const known = key && renderedPages.find(key);
      if (known) yield* this.#reuse(page, entry, known);
      else yield* this.#render(page, entry, (part) => void (key && renderedPages.record(key, part)));
    }
    renderedPages?.save();
  }

  markdownKeyOf(page: Page): string | undefined {
    return this.#copies.get(page.path);
  }

  markdownOf(page: Page): string | undefined {
    const key = this.#copies.get(page.path);
    const entry = this.#compiled.pages.get(page.path);
    return key && entry && (this.#options.store.cache.get(key) ?? this.#copyOf(page, this.#bodyOf(page, entry)).content);
  }

  /** An unchanged page: its files are rendered only if the previous output no longer has them. */
  *#reuse(page: Page, entry: CompiledEntry, known: RenderedPage): Generator<OutputFile> {
    const copyPath = markdownPath(page.url).slice(1);
    const body = () => this.#bodyOf(page, entry);
    yield { path: page.output, known: known.html, make: () => this.#rendering.renderer.renderPage(page, body()).value.data };
    if (page.access.inLlms) this.#copies.set(page.path, known.copyKey);
    if (this.#authorFiles.has(copyPath)) return;
    if (known.copy) yield { path: copyPath, known: known.copy, make: () => this.#copyOf(page, body()).full };
    else yield { path: copyPath, data: this.#copyOf(page, body()).full };
  }

  /** `record` receives the size and hash of the written files. */
  *#render(page: Page, entry: CompiledEntry, record: (part: Partial<RenderedPage>) => void): Generator<OutputFile> {
    const { watch, report } = this.#options;
    const copyPath = markdownPath(page.url).slice(1);
    const body = this.#bodyOf(page, entry);
    const { value: html, diagnostics } = watch.time('render', () => this.#rendering.renderer.renderPage(page, body));
    report(diagnostics);
    const copy = watch.time('render', () => this.#copyOf(page, body));
    const feed = pageFeed(this.#site, page, body.stored);
    const isReported = html.isReportedFor || feed !== undefined;
    // The key does not include the API description.
    const hasNoDescription = this.#site.endpoints.operationOf(page) === undefined;
    yield { path: html.path, data: html.data, onWritten: (bytes) => void (isReported || record({ html: bytes, copyKey: copy.key })) };
    if (page.access.inLlms) this.#copies.set(page.path, copy.key);
    if (!this.#authorFiles.has(copyPath))
      yield { path: copyPath, data: copy.full, onWritten: (bytes) => void (isReported || !hasNoDescription || record({ copy: bytes })) };
    if (feed && !this.#authorFiles.has(feed.path)) yield feed;
  }

  #factsOf(page: Page, entry: CompiledEntry) {
    const { islands, hasFrameIslands, changes } = this.#rendering;
    return {
      ...bodyFacts({ ...entry, hasIslands: entry.hasIslands || hasFrameIslands }, islands),
      ...changes.displayedOn(page),
      ...this.#described(page),
    };
  }

  #bodyOf(page: Page, entry: CompiledEntry) {
    const { store } = this.#options;
    return {
      ...bodyHtml(entry, store.html(entry.key), store),
      stored: storedContent(entry, store),
      ...this.#factsOf(page, entry),
      hidesPlayground: entry.playable !== undefined,
    };
  }

  #copyOf(page: Page, body: Parameters<typeof cachedPageCopy>[2]) {
    return cachedPageCopy(this.#site, page, body, this.#options.store.cache);
  }
}

/** The body of a page: `html` as compiled, its API description, and the scripts of its islands. */
export function pageBody(entry: CompiledEntry, html: string, store: PageStore, islands: readonly string[]): PageBody {
  return { ...bodyHtml(entry, html, store), ...bodyFacts(entry, islands) };
}

/** The stored content of a page. */
export function storedContent({ key, endpointKey }: CompiledEntry, store: PageStore): StoredContent {
  return { nodes: store.nodes(key), ...(endpointKey !== undefined && { endpointNodes: store.nodes(endpointKey) }) };
}

function bodyHtml({ endpointKey }: CompiledEntry, html: string, store: PageStore): Pick<PageBody, 'html' | 'lead'> {
  return endpointKey === undefined ? { html } : joinEndpoint(store.html(endpointKey), html);
}

function bodyFacts(entry: CompiledEntry, islands: readonly string[]): Omit<PageBody, 'html' | 'lead'> {
  return {
    compiled: entry.compiled,
    modules: entry.hasIslands ? islands : [],
    ...(entry.connectOrigins && { connectOrigins: entry.connectOrigins }),
  };
}
