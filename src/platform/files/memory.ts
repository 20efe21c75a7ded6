/** A `FileSystem` over a map, for tests and for projects that are not on disk. */
import { type FileEntry, FileError, type FileSystem } from '../../model/file-system.ts';
import { decodeUtf8 } from './utf8.ts';

/** Path → content; an object or a map, text or bytes. No ignore rules apply. */
export function memory(files: Readonly<Record<string, string | Uint8Array>> | ReadonlyMap<string, string | Uint8Array>): FileSystem {
  const bytes = new Map<string, Uint8Array>();
  for (const [path, content] of files instanceof Map ? files : Object.entries(files)) {
    bytes.set(path, typeof content === 'string' ? Buffer.from(content) : content);
  }
  const entries: FileEntry[] = [...bytes].map(([path, content]) => ({ path, size: content.length }));
  entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const read = (path: string): Uint8Array => {
    const content = bytes.get(path);
    if (content === undefined) throw new FileError('vanished', path, 'not a file of the project');
    return content;
  };
  return {
    list: () => entries,
    has: (path) => bytes.has(path),
    read,
    readText: (path) => decodeUtf8(read(path), path),
    absolute: () => undefined,
  };
}
