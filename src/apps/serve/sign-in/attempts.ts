const attemptsAMinute = 20;
const windowMs = 60_000;
/** Addresses that are remembered at once; an attacker with more of them loses the oldest. */
const maxAddresses = 100_000;

/**
 * How often somebody may try to sign in. By address, 20 in a minute; in memory, so each server counts for itself. `now`
 * in milliseconds.
 */
export class Attempts {
  readonly #now: () => number;
  readonly #windows = new Map<string, { count: number; until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts an attempt; how many seconds to wait when it was one too many, else 0. */
  add(address: string): number {
    const now = this.#now();
    const known = this.#windows.get(address);
    if (known && known.until > now) {
      known.count += 1;
      return known.count > attemptsAMinute ? Math.ceil((known.until - now) / 1000) : 0;
    }
    this.#windows.delete(address);
    this.#windows.set(address, { count: 1, until: now + windowMs });
    for (const [old, { until }] of this.#windows) {
      if (until > now && this.#windows.size <= maxAddresses) break;
      this.#windows.delete(old);
    }
    return 0;
  }

  /** The attempt was right. */
  reset(address: string): void {
    const known = this.#windows.get(address);
    if (known) known.count -= 1;
  }
}
