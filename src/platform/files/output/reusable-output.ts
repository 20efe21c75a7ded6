/**
 * Keeps the replaced site to start the next one from. Most of its files are hard links to those of the current site, so
 * a build only changes what differs. It is stored in the cache; if it cannot be used, the next site starts empty.
 *
 *   spare ── takeSpare ──► staging ── swapIn ──► site ── swapIn ──► previous ── keepSpare ──► spare
 */
import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileStamp, foldersOf, type Manifest, manifestName, racyMs } from './manifest.ts';

/** One for each output folder; with more in one cache, the oldest is removed. */
const maxReusable = 3;
/** The name of a reusable site in the cache: a part of the hash of its output folder. */
const spareName = /^[0-9a-f]{16}$/;

/** A reusable site that has become a staging folder. */
export class ReusableOutput {
  readonly #root: string;
  /** Output path → SHA-256 of unchanged files. */
  readonly #files: Map<string, string>;
  readonly #folders: Set<string>;
  readonly #writtenMs: number;

  constructor(root: string, manifest: Manifest) {
    this.#root = root;
    this.#files = new Map(manifest.files);
    this.#folders = foldersOf(manifest.files.keys());
    this.#writtenMs = manifest.writtenMs;
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /**
   * The `fileStamp` of this file if it is a hard link to that of the current site, not a copy, so that its time never goes backwards. A
   * file that was changed or replaced has another time or fewer links.
   */
  stampOf(path: string, digest: string, size: number, youngestMs: number): string | undefined {
    if (this.#files.get(path) !== digest) return undefined;
    const stat = lstatSync(`${this.#root}/${path}`, { throwIfNoEntry: false });
    const isSame = stat?.isFile() && stat.nlink > 1 && stat.size === size && stat.mtimeMs <= Math.min(youngestMs, this.#writtenMs);
    return stat && isSame ? fileStamp(stat) : undefined;
  }

  /** Removes what is at the path of a file or folder or blocks it; files are never overwritten. */
  freeSpace(path: string): void {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) this.#removeFile(path.slice(0, at));
    this.#removeFile(path);
    if (!this.#folders.has(path)) return;
    rmSync(join(this.#root, path), { recursive: true, force: true });
    for (const known of [...this.#folders]) if (known === path || known.startsWith(`${path}/`)) this.#folders.delete(known);
    for (const known of [...this.#files.keys()]) if (known.startsWith(`${path}/`)) this.#files.delete(known);
  }

  /** Removes everything that is not part of the new site. */
  removeRest(files: ReadonlyMap<string, unknown>, folders: ReadonlySet<string>): void {
    for (const path of [...this.#files.keys()]) if (!files.has(path)) this.#removeFile(path);
    const empty = [...this.#folders].filter((folder) => !folders.has(folder));
    for (const folder of empty.sort((a, b) => b.length - a.length)) rmdirSync(join(this.#root, folder));
  }

  #removeFile(path: string): void {
    // The file may already have been removed by someone.
    if (this.#files.delete(path)) rmSync(join(this.#root, path), { force: true });
  }
}

/**
 * Moves the reusable site to the staging folder; undefined when it cannot be used. Throws the errors of `rmSync`.
 * @param ownManifest the manifest of a folder; undefined if no build on this computer wrote it
 */
export function takeReusable(
  spare: string,
  staging: string,
  ownManifest: (folder: string) => Manifest | undefined,
): ReusableOutput | undefined {
  try {
    renameSync(spare, staging);
  } catch {
    return undefined;
  }
  const manifest = lstatSync(staging).isDirectory() ? ownManifest(staging) : undefined;
  if (manifest && [...manifest.files.keys()].every(isOutputPath)) {
    // A staging folder with a manifest would count as a complete site.
    unlinkSync(join(staging, manifestName));
    if (isExact(staging, manifest)) return new ReusableOutput(staging, manifest);
  }
  rmSync(staging, { recursive: true, force: true });
  return undefined;
}

/** Keeps a replaced site, or removes it if it cannot be moved (another file system). */
export function keepReusable(previous: string, spare: string): void {
  try {
    const folder = dirname(spare);
    mkdirSync(folder, { recursive: true });
    rmSync(spare, { recursive: true, force: true });
    renameSync(previous, spare);
    // The folder of the cache may be one of the user's own.
    const names = readdirSync(folder).filter((name) => spareName.test(name));
    const others = names.map((name) => ({ path: join(folder, name), keptMs: lstatSync(join(folder, name)).ctimeMs }));
    for (const { path } of others.sort((a, b) => b.keptMs - a.keptMs).slice(maxReusable)) rmSync(path, { recursive: true, force: true });
  } catch {
    rmSync(previous, { recursive: true, force: true });
  }
}

const noPart = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/** A path inside the folder that is not one of docsgen's own files. */
export function isOutputPath(path: string): boolean {
  return path !== manifestName && !noPart.test(path);
}

/**
 * Whether all folders exist and nothing was added. Folders with a modification time before the manifest are not read.
 */
function isExact(root: string, { files, writtenMs }: Manifest): boolean {
  const folders = foldersOf(files.keys());
  for (const folder of folders) {
    const stat = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return false;
    if (folder !== '' && stat.mtimeMs < writtenMs - racyMs) continue;
    for (const child of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? child.name : `${folder}/${child.name}`;
      if (!(child.isFile() ? files.has(path) : child.isDirectory() && folders.has(path))) return false;
    }
  }
  return true;
}
