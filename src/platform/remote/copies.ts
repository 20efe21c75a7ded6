import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fetched document and its date. */
export interface Copy {
  readonly bytes: Uint8Array;
  /** For conditional requests; absent when the server sends none. */
  readonly etag?: string;
  /** `2026-11-21`. */
  readonly day: string;
}

/** A line of JSON with the metadata of the copy, then its bytes. */
interface Header {
  readonly url: string;
  readonly etag?: string;
  readonly day: string;
  readonly sha256: string;
}

/**
 * Keeps fetched documents between builds, so that builds work offline with the last copies. `dir` is created with the
 * first copy.
 */
export class Copies {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Undefined when there is none, or it is damaged. */
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

  /** Written atomically. If the folder is not writable, only the copy is lost. */
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
