/**
 * Writes files beside the main thread. Their bytes are gathered in a few pieces of shared memory; a full one goes to a
 * thread that writes it while the next is filled. While the thread is behind, the build writes beside it. So it holds a few
 * megabytes of what is not written yet, however large the site.
 *
 * A thread of ours, not the pool behind `fs`: there each file is four calls and four callbacks, half of what writing it
 * here costs, and each of them waits until the main thread looks.
 */
import { readdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type BatchFile, type BatchPlace, type BatchProblem, FolderCreator, isStopping, writeBatch } from './write-batch.ts';
import type { WriteOrder, WriteResult } from './write-worker.ts';

const batchBytes = 512 * 1024;
const maxBatches = 8;
/** So many are written here before a thread is worth its start. */
const leastBatches = 4;
/** It holds next to nothing of its own. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

interface Batch {
  readonly bytes: Buffer<SharedArrayBuffer>;
  files: BatchFile[];
  used: number;
}

/** One for each staging folder; to be closed. Call for one file after the other: `ready`, `room`, fill it, `write`. */
export class FileWriter {
  /** What is made here, for whoever makes files in the same folder without this writer. */
  readonly folders: FolderCreator;
  readonly #place: BatchPlace;
  readonly #problems: BatchProblem[] = [];
  readonly #free: Batch[] = [];
  /** Orders without an answer, in their order; undefined for those that are not about files. */
  readonly #away: (Batch | undefined)[] = [];
  #filling: Batch | undefined;
  #batches = 0;
  #written = 0;
  #linked = 0;
  #thread: Worker | undefined;
  #isStopped = false;
  #next = Promise.withResolvers<void>();

  constructor(place: BatchPlace) {
    this.#place = place;
    this.folders = new FolderCreator(place.root);
  }

  /** What is not in its place and was not told yet, in no order: thread and build write side by side. */
  takeProblems(): readonly BatchProblem[] {
    return this.#problems.splice(0);
  }

  /** How many files are those of the old site; whole when all is settled. */
  get linked(): number {
    return this.#linked;
  }

  /** A fault was met after which nothing more is written. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Sees to it that there is room for so many bytes, which may be too many for ever. */
  async ready(size: number): Promise<void> {
    if (size > batchBytes || this.#hasCapacity(size)) return;
    // What the thread has done is heard only in a pause.
    if (this.#isBehind()) await setImmediate();
    // One batch is never with the thread: there is room again.
    this.#handOver();
  }

  /** Memory for the bytes of the next file, until the next call; undefined when there is none: then write it without this writer. */
  room(size: number): Buffer | undefined {
    if (!this.#hasCapacity(size)) return undefined;
    this.#filling ??= this.#free.pop() ?? this.#newBatch();
    const { bytes, used } = this.#filling;
    return bytes.subarray(used, used + size);
  }

  /** Writes the bytes in the room that was given last. */
  write(file: Omit<BatchFile, 'offset'>): void {
    const batch = this.#filling;
    if (batch === undefined || this.#isStopped) return;
    batch.files.push({ ...file, offset: batch.used });
    batch.used += file.size;
  }

  /** Waits until all is written or cannot be. */
  async settle(): Promise<void> {
    this.#handOver();
    while (this.#away.length > 0) await this.#next.promise;
  }

  /** Removes a folder with all that is in it, with the thread's help where there is one. Throws what `rmSync` throws. */
  async remove(folder: string): Promise<void> {
    if (this.#thread) {
      const paths = entriesOf(folder);
      this.#order(undefined, { remove: paths.filter((_, index) => index % 2 === 1) });
      for (const path of paths.filter((_, index) => index % 2 === 0)) rmSync(path, { recursive: true, force: true });
      while (this.#away.length > 0) await this.#next.promise;
    }
    rmSync(folder, { recursive: true, force: true });
  }

  /** Ends the thread, whatever it is at. Nothing is written afterwards. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#isStopped = true;
    this.#thread = undefined;
    this.#away.length = 0;
    this.#wake();
    await thread?.terminate();
  }

  #hasCapacity(size: number): boolean {
    if (size > batchBytes) return false;
    return this.#filling ? this.#filling.used + size <= batchBytes : this.#free.length > 0 || this.#batches < maxBatches;
  }

  /** Every batch but one waits for the thread. */
  #isBehind(): boolean {
    return this.#away.length >= maxBatches - 1;
  }

  #newBatch(): Batch {
    this.#batches += 1;
    return { bytes: Buffer.from(new SharedArrayBuffer(batchBytes)), files: [], used: 0 };
  }

  #handOver(): void {
    const batch = this.#filling;
    if (batch === undefined) return;
    this.#filling = undefined;
    // A thread that is begun after `close` would keep the process alive.
    if (this.#written >= leastBatches && !this.#isStopped) this.#thread ??= this.#start();
    this.#written += 1;
    // Whoever would have to wait for the thread does the work beside it.
    if (this.#thread && !this.#isStopped && !this.#isBehind()) this.#order(batch, { bytes: batch.bytes.buffer, files: batch.files });
    else this.#writeHere(batch, false);
  }

  #start(): Worker {
    const url = new URL(`./write-worker${extname(import.meta.url)}`, import.meta.url);
    return (
      new Worker(url, { workerData: this.#place, resourceLimits })
        .on('message', (answer: WriteResult) => {
          this.#take(this.#away.shift(), answer);
          this.#wake();
        })
        // It ends, and what it has not done is done here.
        .on('error', () => {})
        .on('exit', () => this.#takeBack())
    );
  }

  #order(batch: Batch | undefined, order: WriteOrder): void {
    this.#away.push(batch);
    this.#thread?.postMessage(order);
  }

  #take(batch: Batch | undefined, { linked, problems }: WriteResult): void {
    this.#linked += linked;
    this.#problems.push(...problems);
    this.#isStopped ||= problems.some(isStopping);
    if (batch) this.#free.push(Object.assign(batch, { files: [], used: 0 }));
  }

  #takeBack(): void {
    if (this.#thread === undefined) return;
    this.#thread = undefined;
    for (const batch of this.#away.splice(0)) if (batch) this.#writeHere(batch, true);
    this.#wake();
  }

  #writeHere(batch: Batch, isAgain: boolean): void {
    this.#take(
      batch,
      this.#isStopped ? { linked: 0, problems: [] } : writeBatch(this.#place, batch.files, batch.bytes, this.folders, isAgain),
    );
  }

  /** Something has come back. */
  #wake(): void {
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers();
    resolve();
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
