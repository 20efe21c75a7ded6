/**
 * Puts a finished staging folder in the place of the old site, and mends what a killed build has left. A staging folder
 * that holds the manifest is complete: the manifest is written last.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifestName, readManifest } from './manifest.ts';
import type { OutputPlace } from './output-folder.ts';

/**
 * The old site is whole until the first rename and the new one after the second; `recover` closes the gap between.
 * `discard` gets the folder of the old site.
 */
export async function swapIn(place: OutputPlace, discard: (previous: string) => void | Promise<void>): Promise<void> {
  if (place.isInside) {
    // One rename says "complete"; from here on a killed swap is finished by the next run.
    renameSync(place.staging, readyFolder(place));
    moveEntries(place);
    return;
  }
  if (existsSync(place.outDir)) renameSync(place.outDir, place.previous);
  renameSync(place.staging, place.outDir);
  syncFolder(dirname(place.outDir));
  await discard(place.previous);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Finishes or clears what a killed build has left. Call with the lock held. Returns what was done, for a notice. */
export function recover(place: OutputPlace): 'finished' | 'cleared' | undefined {
  if (place.isInside) {
    const isReady = existsSync(readyFolder(place));
    if (isReady) moveEntries(place);
    return clear(place) ? (isReady ? 'finished' : 'cleared') : undefined;
  }
  let finished = false;
  if (existsSync(place.previous) && !existsSync(place.outDir)) {
    renameSync(existsSync(join(place.staging, manifestName)) ? place.staging : place.previous, place.outDir);
    finished = true;
  }
  const cleared = clear(place);
  return finished ? 'finished' : cleared ? 'cleared' : undefined;
}

function clear(place: OutputPlace): boolean {
  const left = [place.staging, place.previous].filter((folder) => existsSync(folder));
  left.forEach(remove);
  return left.length > 0;
}

function readyFolder(place: OutputPlace): string {
  return join(place.outDir, '.docsgen-ready');
}

/**
 * A mount point cannot be renamed: its entries are exchanged one by one, the manifest last. May be begun again at any
 * point: what still stands in the ready folder replaces its namesake, what the new manifest does not know is old.
 */
function moveEntries(place: OutputPlace): void {
  const ready = readyFolder(place);
  mkdirSync(place.previous, { recursive: true });
  const manifest = readManifest(existsSync(join(ready, manifestName)) ? ready : place.outDir);
  const wanted = new Set([...(manifest?.files.keys() ?? [])].map((path) => path.split('/', 1)[0] as string));
  const aside = (name: string) => renameSync(join(place.outDir, name), join(place.previous, name));
  for (const name of readdirSync(place.outDir)) {
    if (!wanted.has(name) && !name.startsWith('.docsgen-')) aside(name);
  }
  const names = readdirSync(ready).filter((name) => name !== manifestName);
  for (const name of [...names, manifestName]) {
    if (!existsSync(join(ready, name))) continue;
    if (existsSync(join(place.outDir, name))) aside(name);
    renameSync(join(ready, name), join(place.outDir, name));
  }
  rmdirSync(ready);
  remove(place.previous);
}

/** Makes renames in a folder durable where the system can. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows cannot open a folder; there is nothing to do there.
  }
}
