/**
 * QuickJS, compiled to WebAssembly, with docsgen's runtime loaded. The whole state of the engine is in its linear
 * memory. A snapshot taken after the runtime was loaded is restored before each page, so every page gets a fresh
 * context for the cost of a copy.
 *
 * Only strings cross the boundary: code and a job go in, the outcome comes out, and `$host` takes a request and
 * returns a response (`host-functions.ts`).
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { handleHostRequest } from './host-functions.ts';
import type { EngineReply, WorkerSettings } from './protocol.ts';

const wasmPage = 64 * 1024;
const mebibyte = 2 ** 20;
/** Minimum memory of the module: static data, stack, initial heap. */
const initialMemory = 16 * mebibyte;
/** Maximum memory that the WebAssembly module can address. */
const maxMemory = 2 ** 31;
/** The engine's own stack: a quarter of the module's stack. */
const stackBytes = mebibyte;
/** Before an allocation fails, `malloc` tries twice, each time with three sizes (`resize_heap` of Emscripten). */
const growthAttempts = 6;
/** A larger memory is not reused, because clearing it costs more than a new worker. */
const reusableBytes = 64 * mebibyte;
/** Maximum length of the outcome of a page: four times the maximum source size. */
const maxOutcomeLength = 8 * mebibyte;
/** Milliseconds for finishing after a promise has used up the page's time. */
const outcomeTime = 200;
const jobBatchSize = 1000;

/** Code with its name in stack traces. */
export interface NamedScript {
  readonly name: string;
  readonly code: string;
}

/** One engine in one thread. Do not use it again after any reply other than a reusable `done`. */
export interface Engine {
  /** Runs scripts in loading order, then the job. */
  run(scripts: readonly NamedScript[], job: string): EngineReply;
}

/** Rejects only for internal errors. */
export async function openEngine({ runtime, limits }: WorkerSettings): Promise<Engine> {
  const bytes = Math.min(maxMemory - reserveBytes(maxMemory), Math.max(initialMemory, Math.ceil(limits.heapMiB) * mebibyte));
  const maxPages = wholePages(bytes + reserveBytes(bytes));
  const memory = new WebAssembly.Memory({ initial: initialMemory / wasmPage, maximum: maxPages });
  let exceededMemory = false;
  let failedGrowths = 0;
  let isDamaged = false;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    const wanted = memory.buffer.byteLength / wasmPage + pages;
    if (wanted <= (exceededMemory ? maxPages : wholePages(bytes))) {
      failedGrowths = 0;
      return grow(pages);
    }
    failedGrowths++;
    if (failedGrowths >= growthAttempts) exceededMemory = true;
    throw new RangeError('the memory is full');
  };
  const ignore = () => undefined;
  const module = await newQuickJSWASMModuleFromVariant(
    // The package has only the types of its CommonJS form.
    newVariant(variant as unknown as QuickJSSyncVariant, {
      wasmMemory: memory,
      emscriptenModule: { print: ignore, printErr: ignore, thisProgram: 'docsgen' } as object,
    }),
  );
  const { context, evaluate } = openContext(module, maxPages * wasmPage, () => {
    isDamaged = true;
  });
  evaluate({ name: 'docsgen-runtime', code: runtime }).dispose();
  // Kept from before any page, so that page code cannot replace them.
  const functions = evaluate({ name: 'docsgen-runtime', code: '$docsgen' });
  const [render, reportRejections, outcomeOf] = (['render', 'reportRejections', 'outcome'] as const).map((name) =>
    context.getProp(functions, name),
  );

  let deadline = Number.POSITIVE_INFINITY;
  let exceededTime = false;
  context.runtime.setInterruptHandler(() => {
    exceededTime ||= performance.now() > deadline;
    return exceededTime;
  });
  const snapshot = copyUsed(memory);

  function call(handle: QuickJSHandle | undefined, ...args: QuickJSHandle[]): QuickJSHandle {
    const result = context.callFunction(handle as QuickJSHandle, context.undefined, ...args);
    if (result.error) throw pageError(context, result.error);
    return result.value;
  }

  /** Runs the page's promise jobs in small batches, because each may be too short for the engine to check the clock. */
  function runJobs(): void {
    while (context.runtime.hasPendingJob() && !exceededTime) {
      const result = context.runtime.executePendingJobs(jobBatchSize);
      if (result.error) throw pageError(context, result.error);
      exceededTime ||= performance.now() > deadline;
    }
  }

  function run(scripts: readonly NamedScript[], job: string): EngineReply {
    restore(memory, snapshot);
    const setDeadline = (milliseconds: number) => {
      deadline = performance.now() + milliseconds;
      exceededTime = false;
    };
    setDeadline(limits.seconds * 1000);
    try {
      for (const script of scripts) evaluate(script);
      call(render, context.newString(job));
      runJobs();
      // A stopped job rejects its promise; the additional time allows reporting it.
      const wasLate = exceededTime;
      if (wasLate) setDeadline(outcomeTime);
      call(reportRejections);
      runJobs();
      const outcome = call(outcomeOf);
      if (exceededTime) return { kind: 'timeout' };
      if (context.typeof(outcome) !== 'string') return { kind: 'broken' };
      const length = context.getProp(outcome, 'length').consume((handle) => context.getNumber(handle));
      if (length > maxOutcomeLength) return { kind: 'memory' };
      const isReusable = !exceededMemory && !isDamaged && memory.buffer.byteLength <= reusableBytes;
      return { kind: 'done', outcome: context.getString(outcome), exceededMemory, exceededTime: wasLate, isReusable };
    } catch (error) {
      const reason = exceededTime ? 'timeout' : exceededMemory ? 'memory' : undefined;
      if (error instanceof PageError)
        return reason ? { kind: reason, stack: error.stack ?? '' } : { kind: 'broken', message: error.message };
      return reason ? { kind: reason } : { kind: 'broken', message: String(error).slice(0, 1000) };
    }
  }

  return { run };
}

/** Reserve that lets a page report that it is out of memory: the module allocates in steps of a twentieth. */
function reserveBytes(bytes: number): number {
  return Math.ceil(bytes / 16) + mebibyte;
}

function wholePages(bytes: number): number {
  return Math.floor(bytes / wasmPage);
}

/** An exception that page code threw past the runtime, as text. */
class PageError extends Error {}

/**
 * `onDamage` is called when WebAssembly fails inside a host request. The engine turns that into an error for the
 * page, but its stack pointer is not part of the restored memory and stays wrong.
 */
function openContext(module: QuickJSWASMModule, memoryBytes: number, onDamage: () => void) {
  const runtime = module.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: stackBytes });
  const context = runtime.newContext();
  // The handle is never disposed, so that page code cannot make the engine free the function.
  const host = context.newFunction('host', (question) => {
    try {
      return context.newString(context.typeof(question) === 'string' ? handleHostRequest(context.getString(question)) : '{}');
    } catch (error) {
      onDamage();
      throw error;
    }
  });
  context.setProp(context.global, '$host', host);

  function evaluate({ name, code }: NamedScript): QuickJSHandle {
    const result = context.evalCode(code, name);
    if (result.error) throw pageError(context, result.error);
    return result.value;
  }
  return { context, evaluate };
}

/** Reads the error's own fields as text; the page's getters may run and throw. */
function pageError(context: QuickJSContext, error: QuickJSHandle): PageError {
  const text = (name: string) =>
    context.getProp(error, name).consume((handle) => (context.typeof(handle) === 'string' ? context.getString(handle).slice(0, 8000) : ''));
  const readable = new PageError('unknown');
  try {
    readable.message = context.typeof(error) === 'object' ? text('message') : context.getString(error).slice(0, 1000);
    readable.stack = text('stack');
  } catch {
    // An unreadable error stays `unknown`.
  }
  return readable;
}

/** The memory up to its last non-empty page. Compares whole pages, because comparing bytes takes 40 ms. */
function copyUsed(memory: WebAssembly.Memory): Uint8Array {
  const bytes = new Uint8Array(memory.buffer);
  const empty = Buffer.alloc(wasmPage);
  let end = bytes.length;
  while (end > 0 && empty.equals(bytes.subarray(end - wasmPage, end))) end -= wasmPage;
  return bytes.slice(0, end);
}

function restore(memory: WebAssembly.Memory, snapshot: Uint8Array): void {
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(snapshot);
  bytes.fill(0, snapshot.length);
}
