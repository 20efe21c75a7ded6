/** Long work on the main thread takes a breath now and then: Ctrl-C, timers and the progress line get their turn. */
import { setImmediate } from 'node:timers/promises';

const betweenMs = 30;

/** Thrown when the build was asked to stop; only `buildSite` catches it. */
export class Interrupted extends Error {}

/** Call after each piece of work; it waits only when the last breath is a while ago. */
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
