/**
 * All pages of a site in their order. Where there are many to make, threads make some of them beside this one, which
 * takes the next in line as they do. Whatever goes wrong elsewhere is left to the turn of the page here, so that it is
 * told as it is without threads.
 */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { unpack } from '../cache/outbox.ts';
import { listingOf } from '../files/listing.ts';
import type { Page } from '../model/page.ts';
import type { LoadedSite } from './load-site.ts';
import type { MadePage, PageDesk } from './page-desk.ts';
import type { PageOrder } from './page-maker.ts';
import { PagePool } from './page-pool.ts';
import type { PageStore, StoredPage } from './page-store.ts';

/** Threads beside ours that are used at most: they make pages faster than this one takes them. */
const mostThreads = 3;
/** Cores that are not for them: ours, and that of the search index, which is made meanwhile. On two cores a thread gains little. */
const busyCores = 2;
/** Pages that are looked at before it is their turn. */
const mostAhead = 256;
/** So many pages to make among those make the start of threads worth while, which takes as long as fifty pages. */
const leastToShare = 120;

export interface MakingWork {
  readonly desk: PageDesk;
  readonly store: PageStore;
  /** Threads beside ours, also for few pages. Default: what the machine has, for many. */
  readonly workers?: number | undefined;
}

/** Undefined stands for a page whose source is gone. */
export async function* makePages(site: LoadedSite, pages: readonly Page[], work: MakingWork): AsyncGenerator<MadePage | undefined> {
  const line = new Line(site, pages, work);
  try {
    for (let index = 0; index < pages.length; index++) yield await line.page(index);
  } finally {
    await line.close();
  }
}

/** A page whose turn has not come. */
interface Coming {
  readonly order: PageOrder;
  readonly kept: StoredPage | undefined;
  made?: StoredPage | undefined;
  /** A thread is at it. */
  isAway: boolean;
}

class Line {
  readonly #site: LoadedSite;
  readonly #pages: readonly Page[];
  readonly #work: MakingWork;
  readonly #threads: number;
  readonly #least: number;
  readonly #coming = new Map<number, Coming>();
  /** Indexes of those that whoever has time may make. */
  readonly #open: number[] = [];
  #seen = 0;
  #pool: PagePool | undefined;

  constructor(site: LoadedSite, pages: readonly Page[], work: MakingWork) {
    this.#site = site;
    this.#pages = pages;
    this.#work = work;
    this.#threads = work.workers ?? Math.max(0, Math.min(mostThreads, availableParallelism() - busyCores));
    this.#least = work.workers === undefined ? leastToShare : 1;
  }

  /** To be called for one after the other. */
  async page(index: number): Promise<MadePage | undefined> {
    const { desk } = this.#work;
    this.#lookAhead(index);
    await this.#share();
    const coming = this.#coming.get(index);
    if (coming === undefined) return undefined;
    while (coming.isAway) {
      const other = this.#next();
      if (other) this.#makeHere(other);
      else await this.#pool?.arrival();
      await this.#share();
    }
    this.#coming.delete(index);
    const { order, kept } = coming;
    return desk.finish(order, kept ?? coming.made ?? desk.compile(order), kept !== undefined);
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #lookAhead(index: number): void {
    const { desk } = this.#work;
    const ahead = this.#threads === 0 ? 1 : mostAhead;
    for (; this.#seen < this.#pages.length && this.#seen < index + ahead; this.#seen++) {
      const page = this.#pages[this.#seen] as Page;
      const order = desk.order(page);
      if (order === undefined) continue;
      const kept = desk.find(order);
      this.#coming.set(this.#seen, { order, kept, isAway: false });
      // The author's part of a generated page is next to nothing.
      if (kept === undefined && page.file !== undefined) this.#open.push(this.#seen);
    }
  }

  /** Takes what threads have made, and gives them more to do. */
  async #share(): Promise<void> {
    if (this.#threads > 0 && this.#open.length >= this.#least) this.#pool ??= this.#openPool();
    if (this.#pool === undefined) return;
    await setImmediate();
    for (const { index, made } of this.#pool.take()) {
      const coming = this.#coming.get(index) as Coming;
      coming.isAway = false;
      coming.made = made?.page;
      if (made) unpack(made.parcel, this.#work.store.cache);
    }
    this.#pool.order(() => {
      const next = this.#next();
      if (next === undefined) return undefined;
      const [index, coming] = next;
      coming.isAway = true;
      return { index, ...coming.order };
    });
  }

  #openPool(): PagePool {
    const { config, files, pages, assets, styles, scripts, redirects } = this.#site;
    const { settings } = this.#work.desk;
    const places = pages.map(({ path, url }) => ({ path, url }));
    const site = { config, pages: places, assets, styles, scripts, redirects, listing: listingOf(files), settings };
    return new PagePool(site, this.#threads);
  }

  /** The next page that nobody is at and nobody has made. */
  #next(): [index: number, coming: Coming] | undefined {
    for (let index = this.#open.shift(); index !== undefined; index = this.#open.shift()) {
      const coming = this.#coming.get(index);
      if (coming) return [index, coming];
    }
    return undefined;
  }

  #makeHere([, coming]: [index: number, coming: Coming]): void {
    try {
      coming.made = this.#work.desk.compile(coming.order);
    } catch {
      // Its turn will come, and it is told then.
    }
  }
}
