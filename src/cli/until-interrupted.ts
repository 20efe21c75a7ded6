import { once } from 'node:events';

/** Ctrl-C and SIGTERM as an `AbortSignal`: the work clears up and ends by itself; asked twice, the process just ends. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Whether it was SIGTERM, whose exit code is another (143). */
  readonly wasTermination: boolean;
  /** Waits for the first of the two. */
  requested(): Promise<void>;
  /** Gives the signals back to the system. */
  end(): void;
}

/**
 * Takes the two signals from now until `end` is called, which whoever asks has to do: until then the process does not end
 * by them.
 */
export function untilInterrupted(): Interruption {
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
