/**
 * The site before the last one, kept to become the next one. Most of its files are those of the site that stands now,
 * under another name for the same bytes: a build that starts from it changes what differs, and makes no folder, link or
 * removal for the rest. It lies in the cache, and whatever speaks against it means only that the next site starts empty.
 *
 *   spare ── takeSpare ──► staging ── swapIn ──► site ── swapIn ──► previous ── keepSpare ──► spare
 */
import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldersOf, type Manifest, manifestName, racyMs, readManifest } from './manifest.ts';

/** One for each output folder; more of them than this in one cache, and the oldest goes. */
const maxReusable = 3;

/** A spare that has become a staging folder. */
export class ReusableOutput {
  readonly #root: string;
  /** Output path → SHA-256, of what still lies there as it was kept. */
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
   * Whether this file of the site that stands now lies here: the same file, not a copy, so that its time never goes back
   * to that of an earlier edition. One that somebody has changed or replaced since has another time or one name less.
   */
  hasFile(path: string, digest: string, size: number, youngestMs: number): boolean {
    if (this.#files.get(path) !== digest) return false;
    const stat = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.nlink > 1 && stat.size === size && stat.mtimeMs <= Math.min(youngestMs, this.#writtenMs);
  }

  /** Makes room for a file or folder: what lies at its place or in its way is removed, never written over. */
  freeSpace(path: string): void {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) this.#removeFile(path.slice(0, at));
    this.#removeFile(path);
    if (!this.#folders.has(path)) return;
    rmSync(join(this.#root, path), { recursive: true, force: true });
    for (const known of [...this.#folders]) if (known === path || known.startsWith(`${path}/`)) this.#folders.delete(known);
    for (const known of [...this.#files.keys()]) if (known.startsWith(`${path}/`)) this.#files.delete(known);
  }

  /** Removes whatever is not of the new site. */
  removeRest(files: ReadonlyMap<string, unknown>, folders: ReadonlySet<string>): void {
    for (const path of [...this.#files.keys()]) if (!files.has(path)) this.#removeFile(path);
    const empty = [...this.#folders].filter((folder) => !folders.has(folder));
    for (const folder of empty.sort((a, b) => b.length - a.length)) rmdirSync(join(this.#root, folder));
  }

  #removeFile(path: string): void {
    // Somebody may have removed it from the site that this was.
    if (this.#files.delete(path)) rmSync(join(this.#root, path), { force: true });
  }
}

/** Moves the spare to the place of the staging folder; undefined when there is none that can be used. Throws what `rmSync` throws. */
export function takeReusable(spare: string, staging: string): ReusableOutput | undefined {
  try {
    renameSync(spare, staging);
  } catch {
    return undefined;
  }
  const manifest = lstatSync(staging).isDirectory() ? readManifest(staging) : undefined;
  if (manifest && [...manifest.files.keys()].every(isOutputPath)) {
    // A staging folder with a manifest would count as a finished site.
    unlinkSync(join(staging, manifestName));
    if (isExact(staging, manifest)) return new ReusableOutput(staging, manifest);
  }
  rmSync(staging, { recursive: true, force: true });
  return undefined;
}

/** Keeps a site that another one has replaced. Where that cannot be (another disk), it is removed. */
export function keepReusable(previous: string, spare: string): void {
  try {
    const folder = dirname(spare);
    mkdirSync(folder, { recursive: true });
    rmSync(spare, { recursive: true, force: true });
    renameSync(previous, spare);
    const others = readdirSync(folder).map((name) => ({ path: join(folder, name), keptMs: statSync(join(folder, name)).ctimeMs }));
    for (const { path } of others.sort((a, b) => b.keptMs - a.keptMs).slice(maxReusable)) rmSync(path, { recursive: true, force: true });
  } catch {
    rmSync(previous, { recursive: true, force: true });
  }
}

const noPart = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/** A path that stays in its folder and is no file of ours. */
export function isOutputPath(path: string): boolean {
  return path !== manifestName && !noPart.test(path);
}

/** Whether all folders are there and nothing was added. One that was not touched since the manifest was written need not be read. */
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
