/**
 * Runs esbuild for author code. The esbuild process crashes on extremely nested code and then fails all its tasks, so
 * failed tasks are retried one by one in a new process.
 */
import type { BuildFailure } from 'esbuild';

type Esbuild = typeof import('esbuild');

let alone: Promise<unknown> = Promise.resolve();

/** Thrown when a task crashes esbuild. */
export class NestedTooDeeply extends Error {
  constructor() {
    super('the code is nested too deeply');
  }
}

/** Runs one transform or build. Rejects with esbuild's failures, or with `NestedTooDeeply`. */
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

/** Starts the process of esbuild before the first task, which then need not wait for it. */
export function startEsbuild(): void {
  // A task reports the error.
  withEsbuild((esbuild) => esbuild.transform('')).catch(() => undefined);
}

async function retry<T>(esbuild: Esbuild, task: (esbuild: Esbuild) => Promise<T>): Promise<T> {
  try {
    await esbuild.stop();
    return await task(esbuild);
  } catch (error) {
    if (isFailure(error)) throw error;
    // So that the next task starts a new process.
    await esbuild.stop();
    throw new NestedTooDeeply();
  }
}

/** Failures of the code have a list of errors; the end of the process has none. */
function isFailure(error: unknown): error is BuildFailure {
  return Array.isArray((error as Partial<BuildFailure>).errors);
}
