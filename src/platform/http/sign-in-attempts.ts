const attemptsPerMinute = 20;
const windowMs = 60_000;
/** Addresses in memory. When there are more, the oldest are dropped. */
const maxAddresses = 100_000;

/** Limits sign-in attempts to 20 per minute and address. Counts are in memory, so each process counts separately. */
export class SignInAttempts {
  readonly #now: () => number;
  readonly #windows = new Map<string, { count: number; until: number }>();

  /** @param now a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts an attempt before it is verified. Returns how many seconds the client must wait; 0 when the attempt is allowed. */
  add(address: string): number {
    const now = this.#now();
    const window = this.#windows.get(address);
    if (window && window.until > now) {
      window.count += 1;
      return window.count > attemptsPerMinute ? Math.ceil((window.until - now) / 1000) : 0;
    }
    this.#windows.delete(address);
    this.#windows.set(address, { count: 1, until: now + windowMs });
    for (const [oldest, { until }] of this.#windows) {
      if (until > now && this.#windows.size <= maxAddresses) break;
      this.#windows.delete(oldest);
    }
    return 0;
  }

  /** Removes an attempt that succeeded from the count. */
  remove(address: string): void {
    const window = this.#windows.get(address);
    if (window) window.count -= 1;
  }
}
