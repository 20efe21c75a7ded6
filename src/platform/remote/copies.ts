import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As it came, and when. */
export interface Copy {
  readonly bytes: Uint8Array;
  /** For asking whether it has changed; absent where the server names none. */
  readonly etag?: string;
  /** `2026-11-21`. */
  readonly day: string;
}

/** A line of JSON with what is known of the copy, then its bytes. */
interface Header {
  readonly url: string;
  readonly etag?: string;
  readonly day: string;
  readonly sha256: string;
}

/**
 * Fetched documents as kept between builds: a build without a network is a build with the last copies. `dir` is made
 * with the first copy.
 */
export class Copies {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Undefined when there is none, or when it is damaged. */
  find(url: string): Copy | undefined {
    try {
      const file = readFileSync(this.#path(url));
      const end = file.indexOf(0x0a);
      const header = JSON.parse(file.subarray(0, end).toString()) as Header;
      const bytes = file.subarray(end + 1);
      if (header.url !== url || header.sha256 !== hash('sha256', bytes)) return undefined;
      return { bytes, day: header.day, ...(header.etag !== undefined && { etag: header.etag }) };
    } catch {
      return undefined;
    }
  }

  /** Written whole or not at all. A folder that cannot be written costs the copy, not the build. */
  keep(url: string, { bytes, etag, day }: Copy): void {
    const header: Header = { url, day, sha256: hash('sha256', bytes), ...(etag !== undefined && { etag }) };
    const path = this.#path(url);
    try {
      mkdirSync(this.#dir, { recursive: true });
      writeFileSync(`${path}.${process.pid}`, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes]));
      renameSync(`${path}.${process.pid}`, path);
    } catch {
      // Read-only project.
    }
  }

  #path(url: string): string {
    return join(this.#dir, hash('sha256', url).slice(0, 32));
  }
}
