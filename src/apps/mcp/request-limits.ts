/** Limits the requests of each client, so that other clients are not slowed down. */

/** Maximum messages of a JSON-RPC batch. */
export const maxInBatch = 10;
/** Burst size in messages, and the number of messages per second after it. */
const burst = 100;
const perSecond = 5;
/** Maximum concurrent requests, per address and in total. Others wait. */
const maxConcurrentPerClient = 4;
const maxConcurrent = 4;
const maxWaiting = 60;
/** Maximum addresses in memory. When there are more, the oldest are dropped. */
const maxAddresses = 50_000;

/** Why a request is rejected. `seconds` until a retry makes sense. */
export interface TooManyRequests {
  readonly message: string;
  readonly seconds: number;
}

/** Counts in memory, for one server. `now` in milliseconds. */
export class RequestLimits {
  readonly #now: () => number;
  readonly #left = new Map<string, { left: number; at: number }>();
  readonly #open = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Deducts `messages` from the quota of an address. */
  consume(address: string, messages: number): TooManyRequests | undefined {
    const now = this.#now();
    const entry = this.#left.get(address);
    const left = entry === undefined ? burst : Math.min(burst, entry.left + ((now - entry.at) / 1000) * perSecond);
    // Keeps the most recently used address last.
    this.#left.delete(address);
    this.#left.set(address, { left: left < messages ? left : left - messages, at: now });
    for (const oldest of this.#left.keys()) {
      if (this.#left.size <= maxAddresses) break;
      this.#left.delete(oldest);
    }
    if (left >= messages) return undefined;
    return { message: 'Too many requests from this address', seconds: Math.ceil((messages - left) / perSecond) };
  }

  /** Runs `work` when there is a free slot. Rejects when the address, or all addresses together, have too many requests open. */
  async run(address: string, work: () => Promise<void>): Promise<TooManyRequests | undefined> {
    const open = this.#open.get(address) ?? 0;
    if (open >= maxConcurrentPerClient) return { message: 'Too many concurrent requests from this address', seconds: 1 };
    if (this.#waiting.length >= maxWaiting) return { message: 'The server is busy', seconds: 5 };
    this.#open.set(address, open + 1);
    try {
      if (this.#running >= maxConcurrent) await new Promise<void>((go) => this.#waiting.push(go));
      else this.#running += 1;
      try {
        await work();
      } finally {
        // The next waiting request takes over the slot.
        const next = this.#waiting.shift();
        if (next) next();
        else this.#running -= 1;
      }
    } finally {
      const left = (this.#open.get(address) ?? 1) - 1;
      if (left > 0) this.#open.set(address, left);
      else this.#open.delete(address);
    }
    return undefined;
  }
}
