import type { FileEntry, FileSystem } from '../../model/file-system.ts';
import type { FileChanges } from './replace-files.ts';
import { decodeUtf8 } from './utf8.ts';

/** A view of a project with the changes that `replaceFiles` would make, without making them. Reads files on demand. */
export function overlay(files: FileSystem, { write, move, remove }: FileChanges): FileSystem {
  const origins = new Map(move.map(({ from, to }) => [to, from]));
  const gone = new Set([...remove, ...move.map(({ from }) => from)]);
  const entries = new Map<string, FileEntry>();
  const sizes = new Map<string, number>();
  for (const entry of files.list()) {
    sizes.set(entry.path, entry.size);
    if (!gone.has(entry.path)) entries.set(entry.path, entry);
  }
  for (const [to, from] of origins) entries.set(to, { path: to, size: sizes.get(from) ?? 0 });
  for (const [path, bytes] of write) entries.set(path, { path, size: bytes.length });
  const list = [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const read = (path: string): Uint8Array => write.get(path) ?? files.read(origins.get(path) ?? path);
  return {
    list: () => list,
    has: (path) => entries.has(path),
    read,
    readText: (path) => decodeUtf8(read(path), path),
    ...(files.ignored && { ignored: files.ignored }),
    absolute: (path) => (write.has(path) ? undefined : files.absolute(origins.get(path) ?? path)),
    packageFile: (path) => files.packageFile?.(path),
  };
}
