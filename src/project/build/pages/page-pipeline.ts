/**
 * Builds all pages of a site in order. If there are many, worker threads do what only needs texts: one highlights the
 * code of pages and of generated examples before the page is completed, one writes the Markdown copy afterwards. Each
 * thread does one kind of work, so that its caches stay effective. Work waits here for whichever side is free first, so
 * that this thread never waits while there is something to do.
 */
import { setImmediate } from 'node:timers/promises';
import type { FileSystem } from '../../../model/file-system.ts';
import type { Page } from '../../../model/page.ts';
import { hasFences } from '../../../stages/mdx/code/fences.ts';
import { type CachedBlock, type CodeSource, prefetchHighlight } from '../../../stages/mdx/code/prefetch-highlight.ts';
import type { LoadedSite } from '../load-site.ts';
import { workerSettings } from '../workers/prestart-workers.ts';
import type { WorkerResult } from '../workers/worker-task.ts';
import { startWorkerThreads, type WorkerThread } from '../workers/worker-threads.ts';
import { cachedContent, contentKey, copyFields } from './content-copy.ts';
import type { BuiltPage, PageBuilder } from './page-builder.ts';
import type { CompiledBody, PageTask } from './page-compiler.ts';
import type { PageStore, StoredPage } from './page-store.ts';

/** Pages that are read ahead. */
const maxAhead = 256;
/** Pages that are compiled except for their code. */
const maxStarted = maxAhead;
/** Reference pages whose generated part is rendered, except for its code, before their turn. */
const maxReferences = 24;
/** Tasks of a kind queued in a thread, so that it never waits; others stay here for whichever side is free first. */
const maxRunning = 8;
/** Maximum length of the pages whose copies are pending; above it, copies are written here. */
const maxPendingLength = 6 * 1024 * 1024;

/** The builder, and how many threads help. The result is identical with and without threads. */
export interface PipelineOptions {
  readonly builder: PageBuilder;
  readonly store: PageStore;
  /** Write the Markdown of public pages to the store, where `cachedContent` finds it. */
  readonly writesCopies: boolean;
  /** Already running threads (`prestart-workers.ts`); without them, threads are started if there is enough work. */
  readonly threads?: readonly WorkerThread[];
  /** Number of threads, also for few pages. Default: by the number of processors, for many pages. */
  readonly workers?: number | undefined;
}

/** Yields undefined for a page whose source no longer exists. */
export async function* buildPages(
  site: LoadedSite,
  pages: readonly Page[],
  options: PipelineOptions,
): AsyncGenerator<BuiltPage | undefined> {
  const pipeline = new PagePipeline(site, pages, options);
  try {
    for (let index = 0; index < pages.length; index++) yield await pipeline.page(index);
    await pipeline.finish();
  } finally {
    await pipeline.close();
  }
}

/** A page that is queued. */
interface QueuedPage {
  readonly task: PageTask;
  readonly known: StoredPage | undefined;
  /** Compiled except for its code. */
  compileNow?: () => CompiledBody;
  /** The author's part of a reference page whose generated part was started. */
  author?: CompiledBody;
}

/** Code to highlight for a page, once for each: that of its text or of its generated part. `index` is -1 if no page waits for it yet. */
interface PendingCode {
  readonly index: number;
  readonly source: CodeSource;
}

/** A page whose Markdown copy is pending. */
interface PendingCopy {
  readonly page: Pick<Page, 'title' | 'description'>;
  readonly nodes: string;
}

class PagePipeline {
  readonly #site: LoadedSite;
  readonly #pages: readonly Page[];
  readonly #options: PipelineOptions;
  readonly #queued = new Map<number, QueuedPage>();
  /** Indexes of pages whose code was not requested yet. */
  #unrequested: number[] = [];
  /** Code that was requested and not sent to a thread. */
  readonly #pendingCode: PendingCode[] = [];
  /** Indexes of pages whose code was requested and has not arrived. */
  readonly #awaitingCode = new Set<number>();
  #readAhead = 0;
  /** Index of the first page whose generated part was not considered yet. */
  #referencesUntil = 0;
  /** Number of copies in the thread. */
  #runningCopies = 0;
  /** Pages whose copies were not sent to a thread. */
  readonly #pendingCopies: PendingCopy[] = [];
  #pendingLength = 0;
  /** The first one highlights code, the last one writes copies. */
  #threads: readonly WorkerThread[] = [];
  #isStarted = false;
  /** Highlights here what a thread has no time for. */
  #highlight: ReturnType<typeof prefetchHighlight> | undefined;

  constructor(site: LoadedSite, pages: readonly Page[], options: PipelineOptions) {
    this.#site = site;
    this.#pages = pages;
    this.#options = options;
    this.#threads = options.threads ?? [];
  }

  /** Call with increasing indexes. */
  async page(index: number): Promise<BuiltPage | undefined> {
    const { builder } = this.#options;
    this.#lookAhead(index);
    this.#requestCode();
    this.#startReferences(index);
    // Lets messages of the threads arrive.
    if (this.#isStarted) await setImmediate();
    const queued = this.#queued.get(index);
    if (queued === undefined) return undefined;
    await this.#waitForCode(index);
    this.#queued.delete(index);
    const { task, known, author, compileNow } = queued;
    if (known) return builder.finish(task, known, true);
    const { stored, nodes } = author ?? compileNow?.() ?? builder.compile(task);
    if (nodes !== undefined) this.#enqueueCopy(task.page, nodes, stored);
    return builder.finish(task, stored, false);
  }

  /** Does other work until the code of this page arrives: compiles pages ahead, then shares the work of the threads. */
  async #waitForCode(index: number): Promise<void> {
    const thread = this.#threads[0];
    let next = index;
    while (this.#awaitingCode.has(index) && thread && !thread.hasEnded) {
      while (next < index + maxStarted && !this.#compileAhead(next)) next++;
      if (next < index + maxStarted || this.#highlightLast() || this.#writeNextCopy()) await setImmediate();
      else await thread.nextResult();
    }
    this.#awaitingCode.delete(index);
  }

  /** Returns whether there was something to compile. */
  #compileAhead(index: number): boolean {
    const queued = this.#queued.get(index);
    if (queued === undefined || queued.known || queued.author || queued.compileNow || queued.task.page.file === undefined) return false;
    try {
      queued.compileNow = this.#options.builder.compileDeferred(queued.task);
    } catch {
      // The error is thrown again at the page's turn.
      queued.compileNow = () => this.#options.builder.compile(queued.task);
    }
    return true;
  }

  /** Finishes the pending copies. */
  async finish(): Promise<void> {
    this.#pendingCode.length = 0;
    while (this.#writeNextCopy()) await setImmediate();
    for (const thread of this.#threads) while (thread.pending > 0) await thread.nextResult();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #lookAhead(index: number): void {
    const { builder } = this.#options;
    for (; this.#readAhead < this.#pages.length && this.#readAhead < index + maxAhead; this.#readAhead++) {
      const task = builder.createTask(this.#pages[this.#readAhead] as Page);
      if (task === undefined) continue;
      const known = builder.find(task);
      this.#queued.set(this.#readAhead, { task, known });
      if (known === undefined) this.#unrequested.push(this.#readAhead);
    }
  }

  /** Requests the code of the pages that were read ahead. */
  #requestCode(): void {
    this.#unrequested = this.#unrequested.filter((index) => this.#queued.has(index));
    if (this.#unrequested.length === 0) return;
    if (!this.#isStarted) {
      if (this.#threads.length === 0)
        this.#threads = startWorkerThreads(this.#unrequested.length, this.#options.workers, () => workerSettings(this.#site));
      if (this.#threads.length === 0) return;
      this.#start();
    }
    for (const index of this.#unrequested) {
      const { body } = (this.#queued.get(index) as QueuedPage).task.source;
      if (hasFences(body)) this.#enqueueCode(index, body);
    }
    this.#unrequested = [];
  }

  /** Starts the generated parts of the next reference pages, in the order of the site, and requests their code. */
  #startReferences(index: number): void {
    if (!this.#isStarted) return;
    const { builder } = this.#options;
    this.#referencesUntil = Math.max(this.#referencesUntil, index);
    for (; this.#referencesUntil < Math.min(index + maxReferences, this.#readAhead); this.#referencesUntil++) {
      const queued = this.#queued.get(this.#referencesUntil);
      if (queued === undefined || queued.known) continue;
      const { task } = queued;
      // Otherwise its own code comes first.
      const { file } = task.page;
      if (file !== undefined && (!isReference(task.page) || hasFences(task.source.body))) continue;
      try {
        queued.author = queued.compileNow?.() ?? builder.compile(task);
        const blocks = builder.endpoints.start(task.page, queued.author.stored);
        if (blocks.length > 0) this.#enqueueCode(this.#referencesUntil, blocks);
      } catch {
        // The error is thrown again at the page's turn.
      }
    }
  }

  #enqueueCode(index: number, source: CodeSource): void {
    if (index >= 0) this.#awaitingCode.add(index);
    this.#pendingCode.push({ index, source });
    this.#sendCode();
  }

  #sendCode(): void {
    const [thread] = this.#threads;
    if (thread === undefined || thread.hasEnded) return;
    const copies = this.#threads.length === 1 ? this.#runningCopies : 0;
    while (thread.pending - copies < maxRunning) {
      const next = this.#pendingCode.shift();
      if (next === undefined) return;
      thread.send({ kind: 'code', ...next });
    }
  }

  /** Highlights the code of the last page here; returns whether one was pending. The thread comes from the other end. */
  #highlightLast(): boolean {
    const next = this.#pendingCode.pop();
    if (next === undefined) return false;
    this.#highlight ??= prefetchHighlight(workerSettings(this.#site));
    this.#addHighlighted(next.index, this.#highlight(next.source), typeof next.source !== 'string');
    return true;
  }

  #addHighlighted(index: number, blocks: readonly CachedBlock[], areExamples: boolean): void {
    this.#awaitingCode.delete(index);
    this.#options.builder.addHighlighted(blocks, areExamples);
  }

  #start(): void {
    this.#isStarted = true;
    for (const thread of this.#threads) thread.listen((message) => this.#receive(message));
    for (const text of this.#snippets()) this.#enqueueCode(-1, text);
  }

  /** Texts of snippets that pages may include. */
  *#snippets(): Generator<string> {
    const { files, sources } = this.#site;
    for (const { path } of files.list()) {
      if (!/\.mdx?$/.test(path) || sources.has(path)) continue;
      const text = readIfExists(files, path);
      if (hasFences(text)) yield text;
    }
  }

  #receive(message: WorkerResult): void {
    if (message.kind === 'copy') {
      this.#runningCopies -= 1;
      this.#sendCopies();
      if (message.content !== undefined) this.#options.store.cache.set(message.key, message.content);
      return;
    }
    this.#sendCode();
    this.#addHighlighted(message.index, message.blocks, message.areExamples);
  }

  /** A reference page is skipped, because this is only one part of its content. */
  #enqueueCopy(page: Page, nodes: string, { compiled }: StoredPage): void {
    if (!this.#options.writesCopies || isReference(page)) return;
    this.#pendingCopies.push({ page: copyFields(page, compiled.descriptionHrefs), nodes });
    this.#pendingLength += nodes.length;
    this.#sendCopies();
    while (this.#pendingLength > (this.#isStarted ? maxPendingLength : 0)) this.#writeNextCopy();
  }

  #sendCopies(): void {
    const thread = this.#threads.at(-1);
    if (!this.#isStarted || thread === undefined || thread.hasEnded) return;
    while (this.#runningCopies < maxRunning) {
      const next = this.#takeCopy();
      if (next === undefined) return;
      this.#runningCopies += 1;
      const key = contentKey(this.#site.config, next.page, next);
      thread.send({ kind: 'copy', key, page: next.page, nodes: next.nodes });
    }
  }

  /** Writes one copy; returns whether one was pending. */
  #writeNextCopy(): boolean {
    const next = this.#takeCopy();
    if (next) cachedContent(this.#site.config, next.page, next, this.#options.store.cache);
    return next !== undefined;
  }

  #takeCopy(): PendingCopy | undefined {
    const next = this.#pendingCopies.pop();
    if (next) this.#pendingLength -= next.nodes.length;
    return next;
  }
}

function isReference({ frontMatter: { openapi, openapiSchema, asyncapi, api } }: Page): boolean {
  return (openapi ?? openapiSchema ?? asyncapi ?? api) !== undefined;
}

function readIfExists(files: FileSystem, path: string): string {
  try {
    return files.readText(path);
  } catch {
    // Reported when a page uses the file.
    return '';
  }
}
