/** A line of JSON for each request. Never a query, a cookie, a header or a body: secrets travel in them. */

/** What is known when the answer is out. */
export interface RequestEntry {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  /** Until the answer was out, or the reader gone. */
  readonly ms: number;
}

/** Lines are written together: one write for each request would cost more than the request. */
const flushMs = 200;
const longestPath = 500;

/** Lines wait up to 200 ms; `flush` before the process ends. `write` gets whole lines. */
export class RequestLog {
  readonly #write: (text: string) => void;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  request({ method, path, status, ms }: RequestEntry): void {
    this.#add({ event: 'request', method, path: path.slice(0, longestPath), status, ms: Math.round(ms * 10) / 10 });
  }

  /** What operators want to know of; `details` hold no secrets. */
  event(event: string, details: Readonly<Record<string, string | number>> = {}): void {
    this.#add({ event, ...details });
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length > 0) this.#write(this.#lines.join(''));
    this.#lines = [];
  }

  #add(entry: object): void {
    this.#lines.push(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
    if (this.#lines.length > 2_000) this.flush();
    if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.flush(), flushMs);
      this.#timer.unref();
    }
  }
}
