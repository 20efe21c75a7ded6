/**
 * esbuild for author code. It runs in a process of its own, which ends when code is nested so deeply that its stack is used up, and then
 * fails everything that it was at: so what failed is tried again, one after the other, by a new process.
 */
import type { BuildFailure } from 'esbuild';

type Esbuild = typeof import('esbuild');

let alone: Promise<unknown> = Promise.resolve();

/** Thrown when esbuild cannot live through this one task. */
export class NestedTooDeeply extends Error {
  constructor() {
    super('the code is nested too deeply');
  }
}

/** Runs one transform or build. Rejects with esbuild's failures, and with `NestedTooDeeply`. */
export async function withEsbuild<T>(task: (esbuild: Esbuild) => Promise<T>): Promise<T> {
  const esbuild = await import('esbuild');
  try {
    return await task(esbuild);
  } catch (error) {
    if (isFailure(error)) throw error;
    const again = alone.then(() => retry(esbuild, task));
    alone = again.catch(() => undefined);
    return again;
  }
}

async function retry<T>(esbuild: Esbuild, task: (esbuild: Esbuild) => Promise<T>): Promise<T> {
  try {
    await esbuild.stop();
    return await task(esbuild);
  } catch (error) {
    if (isFailure(error)) throw error;
    // The next task finds a process that lives.
    await esbuild.stop();
    throw new NestedTooDeeply();
  }
}

/** What esbuild says of code has a list of errors; that its process has ended has none. */
function isFailure(error: unknown): error is BuildFailure {
  return Array.isArray((error as Partial<BuildFailure>).errors);
}
