/** What stands in a folder that we wrote and is not of our writing. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Manifest, racyMs } from './manifest.ts';

/** More are not looked for: one is enough to refuse, a few to say why. */
const most = 4;

/**
 * The first few paths that `manifest` does not list. `isTolerated` (path, name) excuses files. A folder in which nothing
 * was added or removed since the manifest was written is not read: its time says so, and ten thousand need not be listed.
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
