/** Times the stages of a build and tells how far it is. */
import type { Progress, Stage } from './progress.ts';

/** One for each run. */
export interface Stopwatch {
  /** Runs a stage, or a part of one: parts of the same stage add up. */
  time<T>(stage: Stage, work: () => T): T;
  tell(progress: Progress): void;
  /** Milliseconds since it was made. */
  readonly ms: number;
  /** In the order in which they began; milliseconds. */
  readonly stages: readonly { readonly stage: Stage; readonly ms: number }[];
}

/** Work that gives a promise is timed until that is settled. */
export function stopwatch(onProgress: (progress: Progress) => void = () => {}): Stopwatch {
  const begun = performance.now();
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
    tell(progress) {
      // A terminal shows a few changes a second; a new stage is always told.
      const now = performance.now();
      if (progress.stage === reportedStage && now - reportedAt < 50) return;
      reportedStage = progress.stage;
      reportedAt = now;
      onProgress(progress);
    },
    get ms() {
      return performance.now() - begun;
    },
    get stages() {
      return [...spent].map(([stage, ms]) => ({ stage, ms }));
    },
  };
}
