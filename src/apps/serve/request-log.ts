/** Logs one line of JSON per request. It never contains a query, cookie, header or body, because these may contain secrets. */

/** A finished request. */
export interface RequestEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** Until the response ended or the client disconnected. */
  readonly ms: number;
}

/** Lines are written in batches, because a write for each request would cost more than the request. */
const flushMs = 200;
const maxPathLength = 500;

/** Lines wait up to 200 ms; call `flush` before the process ends. `write` receives complete lines. */
export class RequestLog {
  readonly #write: (text: string) => void;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  request({ method, path, status, ms }: RequestEntry): void {
    this.#add({ event: 'request', method, path: path.slice(0, maxPathLength), status, ms: Math.round(ms * 10) / 10 });
  }

  /** Logs an event for operators. `details` must not contain secrets. */
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
