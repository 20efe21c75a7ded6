/**
 * A child process that answers requests while the caller waits, as a function call does. For work that has to be in a
 * process of its own, from code that cannot be asynchronous. A thread (`relay.ts`) passes messages on, because the
 * event loop of the caller does not run while it waits.
 */
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/** How the process is started. Messages are copied by the structured clone algorithm. */
export interface SyncProcessOptions {
  /** The program: a URL of a module. It answers each `message` event with one `process.send`. */
  readonly program: string;
  /** Options of Node.js, such as `--permission`. */
  readonly execArgv: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
}

/** What the thread is started with. */
export interface RelayData extends SyncProcessOptions {
  /** Increases with every message to the caller. */
  readonly counter: Int32Array;
  readonly port: MessagePort;
}

/** A message of the thread. */
export type RelayMessage = { readonly answer: unknown } | { readonly ended: string };

/** Thrown when there is no answer: `ended` has the reason of the end; without it, the time was over. */
export class NoAnswer extends Error {
  readonly ended: string | undefined;

  constructor(ended?: string) {
    super(ended ?? 'the process did not respond in time');
    this.ended = ended;
  }
}

/** Starts at once. Neither the process nor its thread keeps the program of the caller running. */
export class SyncProcess {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #counter = new Int32Array(new SharedArrayBuffer(4));
  #ended: string | undefined;

  constructor(options: SyncProcessOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: RelayData = { ...options, counter: this.#counter, port: port2 };
    const url = new URL(`./relay${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(url, { workerData, transferList: [port2] });
    this.#worker.on('error', (error) => {
      this.#ended ??= error.message;
    });
    this.#worker.unref();
    this.#port.unref();
  }

  /** Whether it can still be asked. */
  get isRunning(): boolean {
    return this.#ended === undefined;
  }

  /** Blocks until the answer arrives. Throws `NoAnswer` when the process ends or the time is over; both end it. */
  ask(request: unknown, seconds: number): unknown {
    if (this.#ended !== undefined) throw new NoAnswer(this.#ended);
    this.#port.postMessage(request);
    const end = performance.now() + seconds * 1000;
    for (;;) {
      const seen = Atomics.load(this.#counter, 0);
      const message = receiveMessageOnPort(this.#port)?.message as RelayMessage | undefined;
      if (message !== undefined) {
        if ('answer' in message) return message.answer;
        this.#ended = message.ended;
        throw new NoAnswer(message.ended);
      }
      const left = end - performance.now();
      if (left <= 0) {
        this.close();
        throw new NoAnswer();
      }
      Atomics.wait(this.#counter, 0, seen, left);
    }
  }

  /** Ends the process. Can be called more than once. */
  close(): void {
    this.#ended ??= 'the process was ended';
    this.#port.postMessage(undefined);
    this.#port.close();
  }
}
