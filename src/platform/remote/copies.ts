import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMachineCode, machineCode } from '../cache/machine-key.ts';

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
  /** The code of the computer for everything else, because a copy that came with the project would count as one from the URL. */
  readonly code: string;
}

const codeUse = 'remote copy';

function partsOf(url: string, { bytes, etag, day }: Copy): readonly (string | Uint8Array)[] {
  return [url, etag ?? '', day, bytes];
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
      const copy: Copy = { bytes, day: header.day, ...(header.etag !== undefined && { etag: header.etag }) };
      return header.url === url && isMachineCode(header.code, codeUse, partsOf(url, copy)) ? copy : undefined;
    } catch {
      return undefined;
    }
  }

  /** Written atomically. If the folder is not writable, only the copy is lost. */
  keep(url: string, copy: Copy): void {
    const { bytes, etag, day } = copy;
    const header: Header = { url, day, code: machineCode(codeUse, partsOf(url, copy)), ...(etag !== undefined && { etag }) };
    const path = this.#path(url);
    const part = `${path}.${process.pid}`;
    try {
      mkdirSync(this.#dir, { recursive: true });
      // What is there could be a link.
      rmSync(part, { force: true });
      writeFileSync(part, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes]), { flag: 'wx' });
      renameSync(part, path);
    } catch {
      // Read-only project.
    }
  }

  #path(url: string): string {
    return join(this.#dir, hash('sha256', url).slice(0, 32));
  }
}
