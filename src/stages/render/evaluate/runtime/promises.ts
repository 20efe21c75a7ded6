/**
 * Finds unhandled promise rejections. Modules are compiled without native `async` (`compile-module.ts`), so every
 * promise of a page is an instance of this class.
 */
import { report } from './problems.ts';

const NativePromise = Promise;
const nativeThen = NativePromise.prototype.then;
/** Promises without handlers. */
let unhandled = new Set<TrackedPromise<unknown>>();

class TrackedPromise<T> extends NativePromise<T> {
  constructor(run: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: unknown) => void) => void) {
    super(run);
    unhandled.add(this);
  }

  // biome-ignore lint/suspicious/noThenProperty: this is a promise
  override then(...handlers: [never?, never?]): never {
    unhandled.delete(this as TrackedPromise<unknown>);
    return nativeThen.apply(this, handlers) as never;
  }
}

/** Replaces the global Promise with the tracked one. */
export function installPromises(): void {
  Object.defineProperty(TrackedPromise, 'name', { value: 'Promise' });
  globalThis.Promise = TrackedPromise as unknown as PromiseConstructor;
}

/** Call when all jobs have run. The rejections are reported by further jobs. */
export function reportRejections(): void {
  const reported = new Set<unknown>();
  const waiting = unhandled;
  unhandled = new Set();
  for (const promise of waiting) {
    nativeThen.call(promise, undefined, (reason: unknown) => {
      if (reported.has(reason)) return;
      reported.add(reason);
      report(reason, { isRejection: true });
    });
  }
}
