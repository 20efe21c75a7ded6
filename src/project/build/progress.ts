/** Times the stages of a build and reports its progress. */

/** A stage of a build, as shown to the author. */
export type Stage = 'load' | 'compile' | 'render' | 'search' | 'write';

/** Reported at most twenty times a second; `done` counts finished work, so it may end below `total`. */
export interface Progress {
  readonly stage: Stage;
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
}

/** One instance for each run. */
export interface Stopwatch {
  /** Runs a stage, or a part of one: parts of the same stage are added. */
  time<T>(stage: Stage, work: () => T): T;
  report(progress: Progress): void;
  /** Milliseconds since its creation. */
  readonly ms: number;
  /** In order of their start; milliseconds. */
  readonly stages: readonly { readonly stage: Stage; readonly ms: number }[];
}

/** For a promise, the time until it settles. */
export function stopwatch(onProgress: (progress: Progress) => void = () => {}): Stopwatch {
  const startedAt = performance.now();
  const spent = new Map<Stage, number>();
  let reportedAt = 0;
  let reportedStage: Stage | undefined;
  return {
    time(stage, work) {
      const start = performance.now();
      const stop = () => void spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - start);
      const result = work();
      if (result instanceof Promise) return result.finally(stop) as typeof result;
      stop();
      return result;
    },
    report(progress) {
      // Limits updates to a few per second; a new stage is always reported.
      const now = performance.now();
      if (progress.stage === reportedStage && now - reportedAt < 50) return;
      reportedStage = progress.stage;
      reportedAt = now;
      onProgress(progress);
    },
    get ms() {
      return performance.now() - startedAt;
    },
    get stages() {
      return [...spent].map(([stage, ms]) => ({ stage, ms }));
    },
  };
}
