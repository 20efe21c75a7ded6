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
import type { Stopwatch } from '../stopwatch.ts';
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
}

/** Yields the HTML of a page, then its Markdown, then its feed. Files of the author take precedence over the latter two. */
export function pageFiles(site: LoadedSite, compiled: CompiledSite, options: PageFileOptions, rendering: PageRendering): PageFiles {
  const { store, watch, report } = options;
  const { renderer, islands, changes } = rendering;
  const authorFiles = new Set(site.assets);
  /** `Page.path` → cache key of its Markdown. */
  const copies = new Map<string, string>();
  const described = descriptionOf(site);
  const factsOf = (page: Page, entry: CompiledEntry) => ({
    ...bodyFacts({ ...entry, hasIslands: entry.hasIslands || rendering.hasFrameIslands }, islands),
    ...changes.displayedOn(page),
    ...described(page),
  });
  const bodyOf = (page: Page, entry: CompiledEntry) => ({
    ...bodyHtml(entry, store.html(entry.key), store),
    stored: storedContent(entry, store),
    ...factsOf(page, entry),
    hidesPlayground: entry.playable !== undefined,
  });
  const copyOf = (page: Page, entry: CompiledEntry) => cachedPageCopy(site, page, bodyOf(page, entry), store.cache);

  async function* files(): AsyncGenerator<OutputFile> {
    const yieldWhenDue = createYielder(options.signal);
    const renderedPages = options.reusesPages === true ? new RenderedPages(store.cache, renderer.siteKey) : undefined;
    let done = 0;
    for (const page of site.pages) {
      watch.report({ stage: 'render', done: done++, total: site.pages.length });
      await yieldWhenDue();
      const entry = compiled.pages.get(page.path);
      if (entry === undefined) continue;
      const content = [entry.content, entry.endpointContent ?? ''];
      const key = renderedPages && watch.time('render', () => renderer.pageKey(page, factsOf(page, entry), content));
      const known = key && renderedPages.find(key);
      if (known) yield* reuse(page, entry, known);
      else yield* render(page, entry, (part) => void (key && renderedPages.record(key, part)));
    }
    renderedPages?.save();
  }

  /** An unchanged page: its files are rendered only if the previous output no longer has them. */
  function* reuse(page: Page, entry: CompiledEntry, known: RenderedPage): Generator<OutputFile> {
    const copyPath = markdownPath(page.url).slice(1);
    yield { path: page.output, known: known.html, make: () => renderer.renderPage(page, bodyOf(page, entry)).value.data };
    if (page.access.inLlms) copies.set(page.path, known.copyKey);
    if (authorFiles.has(copyPath)) return;
    if (known.copy) yield { path: copyPath, known: known.copy, make: () => copyOf(page, entry).full };
    else yield { path: copyPath, data: copyOf(page, entry).full };
  }

  /** `record` receives the size and hash of the written files. */
  function* render(page: Page, entry: CompiledEntry, record: (part: Partial<RenderedPage>) => void): Generator<OutputFile> {
    const copyPath = markdownPath(page.url).slice(1);
    const body = bodyOf(page, entry);
    const { value: html, diagnostics } = watch.time('render', () => renderer.renderPage(page, body));
    report(diagnostics);
    const copy = watch.time('render', () => cachedPageCopy(site, page, body, store.cache));
    const feed = pageFeed(site, page, body.stored);
    const isReported = html.isReportedFor || feed !== undefined;
    // The key does not include the API description.
    const hasNoDescription = site.endpoints.operationOf(page) === undefined;
    yield { path: html.path, data: html.data, onWritten: (bytes) => void (isReported || record({ html: bytes, copyKey: copy.key })) };
    if (page.access.inLlms) copies.set(page.path, copy.key);
    if (!authorFiles.has(copyPath))
      yield { path: copyPath, data: copy.full, onWritten: (bytes) => void (isReported || !hasNoDescription || record({ copy: bytes })) };
    if (feed && !authorFiles.has(feed.path)) yield feed;
  }

  return {
    files,
    markdownOf(page) {
      const key = copies.get(page.path);
      const entry = compiled.pages.get(page.path);
      return key && entry && (store.cache.get(key) ?? copyOf(page, entry).content);
    },
  };
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
