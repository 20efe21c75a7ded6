/** The main thread's side of the workers. If one crashes, the main thread does its work. */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerResult, WorkerSettings, WorkerTask } from './worker-task.ts';

/** A smaller young generation costs time, a larger one costs memory without benefit. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };
/** There are two kinds of tasks. */
const maxThreads = 2;
/** Minimum number of pages for which starting workers is worthwhile. */
const minPages = 150;

/**
 * Starts worker threads. `workers`: how many, also for few pages; the default depends on the host. Calls `settings`
 * first: if it throws, no worker has been started.
 */
export function startWorkerThreads(pages: number, workers: number | undefined, settings: () => WorkerSettings): WorkerThread[] {
  const count = pages < (workers === undefined ? minPages : 1) ? 0 : Math.min(maxThreads, workers ?? availableParallelism() - 1);
  if (count <= 0) return [];
  const known = settings();
  return Array.from({ length: count }, () => {
    const thread = new WorkerThread();
    thread.start(known);
    return thread;
  });
}

/** Answers arrive in any order, and may be missing when the worker ends; tasks never fail. */
export class WorkerThread {
  readonly #worker: Worker;
  #onResult: ((result: WorkerResult) => void) | undefined;
  /** Answers received before `listen`. */
  #queued: WorkerResult[] = [];
  #pending = 0;
  #hasEnded = false;
  #notify = () => {};

  constructor() {
    const end = () => this.#end();
    const url = new URL(`./worker-entry${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(url, { resourceLimits })
      .on('message', (result: WorkerResult) => {
        this.#pending -= 1;
        if (this.#onResult) this.#onResult(result);
        else this.#queued.push(result);
        this.#notify();
      })
      .on('error', end)
      .on('exit', end);
  }

  /** Call before any task. */
  start(settings: WorkerSettings): void {
    if (!this.#hasEnded) this.#worker.postMessage(settings);
  }

  /** `take` receives every answer, including earlier ones. */
  listen(onResult: (result: WorkerResult) => void): void {
    this.#onResult = onResult;
    for (const result of this.#queued.splice(0)) onResult(result);
  }

  /** Number of unanswered tasks; 0 when the worker has ended. */
  get pending(): number {
    return this.#pending;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  send(task: WorkerTask): void {
    if (this.#hasEnded) return;
    this.#pending += 1;
    this.#worker.postMessage(task);
  }

  /** Resolves with the next answer, or when the worker ends. */
  async nextResult(): Promise<void> {
    if (!this.#hasEnded) await new Promise<void>((resolve) => (this.#notify = resolve));
  }

  async close(): Promise<void> {
    this.#end();
    await this.#worker.terminate();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#pending = 0;
    this.#notify();
  }
}
