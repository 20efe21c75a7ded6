/** Removes folders, also those with paths that are longer than the system accepts. */
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './system-error.ts';

/**
 * Does nothing if there is no such folder. A tree that is too deep for its paths (`ENAMETOOLONG`) is taken apart: its deepest reachable
 * folders are moved beside it, where their paths are short. Throws other system errors.
 */
export async function removeTree(folder: string): Promise<void> {
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      await rm(next, { recursive: true, force: true });
    } catch (error) {
      if (errorCode(error) !== 'ENAMETOOLONG') throw error;
      const part = await mkdtemp(`${folder}-`);
      await rename(await deepest(next), join(part, 'd'));
      waiting.push(next, part);
    }
  }
}

/** Names below this length fit after the folder's own path. */
const longEnough = 1_000;

/** The first folder on the way down whose path is long. */
async function deepest(folder: string): Promise<string> {
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.length - folder.length > longEnough) return next;
    for (const entry of await readdir(next, { withFileTypes: true })) if (entry.isDirectory()) waiting.push(join(next, entry.name));
  }
  return folder;
}
