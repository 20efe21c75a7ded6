/** Something that is done again and again, never twice at the same time. */

/** A loop that runs from the start on. */
export interface Repeated {
  /** Does it at once, or once more when it is being done. */
  wake(): void;
  /** Resolves when the last round has ended; there is no other after it. */
  stop(): Promise<void>;
}

/** @param pauseMs from the end of a round to the begin of the next. A round that throws is told to `failed`; the next one comes all the same. */
export function every(pauseMs: number, round: () => Promise<void>, failed: (error: unknown) => void): Repeated {
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
