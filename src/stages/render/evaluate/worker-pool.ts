/**
 * Gives pages to worker threads and watches the time. The engine stops most pages by itself (`engine.ts`); a loop inside of one of its
 * own functions it does not see: then the thread is ended, and the next page gets a new one.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageLimits, RenderJob, WorkerReply, WorkerRequest, WorkerSettings } from './protocol.ts';
import { loadRuntimes } from './runtime-bundle.ts';

/** A module's code, the same for all pages that use it. */
export interface Script {
  readonly id: string;
  /** Hash of the code: what a worker has under the same id and version is not sent again. */
  readonly version: string;
  readonly code: string;
  /** Whether other pages will want it too. */
  readonly keep: boolean;
}

/** What became of a page. `stack` is where it was stopped, if the engine could still say it. */
export type PageResult = WorkerReply | { readonly kind: 'failed'; readonly message: string };

/** Some threads, made when they are needed and kept for the next page. */
export interface WorkerPool {
  /** Starts the first worker, so that it is ready when the first page is. Without effect where there is one. */
  start(): void;
  /** Waits until a worker is free. Scripts in loading order, those of `job.modules`. */
  run(job: RenderJob, scripts: readonly Script[]): Promise<PageResult>;
  /** Ends all workers, those at work too: what they were asked comes back as failed. */
  close(): Promise<void>;
}

interface PageWorker {
  readonly thread: Worker;
  /** Scripts that it keeps. */
  readonly known: Set<string>;
}

/** How long the engine has to notice by itself that the time is over, milliseconds. */
const graceTime = 500;

/** One worker does a few pages sooner than a second one starts. */
const pagesForWorker = 8;
const maxWorkers = Math.min(2, availableParallelism());

/** Few pages are evaluated one after the other, many two at once; the others wait. `run` rejects only when a worker does not start at all. */
export function createWorkerPool(limits: PageLimits): WorkerPool {
  const open = new Set<PageWorker>();
  const idle: PageWorker[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let isClosed = false;
  /** The worker of `start`, until a page takes it. */
  let started: Promise<PageWorker> | undefined;

  /** The started worker, or a new one. */
  function newWorker(): Promise<PageWorker> {
    const worker = started ?? openWorker(limits);
    started = undefined;
    return worker;
  }

  async function run(job: RenderJob, scripts: readonly Script[]): Promise<PageResult> {
    const isCrowded = running < maxWorkers && waiting.length >= pagesForWorker;
    if (running > 0 && !isCrowded) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      if (isClosed) return closed;
      const worker = idle.pop() ?? (await newWorker());
      open.add(worker);
      const reply = isClosed
        ? closed
        : await ask(worker.thread, { job: JSON.stringify(job), scripts: unknownScripts(worker, scripts) }, limits);
      if (!isClosed && reply.kind === 'done' && reply.isReusable) idle.push(worker);
      else {
        open.delete(worker);
        await worker.thread.terminate();
      }
      return isClosed ? closed : reply;
    } finally {
      // Whoever waits takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    start() {
      if (isClosed || started || running > 0 || open.size > 0) return;
      started = openWorker(limits);
      // Who takes it gets the error.
      started.catch(() => undefined);
    },
    run,
    async close() {
      isClosed = true;
      const unused = await started?.catch(() => undefined);
      await unused?.thread.terminate();
      await Promise.all([...open].map(({ thread }) => thread.terminate()));
      open.clear();
    },
  };
}

const closed = { kind: 'failed', message: 'the build was stopped' } as const;

/** Nothing of our environment goes along. */
async function openWorker(limits: PageLimits): Promise<PageWorker> {
  const { page } = await loadRuntimes();
  const thread = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: { runtime: page, limits } satisfies WorkerSettings,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    // The engine's memory is not part of this heap. Its stack is: recursion of the page is recursion of WebAssembly code.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 64 },
  });
  await new Promise<void>((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`The worker for page code did not start (exit ${code})`));
    thread.once('error', reject).once('exit', onExit);
    thread.once('message', () => {
      thread.off('error', reject).off('exit', onExit);
      resolve();
    });
  });
  // A worker may run out of memory when its page has been given up already: then nobody listens any more, which would end us.
  thread.on('error', () => undefined);
  thread.unref();
  return { thread, known: new Set() };
}

/** Scripts without the text that this worker has already. */
function unknownScripts({ known }: PageWorker, scripts: readonly Script[]): WorkerRequest['scripts'] {
  return scripts.map(({ id, version, code, keep }) => {
    const key = `${id}\n${version}`;
    const isKnown = known.has(key);
    if (keep) known.add(key);
    return { id, version, keep, code: isKnown ? undefined : code };
  });
}

function ask(thread: Worker, request: WorkerRequest, limits: PageLimits): Promise<PageResult> {
  return new Promise((resolve) => {
    const settle = (answer: PageResult) => {
      clearTimeout(timer);
      thread.off('message', settle).off('error', onError).off('exit', onExit);
      thread.unref();
      resolve(answer);
    };
    const onError = (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'failed', message: error.message });
    const onExit = () => settle(closed);
    // An answer that came while we were busy is read before the time counts.
    const timer = setTimeout(() => setImmediate(() => settle({ kind: 'timeout' })), limits.seconds * 1000 + graceTime);
    thread.on('message', settle).on('error', onError).on('exit', onExit);
    // An idle worker does not keep us alive.
    thread.ref();
    thread.postMessage(request);
  });
}
