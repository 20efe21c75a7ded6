import { once } from 'node:events';

/** Turns Ctrl-C and SIGTERM into an `AbortSignal`, so that work can clean up. A second signal ends the process immediately. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Whether the signal was SIGTERM, which has its own exit code (143). */
  readonly wasTermination: boolean;
  /** Resolves at the first signal. */
  requested(): Promise<void>;
  /** Restores the default handling of the signals. */
  end(): void;
}

/** Handles both signals until the caller calls `end`. Until then, they do not end the process. */
export function handleInterruption(): Interruption {
  const controller = new AbortController();
  let wasTermination = false;
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(name === 'SIGTERM' ? 143 : 130);
    wasTermination = name === 'SIGTERM';
    controller.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    get wasTermination() {
      return wasTermination;
    },
    async requested() {
      if (!controller.signal.aborted) await once(controller.signal, 'abort');
    },
    end: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}
