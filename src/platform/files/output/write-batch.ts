/** Files whose bytes lie one after the other in one piece of memory, and how they get to the disk: here, or in a thread. */
import { linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../../../model/project-path.ts';
import { errorCode } from '../system-error.ts';

/** Where a batch is written, and what it may take over. */
export interface BatchPlace {
  readonly root: string;
  /** The site that stands, and when it was written; undefined when there is none. */
  readonly old?: { readonly root: string; readonly writtenMs: number };
}

/** One file of a batch; sizes and offsets in bytes. */
export interface BatchFile {
  /** Output path. */
  readonly path: string;
  /** To be made first; empty when it is there. */
  readonly folder: string;
  /** Its place among the files of the site. */
  readonly at: number;
  readonly offset: number;
  readonly size: number;
  /** The site that stands lists the same bytes. */
  readonly isListed: boolean;
}

/** A file that is not in its place, and why. */
export interface BatchProblem {
  readonly file: BatchFile;
  /** Of the system; empty for what is a bug of ours. */
  readonly code: string;
  readonly message: string;
}

/** Files without a fault are in their place. */
export interface BatchResult {
  /** How many of the files are those of the site that stands. */
  readonly linked: number;
  readonly problems: readonly BatchProblem[];
}

/** Makes each folder once. */
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

/** Only a name that the disk refuses leaves the others a chance. */
export function isStopping({ code }: Pick<BatchProblem, 'code'>): boolean {
  return code !== 'ENAMETOOLONG';
}

/** Writes the files one after the other, up to a fault that stops. `isAgain`: some may have been begun. */
export function writeBatch(
  place: BatchPlace,
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

/** A file of the old site with the same bytes is linked: it keeps its time, and nothing is written. */
export function linkOld({ root, old }: BatchPlace, path: string, size: number): boolean {
  if (old === undefined) return false;
  const from = join(old.root, path);
  const stat = statSync(from, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== size || stat.mtimeMs > old.writtenMs) return false;
  try {
    linkSync(from, join(root, path));
    return true;
  } catch {
    return false;
  }
}
