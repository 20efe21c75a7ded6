/** The files of a project as plain data: another thread reads the same ones from the same places, without a look at the folder. */
import type { FileEntry, FileSystem } from '../model/file-system.ts';
import { readPlace } from './disk.ts';
import { decodeUtf8 } from './utf8.ts';

export interface Listing {
  readonly entries: readonly FileEntry[];
  /** Path → where it lies; files that are only in memory have none. */
  readonly places: ReadonlyMap<string, string>;
}

export function listingOf(files: FileSystem): Listing {
  const entries = files.list();
  const placed = entries.flatMap(({ path }) => {
    const place = files.absolute(path);
    return place === undefined ? [] : [[path, place] as const];
  });
  return { entries, places: new Map(placed) };
}

/** The files of a listing. One without a place is there, and reading it throws `FileError`. */
export function openListing({ entries, places }: Listing): FileSystem {
  const listed = new Set(entries.map(({ path }) => path));
  return {
    list: () => entries,
    has: (path) => listed.has(path),
    read: (path) => readPlace(places.get(path), path),
    readText: (path) => decodeUtf8(readPlace(places.get(path), path), path),
    absolute: (path) => places.get(path),
  };
}
