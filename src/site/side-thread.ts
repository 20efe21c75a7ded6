/** This side of a thread beside the build. When it ends, whatever of, that costs time and no page. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SideAnswer, SideOrder, SideSettings } from './side-work.ts';

/** It has a heap of its own: less room for new objects in it costs time, more costs memory and gains nothing. */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

export class SideThread {
  readonly #worker: Worker;
  readonly #take: (answer: SideAnswer) => void;
  #open = 0;
  #hasEnded = false;
  #wake = () => {};

  /** `take` gets every answer. */
  constructor(settings: SideSettings, take: (answer: SideAnswer) => void) {
    this.#take = take;
    const end = () => this.#end();
    const url = new URL(`./side-worker${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(url, { workerData: settings, resourceLimits })
      .on('message', (answer: SideAnswer) => {
        this.#open -= 1;
        this.#take(answer);
        this.#wake();
      })
      .on('error', end)
      .on('exit', end);
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
