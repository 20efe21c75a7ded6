import { createHash } from 'node:crypto';
import type { OutputFile } from '../../model/output-file.ts';

/** One folder for all that we add to a site, so that hosts can set a long cache time by prefix. */
const folder = '_docsgen';

/**
 * Files that every page shares, named by their content: a browser may keep them for ever. The same name and content
 * added twice is one file.
 */
export class SiteAssets {
  readonly #files = new Map<string, OutputFile>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Adds `main.js` as `_docsgen/main.1a2b3c4d.js`; gives the path inside that folder. */
  add(name: string, data: string | Uint8Array): string {
    const dot = name.lastIndexOf('.');
    const hashed = `${name.slice(0, dot)}.${shortHash(data)}${name.slice(dot)}`;
    this.#files.set(hashed, { path: `${folder}/${hashed}`, data });
    return hashed;
  }

  /** Adds files that name each other, in a folder named by the content of `entry`; gives its path. */
  addFolder(name: string, files: ReadonlyMap<string, Uint8Array>, entry: string): string {
    const hashed = `${name}.${shortHash(files.get(entry) ?? '')}`;
    for (const [path, data] of files) this.#files.set(`${hashed}/${path}`, { path: `${folder}/${hashed}/${path}`, data });
    return hashed;
  }

  /** The href of what `add` gave. */
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
