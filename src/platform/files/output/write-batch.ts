/** Writes files whose bytes are consecutive in one block of memory, on the main thread or in a worker. */
import { linkSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../../../model/project-path.ts';
import { errorCode } from '../system-error.ts';

/** Where a block is written, and the site to link from. */
export interface BatchTarget {
  readonly root: string;
  /** The current site, and when it was written; undefined when there is none. */
  readonly old?: { readonly root: string; readonly writtenMs: number };
}

/** One file of a block; sizes and offsets in bytes. */
export interface BatchFile {
  /** Output path. */
  readonly path: string;
  /** Folder to create first; empty when it exists. */
  readonly folder: string;
  /** Number of the file in the site. */
  readonly at: number;
  readonly offset: number;
  readonly size: number;
  /** The manifest of the current site lists the same bytes. */
  readonly isListed: boolean;
}

/** A file that could not be written, and why. */
export interface BatchProblem {
  readonly file: BatchFile;
  /** Code of the system error; empty for an internal error. */
  readonly code: string;
  readonly message: string;
}

/** Files that are not listed here have been written. */
export interface BatchResult {
  /** Number of files linked to the current site. */
  readonly linked: number;
  readonly problems: readonly BatchProblem[];
}

/** Creates each folder once. */
export class FolderCreator {
  readonly #root: string;
  readonly #made = new Set(['']);

  constructor(root: string) {
    this.#root = root;
  }

  has(folder: string): boolean {
    return this.#made.has(folder);
  }

  make(folder: string): void {
    if (this.#made.has(folder)) return;
    mkdirSync(join(this.#root, folder), { recursive: true });
    for (let at = folder; at !== ''; at = folderOf(at)) this.#made.add(at);
  }
}

/** Only an invalid file name leaves other files writable. */
export function isStopping({ code }: Pick<BatchProblem, 'code'>): boolean {
  return code !== 'ENAMETOOLONG';
}

/** Writes the files in order, up to the first fatal error. `isAgain`: some may have been started. */
export function writeBatch(
  place: BatchTarget,
  files: readonly BatchFile[],
  bytes: Uint8Array,
  folders: FolderCreator,
  isAgain = false,
): BatchResult {
  const problems: BatchProblem[] = [];
  let linked = 0;
  for (const file of files) {
    const { path, folder, offset, size } = file;
    try {
      folders.make(folder);
      const target = join(place.root, path);
      if (isAgain) rmSync(target, { force: true });
      if (file.isListed && linkOld(place, path, size)) linked += 1;
      else writeFileSync(target, bytes.subarray(offset, offset + size), { flag: 'wx' });
    } catch (error) {
      const problem = { file, code: errorCode(error), message: String(error) };
      problems.push(problem);
      if (isStopping(problem)) break;
    }
  }
  return { linked, problems };
}

/** Links a file of the current site with the same bytes: it keeps its time, and nothing is written. */
export function linkOld({ root, old }: BatchTarget, path: string, size: number): boolean {
  if (old === undefined) return false;
  const from = join(old.root, path);
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== size || stat.mtimeMs > old.writtenMs) return false;
  try {
    linkSync(from, join(root, path));
    return true;
  } catch {
    return false;
  }
}
