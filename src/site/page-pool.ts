/** Threads that make pages beside ours. One that ends, whatever it ended of, costs time and no page. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadOrder, ThreadSite } from './page-thread.ts';

/** Orders that a thread has at once: enough that it never waits for us. */
const ordersAtOnce = 16;
/** It has a heap of its own: less room for new objects in it costs time, more costs memory and gains nothing. */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

interface Thread {
  readonly worker: Worker;
  /** Indexes of the pages that it is at. */
  readonly pages: Set<number>;
}

export class PagePool {
  #threads: readonly Thread[];
  #answers: ThreadAnswer[] = [];
  #wake = () => {};

  constructor(site: ThreadSite, count: number) {
    const url = new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url);
    this.#threads = Array.from({ length: count }, () => {
      const thread: Thread = { worker: new Worker(url, { workerData: site, resourceLimits }), pages: new Set() };
      const end = () => this.#end(thread);
      thread.worker
        .on('message', (answer: ThreadAnswer) => {
          thread.pages.delete(answer.index);
          this.#answers.push(answer);
          this.#wake();
        })
        .on('error', end)
        .on('exit', end);
      return thread;
    });
  }

  /** Hands out orders as long as there is room for them; `next` gives one, or none when there are no more. */
  order(next: () => ThreadOrder | undefined): void {
    for (const { worker, pages } of this.#threads) {
      // Half of them must be done before it is worth a message.
      if (pages.size > ordersAtOnce / 2) continue;
      const orders: ThreadOrder[] = [];
      for (let order = next(); order; order = pages.size < ordersAtOnce ? next() : undefined) {
        orders.push(order);
        pages.add(order.index);
      }
      if (orders.length > 0) worker.postMessage(orders);
    }
  }

  /** What was answered since the last call. */
  take(): readonly ThreadAnswer[] {
    const answers = this.#answers;
    this.#answers = [];
    return answers;
  }

  /** Resolves when there is something to take. */
  async arrival(): Promise<void> {
    while (this.#answers.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #end(thread: Thread): void {
    this.#threads = this.#threads.filter((other) => other !== thread);
    for (const index of thread.pages) this.#answers.push({ index });
    thread.pages.clear();
    this.#wake();
  }
}
