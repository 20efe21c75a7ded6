/** The main thread's side of the workers. If one crashes, the main thread does its work. */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SideOrder, SideSettings, WorkerResult } from './worker-task.ts';

/** A smaller young generation costs time, a larger one costs memory without benefit. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };
/** There are two kinds of tasks. */
const maxThreads = 2;
/** Minimum number of pages for which starting workers is worthwhile. */
const leastPages = 150;

/**
 * Starts worker threads. `workers`: how many, also for few pages; the default depends on the host. Calls `settings`
 * first: if it throws, no worker has been started.
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

/** Answers arrive in any order, and may be missing when the worker ends; tasks never fail. */
export class SideThread {
  readonly #worker: Worker;
  #take: ((answer: WorkerResult) => void) | undefined;
  /** Answers received before `listen`. */
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

  /** Call before any task. */
  begin(settings: SideSettings): void {
    if (!this.#hasEnded) this.#worker.postMessage(settings);
  }

  /** `take` receives every answer, including earlier ones. */
  listen(take: (answer: WorkerResult) => void): void {
    this.#take = take;
    for (const answer of this.#unheard.splice(0)) take(answer);
  }

  /** Number of unanswered tasks; 0 when the worker has ended. */
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

  /** Resolves with the next answer, or when the worker ends. */
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
