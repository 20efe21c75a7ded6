/**
 * All pages of a site in their order. Where there are many to make, threads do beside this one what needs the text of a
 * page alone: its code is highlighted before it is compiled, and its Markdown is written after. Each does one kind of
 * work, so that none learns what another knows. What they leave undone is done here, as it is without threads.
 */
import { setImmediate } from 'node:timers/promises';
import type { FileSystem } from '../../../model/file-system.ts';
import type { Page } from '../../../model/page.ts';
import { hasFences } from '../../../stages/mdx/code/fences.ts';
import type { LoadedSite } from '../load-site.ts';
import { sideSettings } from '../workers/prestart-workers.ts';
import type { WorkerResult } from '../workers/worker-task.ts';
import { type SideThread, startSideThreads } from '../workers/worker-threads.ts';
import { cachedContent, contentKey, copiedPage } from './content-copy.ts';
import type { MadePage, PageBuilder } from './page-builder.ts';
import type { MadeBody, PageOrder } from './page-compiler.ts';
import type { PageStore, StoredPage } from './page-store.ts';

/** Pages that are looked at before it is their turn. */
const maxAhead = 256;
/** Pages that are made but for their code. */
const maxStarted = maxAhead;
/** Copies that a thread has before it, so that it need not wait for the next: the others stay here for whoever has time first. */
const maxCopies = 8;
/** Characters of pages whose copies wait: beyond these they are made here. */
const maxWaiting = 6 * 1024 * 1024;

/** Who makes pages, and how much help there is. With or without threads the pages are the same, byte for byte. */
export interface MakingWork {
  readonly builder: PageBuilder;
  readonly store: PageStore;
  /** The Markdown of pages will be asked for, as everybody reads it: it is left in the store as `cachedContent` finds it. */
  readonly makesCopies: boolean;
  /** At work already: see `threads-ahead.ts`; without them, they are started where there is enough to make. */
  readonly threads?: readonly SideThread[];
  /** How many to start, also for few pages. Default: by the machine, for many. */
  readonly workers?: number | undefined;
}

/** Undefined stands for a page whose source is gone. */
export async function* makePages(site: LoadedSite, pages: readonly Page[], work: MakingWork): AsyncGenerator<MadePage | undefined> {
  const line = new Line(site, pages, work);
  try {
    for (let index = 0; index < pages.length; index++) yield await line.page(index);
    await line.settle();
  } finally {
    await line.close();
  }
}

/** A page whose turn has not come. */
interface Coming {
  readonly order: PageOrder;
  readonly kept: StoredPage | undefined;
  /** Made but for its code. */
  begun?: () => MadeBody;
}

/** A page that is made, without its Markdown. */
interface Uncopied {
  readonly page: Pick<Page, 'title' | 'description'>;
  readonly nodes: string;
}

class Line {
  readonly #site: LoadedSite;
  readonly #pages: readonly Page[];
  readonly #work: MakingWork;
  readonly #coming = new Map<number, Coming>();
  /** Indexes of pages to make whose code was not asked for yet. */
  #unasked: number[] = [];
  /** Indexes of pages whose code was asked for and is not here. */
  readonly #away = new Set<number>();
  #seen = 0;
  /** Copies that threads are at. */
  #copies = 0;
  /** Pages whose copies nobody is at. */
  readonly #uncopied: Uncopied[] = [];
  #waiting = 0;
  /** For code the first, for copies the last. */
  #threads: readonly SideThread[] = [];
  #isOpen = false;

  constructor(site: LoadedSite, pages: readonly Page[], work: MakingWork) {
    this.#site = site;
    this.#pages = pages;
    this.#work = work;
    this.#threads = work.threads ?? [];
  }

  /** To be called for one after the other. */
  async page(index: number): Promise<MadePage | undefined> {
    const { builder } = this.#work;
    this.#lookAhead(index);
    this.#ask();
    // What threads have said is heard only between two pages.
    if (this.#isOpen) await setImmediate();
    const coming = this.#coming.get(index);
    if (coming === undefined) return undefined;
    await this.#code(index);
    this.#coming.delete(index);
    const { order, kept, begun } = coming;
    if (kept) return builder.finish(order, kept, true);
    const { stored, nodes } = begun?.() ?? builder.compile(order);
    if (nodes !== undefined) this.#copy(order.page, nodes, stored);
    return builder.finish(order, stored, false);
  }

  /** Until the code of a page is there, as many of the pages from it on are begun as may wait. */
  async #code(index: number): Promise<void> {
    const thread = this.#threads[0];
    let next = index;
    while (this.#away.has(index) && thread && !thread.hasEnded) {
      while (next < index + maxStarted && !this.#begin(next)) next++;
      if (next < index + maxStarted || this.#copyOne()) await setImmediate();
      else await thread.news();
    }
    this.#away.delete(index);
  }

  /** Whether there was something to begin. */
  #begin(index: number): boolean {
    const coming = this.#coming.get(index);
    if (coming === undefined || coming.kept || coming.begun || coming.order.page.file === undefined) return false;
    try {
      coming.begun = this.#work.builder.begin(coming.order);
    } catch {
      // Its turn will come, and it is told then.
      coming.begun = () => this.#work.builder.compile(coming.order);
    }
    return true;
  }

  /** Waits for what is still to come. */
  async settle(): Promise<void> {
    while (this.#copyOne()) await setImmediate();
    for (const thread of this.#threads) while (thread.open > 0) await thread.news();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #lookAhead(index: number): void {
    const { builder } = this.#work;
    for (; this.#seen < this.#pages.length && this.#seen < index + maxAhead; this.#seen++) {
      const order = builder.order(this.#pages[this.#seen] as Page);
      if (order === undefined) continue;
      const kept = builder.find(order);
      this.#coming.set(this.#seen, { order, kept });
      if (kept === undefined && order.page.file !== undefined) this.#unasked.push(this.#seen);
    }
  }

  /** Asks for the code of the pages that were seen. */
  #ask(): void {
    this.#unasked = this.#unasked.filter((index) => this.#coming.has(index));
    if (this.#unasked.length === 0) return;
    if (!this.#isOpen) {
      if (this.#threads.length === 0)
        this.#threads = startSideThreads(this.#unasked.length, this.#work.workers, () => sideSettings(this.#site));
      if (this.#threads.length === 0) return;
      this.#open();
    }
    for (const index of this.#unasked) {
      const { body } = (this.#coming.get(index) as Coming).order.source;
      if (!hasFences(body)) continue;
      this.#away.add(index);
      this.#threads[0]?.order({ kind: 'code', index, text: body });
    }
    this.#unasked = [];
  }

  #open(): void {
    this.#isOpen = true;
    for (const thread of this.#threads) thread.listen((answer) => this.#take(answer));
    for (const text of this.#snippets()) this.#threads[0]?.order({ kind: 'code', index: -1, text });
  }

  /** Texts that pages may bring in, with their code. */
  *#snippets(): Generator<string> {
    const { files, sources } = this.#site;
    for (const { path } of files.list()) {
      if (!/\.mdx?$/.test(path) || sources.has(path)) continue;
      const text = readIfThere(files, path);
      if (hasFences(text)) yield text;
    }
  }

  #take(answer: WorkerResult): void {
    const { builder, store } = this.#work;
    if (answer.kind === 'copy') {
      this.#copies -= 1;
      this.#orderCopies();
      if (answer.content !== undefined) store.cache.set(answer.key, answer.content);
      return;
    }
    this.#away.delete(answer.index);
    builder.expect(answer.blocks);
  }

  /** Of a reference page this would not be the whole of it. */
  #copy(page: Page, nodes: string, { compiled }: StoredPage): void {
    if (!this.#work.makesCopies || isReference(page)) return;
    this.#uncopied.push({ page: copiedPage(page, compiled.descriptionHrefs), nodes });
    this.#waiting += nodes.length;
    this.#orderCopies();
    while (this.#waiting > (this.#isOpen ? maxWaiting : 0)) this.#copyOne();
  }

  #orderCopies(): void {
    const thread = this.#threads.at(-1);
    if (!this.#isOpen || thread === undefined || thread.hasEnded) return;
    while (this.#copies < maxCopies) {
      const next = this.#nextCopy();
      if (next === undefined) return;
      this.#copies += 1;
      const key = contentKey(this.#site.config, next.page, next);
      thread.order({ kind: 'copy', key, page: next.page, nodes: next.nodes });
    }
  }

  /** Makes a copy here; says whether one was waiting. */
  #copyOne(): boolean {
    const next = this.#nextCopy();
    if (next) cachedContent(this.#site.config, next.page, next, this.#work.store.cache);
    return next !== undefined;
  }

  #nextCopy(): Uncopied | undefined {
    const next = this.#uncopied.pop();
    if (next) this.#waiting -= next.nodes.length;
    return next;
  }
}

function isReference({ frontMatter: { openapi, openapiSchema, asyncapi, api } }: Page): boolean {
  return (openapi ?? openapiSchema ?? asyncapi ?? api) !== undefined;
}

function readIfThere(files: FileSystem, path: string): string {
  try {
    return files.readText(path);
  } catch {
    // Who needs it says so.
    return '';
  }
}
