/** This side of the threads beside a build. When one ends, whatever of, that costs time and no page. */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SideOrder, SideSettings, WorkerResult } from './worker-task.ts';

/** It has a heap of its own: less room for new objects in it costs time, more costs memory and gains nothing. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };
/** There are two kinds of work. */
const maxThreads = 2;
/** So many pages to make make it worth while to start them. */
const leastPages = 150;

/**
 * Threads that wait for orders. `workers`: how many, also for few pages; default: what the machine has, for many. `settings` is asked
 * before any is started: where it throws, none is left behind.
 */
export function startSideThreads(pages: number, workers: number | undefined, settings: () => SideSettings): SideThread[] {
  const count = pages < (workers === undefined ? leastPages : 1) ? 0 : Math.min(maxThreads, workers ?? availableParallelism() - 1);
  if (count <= 0) return [];
  const known = settings();
  return Array.from({ length: count }, () => {
    const thread = new SideThread();
    thread.begin(known);
    return thread;
  });
}

/** Answers come in any order and may be missing when it ends; no order ever fails. */
export class SideThread {
  readonly #worker: Worker;
  #take: ((answer: WorkerResult) => void) | undefined;
  /** Answers to orders that nobody listened for yet. */
  #unheard: WorkerResult[] = [];
  #open = 0;
  #hasEnded = false;
  #wake = () => {};

  constructor() {
    const end = () => this.#end();
    const url = new URL(`./worker-entry${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(url, { resourceLimits })
      .on('message', (answer: WorkerResult) => {
        this.#open -= 1;
        if (this.#take) this.#take(answer);
        else this.#unheard.push(answer);
        this.#wake();
      })
      .on('error', end)
      .on('exit', end);
  }

  /** Before any order. */
  begin(settings: SideSettings): void {
    if (!this.#hasEnded) this.#worker.postMessage(settings);
  }

  /** `take` gets every answer, and those that have come already. */
  listen(take: (answer: WorkerResult) => void): void {
    this.#take = take;
    for (const answer of this.#unheard.splice(0)) take(answer);
  }

  /** Orders that it has not answered; none when it has ended. */
  get open(): number {
    return this.#open;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  order(order: SideOrder): void {
    if (this.#hasEnded) return;
    this.#open += 1;
    this.#worker.postMessage(order);
  }

  /** Resolves with its next answer, or its end. */
  async news(): Promise<void> {
    if (!this.#hasEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async close(): Promise<void> {
    this.#end();
    await this.#worker.terminate();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#open = 0;
    this.#wake();
  }
}
