/**
 * The list of what we wrote, kept inside the output: by it the next build knows its own files from the author's, and
 * which of them need not be written again.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** At the root of an output. A folder that has one is an output and no part of a project. */
export const manifestName = '.docsgen-manifest.json';

/** Output path → SHA-256 in hex. */
export interface Manifest {
  readonly files: ReadonlyMap<string, string>;
  /** When it was written: a listed file that is younger was changed by someone else. */
  readonly writtenMs: number;
}

/** A folder that is younger than its manifest less this may have been changed since: clocks of file systems tick in up to 2 s. */
export const racyMs = 2_500;

/** The manifest of an output folder; undefined when there is none or it is not ours. */
export function readManifest(outDir: string): Manifest | undefined {
  const path = join(outDir, manifestName);
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const { docsgen, files } = parsed as { docsgen?: unknown; files?: Record<string, unknown> };
    if (docsgen !== 1 || typeof files !== 'object' || files === null) return undefined;
    const entries = Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return { files: new Map(entries), writtenMs: statSync(path).mtimeMs };
  } catch {
    return undefined;
  }
}

/** One line for each file, sorted: the same site gives the same bytes, and two builds can be compared with `diff`. */
export function manifestText(files: ReadonlyMap<string, string>): string {
  const lines = [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([path, hash]) => `    ${JSON.stringify(path)}: "${hash}"`);
  return `{\n  "docsgen": 1,\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** All folders that hold some of the files, the root (empty) among them. */
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
