/** What one client may ask of the server of a site, so that the others are answered as fast as without it. */

/** Messages of one JSON-RPC batch. */
export const maxInBatch = 10;
/** Messages that an address may send at once after a pause, and how many a second after that. */
const most = 100;
const perSecond = 5;
/** Requests that are answered at once, of one address and of all; the rest of all wait their turn. */
const atOnceForOne = 4;
const atOnce = 4;
const maxWaiting = 60;
/** Addresses that are remembered; an attacker with more of them loses the oldest. */
const maxAddresses = 50_000;

/** Why a request is not answered now. `seconds` until it may be sent again. */
export interface Busy {
  readonly message: string;
  readonly seconds: number;
}

/** Counts for one server, in memory. `now` in milliseconds. */
export class RequestLimits {
  readonly #now: () => number;
  readonly #left = new Map<string, { left: number; at: number }>();
  readonly #open = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes `messages` from what an address may still send. */
  spend(address: string, messages: number): Busy | undefined {
    const now = this.#now();
    const known = this.#left.get(address);
    const left = known === undefined ? most : Math.min(most, known.left + ((now - known.at) / 1000) * perSecond);
    // The address that asked last is at the end.
    this.#left.delete(address);
    this.#left.set(address, { left: left < messages ? left : left - messages, at: now });
    for (const oldest of this.#left.keys()) {
      if (this.#left.size <= maxAddresses) break;
      this.#left.delete(oldest);
    }
    if (left >= messages) return undefined;
    return { message: 'Too many requests from this address', seconds: Math.ceil((messages - left) / perSecond) };
  }

  /** Runs `work` when it is its turn; a refusal when the address, or all together, have too much under way. */
  async run(address: string, work: () => Promise<void>): Promise<Busy | undefined> {
    const open = this.#open.get(address) ?? 0;
    if (open >= atOnceForOne) return { message: 'Too many requests of this address are under way', seconds: 1 };
    if (this.#waiting.length >= maxWaiting) return { message: 'The server is busy', seconds: 5 };
    this.#open.set(address, open + 1);
    try {
      if (this.#running >= atOnce) await new Promise<void>((go) => this.#waiting.push(go));
      else this.#running += 1;
      try {
        await work();
      } finally {
        // Whoever waits takes over the place.
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
