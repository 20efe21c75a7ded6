/** Repeats an asynchronous task. Two runs never overlap. */

/** A running loop. */
export interface RepeatedTask {
  /** Starts the next run immediately, or right after the current one. */
  wake(): void;
  /** Stops the loop. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** @param pauseMs milliseconds between the end of a run and the start of the next. @param failed receives the errors of runs; the loop continues. */
export function startRepeating(pauseMs: number, round: () => Promise<void>, failed: (error: unknown) => void): RepeatedTask {
  let isStopped = false;
  let isWanted = false;
  let endPause: () => void = () => undefined;
  const loop = (async () => {
    while (!isStopped) {
      isWanted = false;
      try {
        await round();
      } catch (error) {
        failed(error);
      }
      if (isStopped || isWanted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  const wake = () => {
    isWanted = true;
    endPause();
  };
  return {
    wake,
    stop() {
      isStopped = true;
      wake();
      return loop;
    },
  };
}
