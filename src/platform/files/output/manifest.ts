/**
 * The list of written files inside the output. The next build uses it to distinguish docsgen's files from others and to
 * reuse unchanged files.
 */
import { hash } from 'node:crypto';
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** At the root of an output folder. A folder that contains it is never part of a project. */
export const manifestName = '.docsgen-manifest.json';

/** Output path → SHA-256 in hex. */
export interface Manifest {
  readonly files: ReadonlyMap<string, string>;
  /** Time of writing: a listed file that is newer was changed by someone else. */
  readonly writtenMs: number;
}

/** Tolerance for modification times: file system clocks have a resolution of up to 2 s. */
export const racyMs = 2_500;

/** The manifest of an output folder; undefined when it is missing or was not written by docsgen. */
export function readManifest(outDir: string): Manifest | undefined {
  const path = join(outDir, manifestName);
  try {
    const files = parsed(readFileSync(path));
    return files && { files, writtenMs: statSync(path).mtimeMs };
  } catch {
    return undefined;
  }
}

/** The last manifests by a hash of their bytes: a build reads those of two folders several times. */
const known = new Map<string, WeakRef<Manifest['files']>>();
const maxKnown = 3;

/** Throws when the text is not JSON. */
function parsed(bytes: Buffer): Manifest['files'] | undefined {
  const digest = hash('sha256', bytes);
  const found = known.get(digest)?.deref();
  if (found) return found;
  const { docsgen, files } = JSON.parse(bytes.toString()) as { docsgen?: unknown; files?: Record<string, unknown> };
  if (docsgen !== 1 || typeof files !== 'object' || files === null) return undefined;
  const entries = Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const made = new Map(entries);
  known.set(digest, new WeakRef(made));
  for (const oldest of known.keys()) if (known.size > maxKnown) known.delete(oldest);
  return made;
}

/**
 * Identifies the manifest that was written at a time on this computer: nobody can choose the inode and the time of the last change of a file.
 * A site can be moved as a whole. Undefined if there is no manifest.
 */
export function manifestStamp(outDir: string): string | undefined {
  const path = join(outDir, manifestName);
  try {
    const stat = lstatSync(path);
    if (!stat.isFile()) return undefined;
    return hash('sha256', JSON.stringify([hash('sha256', readFileSync(path)), stat.ino, stat.mtimeMs, stat.ctimeMs]));
  } catch {
    return undefined;
  }
}

/** One line for each file, sorted: the same site gives the same bytes, and builds can be compared with `diff`. */
export function manifestText(files: ReadonlyMap<string, string>): string {
  const lines = [...files.keys()].sort().map((path) => `    ${JSON.stringify(path)}: "${files.get(path)}"`);
  return `{\n  "docsgen": 1,\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/**
 * Changes when a file of the site changes, or one is added or removed; found without reading them. Undefined if there is no site.
 * Of a site that has just been written, too, because a build never changes its files afterwards. `known`: the `fileStamp` of files
 * that the build has looked at and left as they were.
 */
export function outputStamp(outDir: string, known?: ReadonlyMap<string, string>): string | undefined {
  const manifest = readManifest(outDir);
  if (manifest === undefined) return undefined;
  const paths = [manifestName, ...manifest.files.keys(), ...foldersOf(manifest.files.keys())];
  const stamps = paths.map((path) => {
    const found = known?.get(path);
    if (found !== undefined) return found;
    const stat = lstatSync(join(outDir, path), { throwIfNoEntry: false });
    return stat && fileStamp(stat);
  });
  return hash('sha256', JSON.stringify([paths, stamps]));
}

/** Changes when a file or folder changes; not when it is moved with the folder that contains it. */
export function fileStamp(stat: Stats): string {
  return `${stat.mode} ${stat.isFile() ? stat.size : ''} ${stat.mtimeMs} ${stat.ino}`;
}

/** All folders that contain some of the files, including the root (empty). */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set(['']);
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
