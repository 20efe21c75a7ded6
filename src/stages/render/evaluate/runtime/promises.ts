/**
 * Finds promises that reject and that nobody handles. Modules are compiled without native `async` (`compile-module.ts`), so every
 * promise of a page is made by this class.
 */
import { report } from './faults.ts';

const NativePromise = Promise;
const nativeThen = NativePromise.prototype.then;
/** Those that nobody has asked for their outcome. */
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

/** Makes every promise of the page one that is watched. */
export function installPromises(): void {
  Object.defineProperty(TrackedPromise, 'name', { value: 'Promise' });
  globalThis.Promise = TrackedPromise as unknown as PromiseConstructor;
}

/** To be called when all jobs have run. What it asks the engine is answered by further jobs. */
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
