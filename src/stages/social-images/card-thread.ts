import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CardDesign, CardText } from './draw-card.ts';

/** Draws cards in a worker thread while the build continues. Cards arrive in the order of the requests. */
export interface CardWorker {
  /** `name` is returned with the card. */
  order(name: string, text: CardText): void;
  /** Resolves when all requested cards have been passed to `onCard`. */
  finish(): Promise<void>;
  /** Ends the thread, finished or not. */
  close(): Promise<void>;
}

/** The thread starts with the first request. */
export function startCardWorker(design: CardDesign, onCard: (name: string, png: Uint8Array) => void): CardWorker {
  let worker: Worker | undefined;
  let waiting = 0;
  let failure: Error | undefined;
  let wake = () => {};
  const start = (): Worker => {
    const started = new Worker(new URL(`./card-worker${extname(import.meta.url)}`, import.meta.url), { workerData: design });
    started.on('message', ({ name, png }: { readonly name: string; readonly png: Uint8Array }) => {
      onCard(name, png);
      waiting--;
      wake();
    });
    started.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
      wake();
    });
    return started;
  };
  return {
    order(name, text) {
      worker ??= start();
      waiting++;
      worker.postMessage({ name, text });
    },
    async finish() {
      while (waiting > 0 && failure === undefined) await new Promise<void>((resolve) => (wake = resolve));
      if (failure) throw failure;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
