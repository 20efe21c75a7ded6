/**
 * Assigns pages to worker threads and enforces the time limit. The engine stops most pages itself (`engine.ts`), but
 * does not notice a loop inside one of its native functions: then the thread is terminated, and the next page gets a
 * new one.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PageLimits, RenderJob, WorkerReply, WorkerRequest, WorkerSettings } from './protocol.ts';
import { engineThread, loadEngineCode } from './runtime-bundle.ts';

/** The code of a module, the same for all pages that use it. */
export interface Script {
  readonly id: string;
  /** Hash of the code: a script that a worker has under the same id and version is not sent again. */
  readonly version: string;
  readonly code: string;
  /** Whether other pages may use it. */
  readonly keep: boolean;
}

/** The result for a page. `stack` is where it was stopped, if the engine could report it. */
export type PageResult = WorkerReply | { readonly kind: 'failed'; readonly message: string };

/** Threads that are created on demand and reused for further pages. */
export interface WorkerPool {
  /** Starts the first worker, so that it is ready for the first page. No effect if one exists. */
  start(): void;
  /** Waits for a free worker. `scripts` are those of `job.modules` in loading order. */
  run(job: RenderJob, scripts: readonly Script[]): Promise<PageResult>;
  /** Terminates all workers; running pages fail. */
  close(): Promise<void>;
}

interface PageWorker {
  readonly thread: Worker;
  /** Scripts that it has cached. */
  readonly cachedScripts: Set<string>;
}

/** Milliseconds for the engine to notice the time limit itself, and for a thread to report its processor time. */
const graceTime = 500;
/** A thread is terminated after this many times the limit on the clock: later than the engine, which reports where it stopped. */
const maxWaiting = 2;

/** One worker finishes a few pages before a second one has started. */
const pagesForWorker = 8;
const maxWorkers = Math.min(2, availableParallelism());

/** Few pages are evaluated one after the other, many two at once. `run` rejects only if a worker does not start. */
export function createWorkerPool(limits: PageLimits): WorkerPool {
  const open = new Set<PageWorker>();
  const idle: PageWorker[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let isClosed = false;
  /** The worker from `start`, until a page uses it. */
  let started: Promise<PageWorker> | undefined;

  /** The prestarted worker, or a new one. */
  function newWorker(): Promise<PageWorker> {
    const worker = started ?? openWorker(limits);
    started = undefined;
    return worker;
  }

  async function run(job: RenderJob, scripts: readonly Script[]): Promise<PageResult> {
    const needsWorker = running < maxWorkers && waiting.length >= pagesForWorker;
    if (running > 0 && !needsWorker) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      if (isClosed) return closed;
      const worker = idle.pop() ?? (await newWorker());
      open.add(worker);
      const reply = isClosed
        ? closed
        : await ask(worker.thread, { job: JSON.stringify(job), scripts: withoutCached(worker, scripts) }, limits);
      if (!isClosed && reply.kind === 'done' && reply.isReusable) idle.push(worker);
      else {
        open.delete(worker);
        await worker.thread.terminate();
      }
      return isClosed ? closed : reply;
    } finally {
      // The next waiting call takes over.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    start() {
      if (isClosed || started || running > 0 || open.size > 0) return;
      started = openWorker(limits);
      // `run` reports the error.
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

async function openWorker(limits: PageLimits): Promise<PageWorker> {
  const code = await loadEngineCode();
  const thread = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    ...engineThread,
    workerData: { code, limits } satisfies WorkerSettings,
  });
  await new Promise<void>((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`The worker for page code did not start (exit ${code})`));
    thread.once('error', reject).once('exit', onExit);
    thread.once('message', () => {
      thread.off('error', reject).off('exit', onExit);
      resolve();
    });
  });
  // A worker may run out of memory after its page was abandoned; an unhandled error would end the process.
  thread.on('error', () => undefined);
  thread.unref();
  return { thread, cachedScripts: new Set() };
}

/** Scripts without the code that this worker has cached. */
function withoutCached({ cachedScripts }: PageWorker, scripts: readonly Script[]): WorkerRequest['scripts'] {
  return scripts.map(({ id, version, code, keep }) => {
    const key = `${id}\n${version}`;
    const isKnown = cachedScripts.has(key);
    if (keep) cachedScripts.add(key);
    return { id, version, keep, code: isKnown ? undefined : code };
  });
}

function ask(thread: Worker, request: WorkerRequest, limits: PageLimits): Promise<PageResult> {
  return new Promise((resolve) => {
    const finish = (reply: PageResult) => {
      isFinished = true;
      clearTimeout(timer);
      thread.off('message', finish).off('error', onError).off('exit', onExit);
      thread.unref();
      resolve(reply);
    };
    const onError = (error: NodeJS.ErrnoException) =>
      finish(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'failed', message: error.message });
    const onExit = () => finish(closed);
    const start = performance.now();
    const limit = limits.seconds * 1000 + graceTime;
    const usedBefore = processorTime(thread);
    const check = async () => {
      const usage = Promise.all([usedBefore, processorTime(thread)]).then(([before, now]) =>
        before === undefined || now === undefined ? limit : limit - (now - before),
      );
      // A thread that does not answer may be waiting for the processor.
      const left = await Promise.race([usage, delay(graceTime, graceTime, { ref: false })]);
      if (isFinished) return;
      const longest = maxWaiting * limit - (performance.now() - start);
      // A reply that arrived while the event loop was busy takes precedence over the timeout.
      if (left <= 0 || longest <= 0) setImmediate(() => finish({ kind: 'timeout' }));
      else timer = setTimeout(check, Math.min(left, longest));
    };
    let isFinished = false;
    let timer = setTimeout(check, limit);
    thread.on('message', finish).on('error', onError).on('exit', onExit);
    // An idle worker does not keep the process alive.
    thread.ref();
    thread.postMessage(request);
  });
}

/** Milliseconds that a thread has used; undefined if Node.js cannot tell (before 24.6). */
async function processorTime(thread: Worker): Promise<number | undefined> {
  const usage = await thread.cpuUsage?.().catch(() => undefined);
  return usage && (usage.user + usage.system) / 1000;
}
