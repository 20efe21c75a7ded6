/**
 * Replaces the old site by a complete staging folder, and recovers from interrupted builds. A staging folder with a
 * manifest is complete: the manifest is written last.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifestName, readManifest } from './manifest.ts';
import type { OutputLocation } from './output-folder.ts';

/**
 * The old site is intact until the first rename, the new one after the second; `recover` handles an interruption
 * between them. `discard` receives the folder of the old site.
 */
export async function swapIn(place: OutputLocation, discard: (previous: string) => void | Promise<void>): Promise<void> {
  if (place.isInside) {
    // This rename marks the new site as complete; from here on the next run finishes an interrupted exchange.
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

/** Finishes or cleans up an interrupted build. The lock must be held. Returns what was done, for a notice. */
export function recover(place: OutputLocation): 'finished' | 'cleared' | undefined {
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

function clear(place: OutputLocation): boolean {
  const left = [place.staging, place.previous].filter((folder) => existsSync(folder));
  left.forEach(remove);
  return left.length > 0;
}

function readyFolder(place: OutputLocation): string {
  return join(place.outDir, '.docsgen-ready');
}

/**
 * A mount point cannot be renamed: its entries are exchanged one by one, the manifest last. Can be repeated after an
 * interruption: entries in the ready folder replace those of the same name, and entries that are not in the new
 * manifest are old.
 */
function moveEntries(place: OutputLocation): void {
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

/** Makes renames in a folder durable where the system supports it. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows cannot open folders, and needs no sync.
  }
}
