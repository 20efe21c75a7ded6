/**
 * A cache whose entries go to another one: what a thread sets is packed into one piece of memory, which can be handed
 * over without a copy. It answers for what it has seen lately and for nothing else.
 */
import type { Cache } from './cache.ts';

/** Entries on their way: their keys with their lengths, and their bytes one after the other. */
export interface Parcel {
  readonly keys: readonly (readonly [key: string, length: number])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Characters of entries that are remembered: blocks of code come again in pages that follow one another. */
const mostRemembered = 8 * 1024 * 1024;

export class Outbox implements Cache {
  #waiting: (readonly [key: string, value: string | Buffer])[] = [];
  #remembered = new Map<string, string | Buffer>();
  #length = 0;

  get(key: string): string | undefined {
    return this.#remembered.get(key)?.toString();
  }

  getBytes(key: string): Buffer | undefined {
    const value = this.#remembered.get(key);
    return typeof value === 'string' ? Buffer.from(value) : value;
  }

  has(key: string): boolean {
    return this.#remembered.has(key);
  }

  set(key: string, value: string | Buffer): void {
    this.#waiting.push([key, value]);
    if (this.#length > mostRemembered) {
      this.#remembered.clear();
      this.#length = 0;
    }
    this.#remembered.set(key, value);
    this.#length += value.length;
  }

  /** What was set since the last call. */
  take(): Parcel {
    const entries = this.#waiting;
    this.#waiting = [];
    const keys = entries.map(([key, value]) => [key, Buffer.byteLength(value)] as const);
    const bytes = Buffer.from(new ArrayBuffer(keys.reduce((sum, [, length]) => sum + length, 0)));
    let at = 0;
    for (const [, value] of entries) at += typeof value === 'string' ? bytes.write(value, at) : value.copy(bytes, at);
    return { keys, bytes };
  }

  save(): void {}

  close(): void {}
}

/** Puts what is in a parcel into a cache. */
export function unpack({ keys, bytes }: Parcel, cache: Cache): void {
  let at = 0;
  for (const [key, length] of keys) {
    cache.set(key, Buffer.from(bytes.buffer, bytes.byteOffset + at, length));
    at += length;
  }
}
