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

/**
 * A view of a project in which open files have the text in an editor instead of those on disk. Follows later changes of
 * `texts` (by project path). Texts of files that are not listed are ignored.
 */
export function withOpenTexts(files: FileSystem, texts: ReadonlyMap<string, string>): FileSystem {
  const openText = (path: string) => (files.has(path) ? texts.get(path) : undefined);
  const listed = (entry: FileEntry): FileEntry => {
    const text = openText(entry.path);
    return text === undefined ? entry : { path: entry.path, size: Buffer.byteLength(text) };
  };
  const read = (path: string): Uint8Array => {
    const text = openText(path);
    return text === undefined ? files.read(path) : Buffer.from(text);
  };
  return {
    ...files,
    list: () => (texts.size === 0 ? files.list() : files.list().map(listed)),
    read,
    readText: (path) => openText(path) ?? files.readText(path),
  };
}
