/** Finds entries in an output folder that docsgen did not write. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Manifest, racyMs } from './manifest.ts';

/** Maximum number of entries to find: one is enough to refuse, a few explain why. */
const most = 4;

/**
 * The first few paths that `manifest` does not list. `isTolerated` (path, name) allows further files. Skips folders
 * whose modification time is older than the manifest, because nothing was added or removed in them.
 */
export function foreignEntries(
  root: string,
  manifest: Manifest | undefined,
  isTolerated: (path: string, name: string) => boolean,
): string[] {
  const foreign: string[] = [];
  const known = manifest ? foldersOf(manifest.files.keys()) : new Set(['']);
  const settledMs = (manifest?.writtenMs ?? 0) - racyMs;
  const look = (folder: string): void => {
    for (const child of entriesOf(join(root, folder))) {
      const path = folder === '' ? child.name : `${folder}/${child.name}`;
      if (isTolerated(path, child.name)) continue;
      if (manifest?.files.has(path) && child.isFile()) continue;
      if (!child.isDirectory() || manifest === undefined) foreign.push(path);
      else if (!known.has(path)) look(path);
      if (foreign.length >= most) return;
    }
  };
  for (const folder of known) {
    if (foreign.length >= most) break;
    const stat = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (stat?.isDirectory() && stat.mtimeMs >= settledMs) look(folder);
  }
  return foreign;
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}
