/**
 * QuickJS, compiled to WebAssembly, with our runtime loaded. All that the engine knows lies in its linear memory: a copy of it, made
 * when the runtime has been loaded, is put back before each page. So every page starts in a fresh context, for the price of a copy.
 *
 * Strings cross the border, and nothing else: code and a job go in, the outcome comes out, and `$host` takes a question and gives an
 * answer (`host-functions.ts`).
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
import { answerHost } from './host-functions.ts';
import type { EngineReply, WorkerSettings } from './protocol.ts';

const wasmPage = 64 * 1024;
const mebibyte = 2 ** 20;
/** What the module itself asks for: static data, stack, first heap. */
const firstMemory = 16 * mebibyte;
/** WebAssembly code of this module can address no more. */
const maxMemory = 2 ** 31;
/** Of the engine's own stack; a quarter of what the module has. */
const stackBytes = mebibyte;
/** Before an allocation fails, `malloc` has asked twice, each time for three sizes (`resize_heap` of Emscripten). */
const growthAttempts = 6;
/** A page that has used more leaves a memory that is not worth clearing. */
const reusableBytes = 64 * mebibyte;
/** The longest text that is taken from a page: four times what its source may be. */
const longestOutcome = 8 * mebibyte;
/** Milliseconds for what is left to do when a promise has used up the page's time. */
const timeForOutcome = 200;
const jobsAtOnce = 1000;

/** Code with the name that stack lines give for it. */
export interface NamedScript {
  readonly name: string;
  readonly code: string;
}

/** One engine in one thread. It must not be used again after any other reply than a reusable `done`. */
export interface Engine {
  /** Scripts in loading order, then the job. */
  run(scripts: readonly NamedScript[], job: string): EngineReply;
}

/** Rejects for an internal error only. */
export async function openEngine({ runtime, limits }: WorkerSettings): Promise<Engine> {
  const bytes = Math.min(maxMemory - reserveOf(maxMemory), Math.max(firstMemory, Math.ceil(limits.heapMiB) * mebibyte));
  const most = wholePages(bytes + reserveOf(bytes));
  const memory = new WebAssembly.Memory({ initial: firstMemory / wasmPage, maximum: most });
  let isFull = false;
  let refusals = 0;
  let isDamaged = false;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    const wanted = memory.buffer.byteLength / wasmPage + pages;
    if (wanted <= (isFull ? most : wholePages(bytes))) {
      refusals = 0;
      return grow(pages);
    }
    refusals++;
    if (refusals >= growthAttempts) isFull = true;
    throw new RangeError('the memory is full');
  };
  const silent = () => undefined;
  const module = await newQuickJSWASMModuleFromVariant(
    // Its types are those of its CommonJS form.
    newVariant(variant as unknown as QuickJSSyncVariant, {
      wasmMemory: memory,
      emscriptenModule: { print: silent, printErr: silent, thisProgram: 'docsgen' } as object,
    }),
  );
  const { context, evaluate } = openContext(module, most * wasmPage, () => {
    isDamaged = true;
  });
  evaluate({ name: 'docsgen-runtime', code: runtime }).dispose();
  // Held from before any page, so that none can put something else in their place.
  const functions = evaluate({ name: 'docsgen-runtime', code: '$docsgen' });
  const [render, reportRejections, outcomeOf] = (['render', 'reportRejections', 'outcome'] as const).map((name) =>
    context.getProp(functions, name),
  );

  let deadline = Number.POSITIVE_INFINITY;
  let isLate = false;
  context.runtime.setInterruptHandler(() => {
    isLate ||= performance.now() > deadline;
    return isLate;
  });
  const snapshot = copyUsed(memory);

  function call(handle: QuickJSHandle | undefined, ...args: QuickJSHandle[]): QuickJSHandle {
    const result = context.callFunction(handle as QuickJSHandle, context.undefined, ...args);
    if (result.error) throw pageError(context, result.error);
    return result.value;
  }

  /** Promises of the page, a few at a time: each alone may be too short for the engine to look at the clock. */
  function runJobs(): void {
    while (context.runtime.hasPendingJob() && !isLate) {
      const result = context.runtime.executePendingJobs(jobsAtOnce);
      if (result.error) throw pageError(context, result.error);
      isLate ||= performance.now() > deadline;
    }
  }

  function run(scripts: readonly NamedScript[], job: string): EngineReply {
    restore(memory, snapshot);
    const giveTime = (milliseconds: number) => {
      deadline = performance.now() + milliseconds;
      isLate = false;
    };
    giveTime(limits.seconds * 1000);
    try {
      for (const script of scripts) evaluate(script);
      call(render, context.newString(job));
      runJobs();
      // A job that is stopped is a promise that rejects: a little time to hear of it.
      const wasLate = isLate;
      if (wasLate) giveTime(timeForOutcome);
      call(reportRejections);
      runJobs();
      const outcome = call(outcomeOf);
      if (isLate) return { kind: 'timeout' };
      if (context.typeof(outcome) !== 'string') return { kind: 'broken' };
      const length = context.getProp(outcome, 'length').consume((handle) => context.getNumber(handle));
      if (length > longestOutcome) return { kind: 'memory' };
      const isReusable = !isFull && !isDamaged && memory.buffer.byteLength <= reusableBytes;
      return { kind: 'done', outcome: context.getString(outcome), isFull, isLate: wasLate, isReusable };
    } catch (error) {
      const why = isLate ? 'timeout' : isFull ? 'memory' : undefined;
      if (error instanceof PageError) return why ? { kind: why, stack: error.stack ?? '' } : { kind: 'broken', message: error.message };
      return why ? { kind: why } : { kind: 'broken', message: String(error).slice(0, 1000) };
    }
  }

  return { run };
}

/** A page that is out of memory can still say so: the module asks for a twentieth of what it has. */
function reserveOf(bytes: number): number {
  return Math.ceil(bytes / 16) + mebibyte;
}

function wholePages(bytes: number): number {
  return Math.floor(bytes / wasmPage);
}

/** What a page threw past our runtime, as text. */
class PageError extends Error {}

/**
 * `onDamage` hears of what no answer is: WebAssembly that stopped within a question. The engine then makes an error of it for the page,
 * but its stack stays as it was at that place, and is no part of the memory that is put back.
 */
function openContext(module: QuickJSWASMModule, memoryBytes: number, onDamage: () => void) {
  const runtime = module.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: stackBytes });
  const context = runtime.newContext();
  // The handle is never given up, so nothing that a page does can make the engine free the function.
  const host = context.newFunction('host', (question) => {
    try {
      return context.newString(context.typeof(question) === 'string' ? answerHost(context.getString(question)) : '{}');
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

/** Reads own fields of the error as text; a page's getters may run, and may throw again. */
function pageError(context: QuickJSContext, error: QuickJSHandle): PageError {
  const text = (name: string) =>
    context.getProp(error, name).consume((handle) => (context.typeof(handle) === 'string' ? context.getString(handle).slice(0, 8000) : ''));
  const shown = new PageError('unknown');
  try {
    shown.message = context.typeof(error) === 'object' ? text('message') : context.getString(error).slice(0, 1000);
    shown.stack = text('stack');
  } catch {
    // What cannot be read stays unknown.
  }
  return shown;
}

/** The memory up to the last of its pages that is not empty. Pages are compared whole: one byte after the other takes 40 ms. */
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
