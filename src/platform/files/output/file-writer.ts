/**
 * Writes files in a worker thread. Bytes are collected in a few blocks of shared memory; the thread writes a full block
 * while the next is filled. While the thread is behind, the main thread writes too, so unwritten data never exceeds a
 * few megabytes, however large the site is.
 *
 * Uses a worker instead of the thread pool of `fs`, which needs four calls and callbacks for each file: that takes half
 * as long as writing the file here, and each waits for the event loop.
 */
import { readdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type BatchFile, type BatchProblem, type BatchTarget, FolderCreator, isStopping, writeBatch } from './write-batch.ts';
import type { WriteOrder, WriteResult } from './write-worker.ts';

const batchBytes = 512 * 1024;
const maxBatches = 8;
/** Number of blocks written on the main thread before starting a worker is worthwhile. */
const leastBatches = 4;
/** The worker needs very little memory of its own. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

interface Batch {
  readonly bytes: Buffer<SharedArrayBuffer>;
  files: BatchFile[];
  used: number;
}

/**
 * One instance for each staging folder; call `close` at the end. For each file in turn: `ready`, `buffer`, fill the
 * buffer, `write`.
 */
export class FileWriter {
  /** The folders created here, for code that writes to the same folder without this writer. */
  readonly folders: FolderCreator;
  readonly #place: BatchTarget;
  readonly #problems: BatchProblem[] = [];
  readonly #free: Batch[] = [];
  /** Orders sent to the worker and not answered, in order; undefined for those without files. */
  readonly #away: (Batch | undefined)[] = [];
  #filling: Batch | undefined;
  #batches = 0;
  #written = 0;
  #linked = 0;
  #thread: Worker | undefined;
  #isStopped = false;
  #next = Promise.withResolvers<void>();

  constructor(place: BatchTarget) {
    this.#place = place;
    this.folders = new FolderCreator(place.root);
  }

  /** New problems, in no particular order, because worker and main thread write concurrently. */
  takeProblems(): readonly BatchProblem[] {
    return this.#problems.splice(0);
  }

  /** Number of files linked to the previous output; final after `settle`. */
  get linked(): number {
    return this.#linked;
  }

  /** An error occurred after which nothing more is written. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Waits for buffer space for this many bytes, which may be more than a block can hold. */
  async ready(size: number): Promise<void> {
    if (size > batchBytes || this.#hasCapacity(size)) return;
    // Messages of the worker arrive only when the event loop runs.
    if (this.#isBehind()) await setImmediate();
    // One block is never sent to the worker, so there is space again.
    this.#handOver();
  }

  /**
   * A buffer for the bytes of the next file, valid until the next call; undefined when it is too large: then write it
   * without this writer.
   */
  buffer(size: number): Buffer | undefined {
    if (!this.#hasCapacity(size)) return undefined;
    this.#filling ??= this.#free.pop() ?? this.#newBatch();
    const { bytes, used } = this.#filling;
    return bytes.subarray(used, used + size);
  }

  /** Writes the bytes in the last buffer. */
  write(file: Omit<BatchFile, 'offset'>): void {
    const batch = this.#filling;
    if (batch === undefined || this.#isStopped) return;
    batch.files.push({ ...file, offset: batch.used });
    batch.used += file.size;
  }

  /** Waits until all files are written or have failed. */
  async settle(): Promise<void> {
    this.#handOver();
    while (this.#away.length > 0) await this.#next.promise;
  }

  /** Removes a folder recursively, using the worker if there is one. Throws the errors of `rmSync`. */
  async remove(folder: string): Promise<void> {
    if (this.#thread) {
      const paths = entriesOf(folder);
      this.#order(undefined, { remove: paths.filter((_, index) => index % 2 === 1) });
      for (const path of paths.filter((_, index) => index % 2 === 0)) rmSync(path, { recursive: true, force: true });
      while (this.#away.length > 0) await this.#next.promise;
    }
    rmSync(folder, { recursive: true, force: true });
  }

  /** Terminates the worker. Nothing is written afterwards. */
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

  /** All blocks but one are with the worker. */
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
    // A worker started after `close` would keep the process alive.
    if (this.#written >= leastBatches && !this.#isStopped) this.#thread ??= this.#start();
    this.#written += 1;
    // Instead of waiting for the worker, the main thread does the work.
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
        // The worker ends; the main thread does the rest of its work.
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

  /** The worker has answered. */
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
