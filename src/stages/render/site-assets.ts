import { createHash } from 'node:crypto';
import type { OutputFile } from '../../model/output-file.ts';

/** One folder for all generated assets, so that hosts can set a long cache time by prefix. */
const folder = '_docsgen';

/**
 * Shared files named by a hash of their content, which browsers may cache forever. Adding the same name and content
 * twice gives one file.
 */
export class SiteAssets {
  readonly #files = new Map<string, OutputFile>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Adds `main.js` as `_docsgen/main.1a2b3c4d.js`; returns the path inside that folder. */
  add(name: string, data: string | Uint8Array): string {
    const dot = name.lastIndexOf('.');
    const hashed = `${name.slice(0, dot)}.${shortHash(data)}${name.slice(dot)}`;
    this.#files.set(hashed, { path: `${folder}/${hashed}`, data });
    return hashed;
  }

  /** Adds files that refer to each other, in a folder named by the hash of `entry`; returns its path. */
  addFolder(name: string, files: ReadonlyMap<string, Uint8Array>, entry: string): string {
    const hashed = `${name}.${shortHash(files.get(entry) ?? '')}`;
    for (const [path, data] of files) this.#files.set(`${hashed}/${path}`, { path: `${folder}/${hashed}/${path}`, data });
    return hashed;
  }

  /** The href of a path returned by `add`. */
  href(name: string): string {
    return `${this.#base}/${folder}/${name}`;
  }

  files(): OutputFile[] {
    return [...this.#files.values()];
  }
}

function shortHash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 8);
}
