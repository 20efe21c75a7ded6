/** The files of pages: each drawn, or left as it is where the site of before has it, and beside it its Markdown and its feed. */

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

/** What a build does beside drawing. */
export interface PageWork {
  readonly store: PageStore;
  readonly watch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
  /** Pages that would come out as before are not drawn: the files go to an output folder that can have them. */
  readonly reusesPages?: boolean;
  /** Gets the findings: a stream of files has no place for them. */
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

/** What pages are drawn with, apart from the site itself. */
interface PageDrawing {
  readonly renderer: Renderer;
  /** Addresses of the scripts that wake what is alive on a page. */
  readonly islands: readonly string[];
  /** The frame of every page has a part that is alive. */
  readonly isFrameAlive: boolean;
  readonly changes: PageChanges;
}

/** Lists for agents are made after the pages, so they ask here for what was made on the way. */
export interface PageFiles {
  /** All of them, page by page, to be asked once. */
  files(): AsyncGenerator<OutputFile>;
  /** The content of a page as Markdown, once its files were given; undefined where lists for agents leave the page out. */
  markdownOf(page: Page): string | undefined;
}

/** Yields the HTML of a page, then its Markdown, then its feed. Of the latter two, a file of the author's at the same path wins. */
export function pageFiles(site: LoadedSite, compiled: CompiledSite, work: PageWork, drawing: PageDrawing): PageFiles {
  const { store, watch, report } = work;
  const { renderer, islands, changes } = drawing;
  const authorFiles = new Set(site.assets);
  /** `Page.path` → where the cache has its Markdown. */
  const copies = new Map<string, string>();
  const described = descriptionOf(site);
  const factsOf = (page: Page, entry: CompiledEntry) => ({
    ...bodyFacts({ ...entry, hasIslands: entry.hasIslands || drawing.isFrameAlive }, islands),
    ...changes.shownOn(page),
    ...described(page),
  });
  const bodyOf = (page: Page, entry: CompiledEntry) => ({
    ...bodyHtml(entry, store.html(entry.key), store),
    stored: storedContent(entry, store),
    ...factsOf(page, entry),
    isWithheld: entry.playable !== undefined,
  });
  const copyOf = (page: Page, entry: CompiledEntry) => cachedPageCopy(site, page, bodyOf(page, entry), store.cache);

  async function* files(): AsyncGenerator<OutputFile> {
    const yieldWhenDue = createYielder(work.signal);
    const drawn = work.reusesPages === true ? new RenderedPages(store.cache, renderer.siteKey) : undefined;
    let done = 0;
    for (const page of site.pages) {
      watch.tell({ stage: 'render', done: done++, total: site.pages.length });
      await yieldWhenDue();
      const entry = compiled.pages.get(page.path);
      if (entry === undefined) continue;
      const content = [entry.content, entry.endpointContent ?? ''];
      const key = drawn && watch.time('render', () => renderer.pageKey(page, factsOf(page, entry), content));
      const known = key && drawn.find(key);
      if (known) yield* unchanged(page, entry, known);
      else yield* anew(page, entry, (part) => void (key && drawn.note(key, part)));
    }
    drawn?.save();
  }

  /** A page that would come out as before: its files are made only where the old site does not have them any more. */
  function* unchanged(page: Page, entry: CompiledEntry, known: RenderedPage): Generator<OutputFile> {
    const copyPath = markdownPath(page.url).slice(1);
    yield { path: page.output, known: known.html, make: () => renderer.renderPage(page, bodyOf(page, entry)).value.data };
    if (page.access.inLlms) copies.set(page.path, known.copyKey);
    if (authorFiles.has(copyPath)) return;
    if (known.copy) yield { path: copyPath, known: known.copy, make: () => copyOf(page, entry).whole };
    else yield { path: copyPath, data: copyOf(page, entry).whole };
  }

  /** `note` is told what the written files are known by. */
  function* anew(page: Page, entry: CompiledEntry, note: (part: Partial<RenderedPage>) => void): Generator<OutputFile> {
    const copyPath = markdownPath(page.url).slice(1);
    const body = bodyOf(page, entry);
    const { value: html, diagnostics } = watch.time('render', () => renderer.renderPage(page, body));
    report(diagnostics);
    const copy = watch.time('render', () => cachedPageCopy(site, page, body, store.cache));
    const feed = pageFeed(site, page, body.stored);
    const isReportedAgain = html.isReportedFor || feed !== undefined;
    // What a description says of an operation is no part of the key.
    const isWhole = site.endpoints.operationOf(page) === undefined;
    yield { path: html.path, data: html.data, onWritten: (bytes) => void (isReportedAgain || note({ html: bytes, copyKey: copy.key })) };
    if (page.access.inLlms) copies.set(page.path, copy.key);
    if (!authorFiles.has(copyPath))
      yield { path: copyPath, data: copy.whole, onWritten: (bytes) => void (isReportedAgain || !isWhole || note({ copy: bytes })) };
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

/** What a page shows: `html` as compiled, what a description says of it, and the scripts that wake its islands. */
export function pageBody(entry: CompiledEntry, html: string, store: PageStore, islands: readonly string[]): PageBody {
  return { ...bodyHtml(entry, html, store), ...bodyFacts(entry, islands) };
}

/** What a page says. */
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
