/**
 * QuickJS, compiled to WebAssembly, with docsgen's runtime loaded. The whole state of the engine is in its linear
 * memory. A snapshot taken after the runtime was loaded is restored before each page, so every page gets a fresh
 * context for the cost of a copy. The package contains this memory as a file (`engine-image.ts`), because
 * interpreting the runtime takes a quarter of a second.
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
import { type EngineState, type MemorySegment, packImage, unpackImage } from './engine-image.ts';
import { handleHostRequest } from './host-functions.ts';
import type { EngineCode, EngineReply, WorkerSettings } from './protocol.ts';

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
/** The clock may show this many times the processor time that a page may use. */
const maxWaiting = 1.5;
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
export async function openEngine({ code, limits }: WorkerSettings): Promise<Engine> {
  return new PageEngine(await startEngine(code, limits.heapMiB), code, limits.seconds);
}

/**
 * The memory of an engine that has loaded the runtime, for `EngineCode.image`. Throws if the runtime asks the host
 * while it is loaded: the image would then contain data of the computer that builds the package.
 */
export async function createEngineImage(code: EngineCode): Promise<Uint8Array> {
  const { memory, evaluate, state, activity } = await startEngine(code, imageHeapMiB);
  evaluate({ name: runtimeName, code: code.runtime }).dispose();
  if (activity.requests > 0) throw new Error('The runtime of page code calls the host while it is loaded.');
  if (memory.wasm.buffer.byteLength > initialMemory) throw new Error('The runtime of page code needs more than the initial memory.');
  return packImage(state, code.runtime, copyUsed(memory.wasm));
}

const runtimeName = 'docsgen-runtime';
/** Any limit that the runtime does not reach; the limit of the project replaces it. */
const imageHeapMiB = 64;

/** An engine without the runtime. */
interface StartedEngine {
  readonly memory: EngineMemory;
  readonly memoryLimit: number;
  readonly context: QuickJSContext;
  readonly evaluate: (script: NamedScript) => QuickJSHandle;
  readonly state: EngineState;
  readonly activity: HostActivity;
}

/** What happened in host requests. */
interface HostActivity {
  requests: number;
  /**
   * WebAssembly failed inside a request. The engine turns that into an error for the page, but its stack pointer is not
   * part of the restored memory and stays wrong.
   */
  isDamaged: boolean;
}

/** Every engine goes through the same steps, so the addresses in its memory are the same. */
async function startEngine({ wasm, wasmHash }: EngineCode, heapMiB: number): Promise<StartedEngine> {
  const memory = new EngineMemory(heapMiB);
  const ignore = () => undefined;
  const module = await newQuickJSWASMModuleFromVariant(
    // The package has only the types of its CommonJS form.
    newVariant(variant as unknown as QuickJSSyncVariant, {
      wasmModule: wasm,
      wasmMemory: memory.wasm,
      emscriptenModule: { print: ignore, printErr: ignore, thisProgram: 'docsgen' } as object,
    }),
  );
  const memoryLimit = memory.maxPages * wasmPage;
  const activity: HostActivity = { requests: 0, isDamaged: false };
  const { context, evaluate, addresses } = openContext(module, memoryLimit, activity);
  return { memory, memoryLimit, context, evaluate, state: { wasmHash, addresses }, activity };
}

/** The linear memory of the engine, which grows up to the limit of a page and a reserve. */
class EngineMemory {
  readonly wasm: WebAssembly.Memory;
  readonly maxPages: number;
  /** The page has used up its memory; from now on it may use the reserve. */
  isExceeded = false;

  constructor(heapMiB: number) {
    const bytes = Math.min(maxMemory - reserveBytes(maxMemory), Math.max(initialMemory, Math.ceil(heapMiB) * mebibyte));
    const maxPages = wholePages(bytes + reserveBytes(bytes));
    const wasm = new WebAssembly.Memory({ initial: initialMemory / wasmPage, maximum: maxPages });
    let failedGrowths = 0;
    const grow = wasm.grow.bind(wasm);
    wasm.grow = (pages) => {
      const wanted = wasm.buffer.byteLength / wasmPage + pages;
      if (wanted <= (this.isExceeded ? maxPages : wholePages(bytes))) {
        failedGrowths = 0;
        return grow(pages);
      }
      failedGrowths++;
      if (failedGrowths >= growthAttempts) this.isExceeded = true;
      throw new RangeError('the memory is full');
    };
    this.wasm = wasm;
    this.maxPages = maxPages;
  }
}

class PageEngine implements Engine {
  readonly #memory: EngineMemory;
  readonly #seconds: number;
  readonly #context: QuickJSContext;
  readonly #evaluate: (script: NamedScript) => QuickJSHandle;
  readonly #functions: Readonly<Record<'render' | 'reportRejections' | 'outcome', QuickJSHandle>>;
  /** The memory before any page. */
  readonly #snapshot: readonly MemorySegment[];
  readonly #activity: HostActivity;
  #isUnused = true;
  /** In the processor time of this thread. */
  #deadline = Number.POSITIVE_INFINITY;
  /** On the clock, for computers that are so busy that the page would take too long to use its processor time. */
  #clockDeadline = Number.POSITIVE_INFINITY;
  #exceededTime = false;

  /** `seconds` is the processor time for each page. */
  constructor(started: StartedEngine, code: EngineCode, seconds: number) {
    const { memory, context, evaluate } = started;
    this.#memory = memory;
    this.#seconds = seconds;
    this.#context = context;
    this.#evaluate = evaluate;
    this.#activity = started.activity;
    const image = code.image && unpackImage(code.image, started.state, code.runtime);
    if (image) {
      restore(memory.wasm, image);
      // The image has the limit of the engine that it was taken from.
      context.runtime.setMemoryLimit(started.memoryLimit);
    } else evaluate({ name: runtimeName, code: code.runtime }).dispose();
    // Kept from before any page, so that page code cannot replace them.
    const functions = evaluate({ name: runtimeName, code: '$docsgen' });
    this.#functions = {
      render: context.getProp(functions, 'render'),
      reportRejections: context.getProp(functions, 'reportRejections'),
      outcome: context.getProp(functions, 'outcome'),
    };
    context.runtime.setInterruptHandler(() => {
      this.#checkTime();
      return this.#exceededTime;
    });
    this.#snapshot = copyUsed(memory.wasm);
  }

  run(scripts: readonly NamedScript[], job: string): EngineReply {
    if (!this.#isUnused) restore(this.#memory.wasm, this.#snapshot);
    this.#isUnused = false;
    this.#setDeadline(this.#seconds * 1000);
    try {
      return this.#render(scripts, job);
    } catch (error) {
      const reason = this.#exceededTime ? 'timeout' : this.#memory.isExceeded ? 'memory' : undefined;
      if (error instanceof PageError)
        return reason ? { kind: reason, stack: error.stack ?? '' } : { kind: 'broken', message: error.message };
      return reason ? { kind: reason } : { kind: 'broken', message: String(error).slice(0, 1000) };
    }
  }

  #render(scripts: readonly NamedScript[], job: string): EngineReply {
    const context = this.#context;
    const { render, reportRejections, outcome: outcomeOf } = this.#functions;
    for (const script of scripts) this.#evaluate(script);
    this.#call(render, context.newString(job));
    this.#runJobs();
    // A stopped job rejects its promise; the additional time allows reporting it.
    const wasLate = this.#exceededTime;
    if (wasLate) this.#setDeadline(outcomeTime);
    this.#call(reportRejections);
    this.#runJobs();
    const outcome = this.#call(outcomeOf);
    if (this.#exceededTime) return { kind: 'timeout' };
    if (context.typeof(outcome) !== 'string') return { kind: 'broken' };
    const length = context.getProp(outcome, 'length').consume((handle) => context.getNumber(handle));
    if (length > maxOutcomeLength) return { kind: 'memory' };
    const { wasm, isExceeded: exceededMemory } = this.#memory;
    const isReusable = !exceededMemory && !this.#activity.isDamaged && wasm.buffer.byteLength <= reusableBytes;
    return { kind: 'done', outcome: context.getString(outcome), exceededMemory, exceededTime: wasLate, isReusable };
  }

  #call(handle: QuickJSHandle, ...args: QuickJSHandle[]): QuickJSHandle {
    const result = this.#context.callFunction(handle, this.#context.undefined, ...args);
    if (result.error) throw pageError(this.#context, result.error);
    return result.value;
  }

  /** Runs the page's promise jobs in small batches, because each may be too short for the engine to check the clock. */
  #runJobs(): void {
    const { runtime } = this.#context;
    while (runtime.hasPendingJob() && !this.#exceededTime) {
      const result = runtime.executePendingJobs(jobBatchSize);
      if (result.error) throw pageError(this.#context, result.error);
      this.#checkTime();
    }
  }

  #setDeadline(milliseconds: number): void {
    this.#deadline = processorTime() + milliseconds;
    this.#clockDeadline = performance.now() + maxWaiting * milliseconds;
    this.#exceededTime = false;
  }

  #checkTime(): void {
    this.#exceededTime ||= processorTime() > this.#deadline || performance.now() > this.#clockDeadline;
  }
}

/** Milliseconds that this thread has used, because the clock also counts what other processes use on a busy computer. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
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

/** The context, with the function for host requests. */
function openContext(module: QuickJSWASMModule, memoryBytes: number, activity: HostActivity) {
  const runtime = module.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: stackBytes });
  const context = runtime.newContext();
  // The handle is never disposed, so that page code cannot make the engine free the function.
  const host = context.newFunction('host', (question) => {
    activity.requests++;
    try {
      return context.newString(context.typeof(question) === 'string' ? handleHostRequest(context.getString(question)) : '{}');
    } catch (error) {
      activity.isDamaged = true;
      throw error;
    }
  });
  context.setProp(context.global, '$host', host);
  const addresses = [host, context.global].map(({ value }) => Number(value));

  function evaluate({ name, code }: NamedScript): QuickJSHandle {
    const result = context.evalCode(code, name);
    if (result.error) throw pageError(context, result.error);
    return result.value;
  }
  return { context, evaluate, addresses };
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

/** The non-empty parts of the memory. Compares whole pages, because comparing bytes takes 40 ms. */
function copyUsed(memory: WebAssembly.Memory): MemorySegment[] {
  const bytes = new Uint8Array(memory.buffer);
  const empty = Buffer.alloc(wasmPage);
  const isEmpty = (offset: number) => empty.equals(bytes.subarray(offset, offset + wasmPage));
  const segments: MemorySegment[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    let end = offset;
    while (end < bytes.length && !isEmpty(end)) end += wasmPage;
    if (end > offset) segments.push({ offset, bytes: bytes.slice(offset, end) });
    offset = end + wasmPage;
  }
  return segments;
}

function restore(memory: WebAssembly.Memory, segments: readonly MemorySegment[]): void {
  const all = new Uint8Array(memory.buffer);
  let end = 0;
  for (const { offset, bytes } of segments) {
    all.fill(0, end, offset);
    all.set(bytes, offset);
    end = offset + bytes.length;
  }
  all.fill(0, end);
}
