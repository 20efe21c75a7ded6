/** How often somebody may try keys in vain. */

const maxFailures = 20;
const windowMs = 60_000;
/** Addresses that are remembered at once; the oldest are forgotten first. */
const maxAddresses = 10_000;

/** By address, in memory: each server counts for itself. `now` in milliseconds. */
export class SignInFailures {
  readonly #now: () => number;
  readonly #windows = new Map<string, { count: number; until: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many seconds this address has to wait; 0 when it may try. */
  wait(address: string): number {
    const known = this.#windows.get(address);
    if (!known || known.count < maxFailures) return 0;
    return Math.max(0, Math.ceil((known.until - this.#now()) / 1_000));
  }

  /** A key was wrong. */
  add(address: string): void {
    const now = this.#now();
    const known = this.#windows.get(address);
    if (known && known.until > now) {
      known.count += 1;
      return;
    }
    this.#windows.delete(address);
    this.#windows.set(address, { count: 1, until: now + windowMs });
    for (const old of this.#windows.keys()) {
      if (this.#windows.size <= maxAddresses) break;
      this.#windows.delete(old);
    }
  }
}
