/**
 * Yields to the event loop during long work on the main thread, so that Ctrl-C, timers and the progress display work.
 */
import { setImmediate } from 'node:timers/promises';

const betweenMs = 30;

/** Thrown when the build is cancelled; only `buildSite` catches it. */
export class Interrupted extends Error {}

/** Call it after each piece of work; it only waits when the last yield was some time ago. */
export function createYielder(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (signal?.aborted) throw new Interrupted();
    if (performance.now() - last < betweenMs) return undefined;
    return setImmediate().then(() => {
      last = performance.now();
      if (signal?.aborted) throw new Interrupted();
    });
  };
}
