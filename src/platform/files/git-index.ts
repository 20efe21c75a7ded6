/**
 * Reads the files that git tracks from the index of a repository, without running git: a tracked file belongs to the
 * repository even if a `.gitignore` rule matches it (gitignore(5)). Format: gitformat-index(5), versions 2 to 4.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Paths relative to the requested folder. */
export interface TrackedFiles {
  hasFile(path: string): boolean;
  /** Whether any tracked file is below this folder. */
  hasFolder(path: string): boolean;
}

const noFiles: TrackedFiles = { hasFile: () => false, hasFolder: () => false };

/** Tracked files below `prefix` (with a trailing slash, or empty). Empty without a readable index. */
export function trackedFiles(repository: string, prefix: string): TrackedFiles {
  const files = new Set<string>();
  const folders = new Set<string>();
  try {
    for (const path of indexPaths(readFileSync(join(gitFolder(repository), 'index')))) {
      if (!path.startsWith(prefix)) continue;
      const own = path.slice(prefix.length);
      files.add(own);
      for (let slash = own.lastIndexOf('/'); slash > 0; slash = own.lastIndexOf('/', slash - 1)) {
        const folder = own.slice(0, slash);
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    }
  } catch {
    return noFiles;
  }
  return { hasFile: (path) => files.has(path), hasFolder: (path) => folders.has(path) };
}

/** In worktrees and submodules, `.git` is a file that contains the path of the folder. */
function gitFolder(repository: string): string {
  const path = join(repository, '.git');
  if (statSync(path).isDirectory()) return path;
  return resolve(repository, readFileSync(path, 'utf8').replace(/^gitdir:\s*|\s+$/g, ''));
}

/** Size of an entry before its path, in bytes: times, device, mode, owner, size, hash and flags. */
const entryHead = 62;

function* indexPaths(index: Buffer): Generator<string> {
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return;
  const count = index.readUInt32BE(8);
  let at = 12;
  let path = Buffer.alloc(0);
  for (let entry = 0; entry < count; entry++) {
    const isExtended = (index.readUInt16BE(at + entryHead - 2) & 0x4000) !== 0;
    let start = at + entryHead + (isExtended ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      // Version 4 stores how many bytes to remove from the previous path, then the rest.
      let byte = index.readUInt8(start++);
      let drop = byte & 0x7f;
      while ((byte & 0x80) !== 0) {
        byte = index.readUInt8(start++);
        drop = (drop + 1) * 128 + (byte & 0x7f);
      }
      kept = path.length - drop;
    }
    const end = index.indexOf(0, start);
    if (end < 0) return;
    path = Buffer.concat([path.subarray(0, kept), index.subarray(start, end)]);
    yield path.toString('utf8');
    at = version === 4 ? end + 1 : at + Math.floor((end - at + 8) / 8) * 8;
  }
}
