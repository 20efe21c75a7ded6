/**
 * The project's files: stages read the project only through this interface. `platform/files/disk.ts` restricts it to
 * the real path of the project root; `platform/files/memory.ts` implements it over a map, for tests and for `dev`.
 */
import { isUtf8 } from 'node:buffer';

/** One regular file of the project. */
export interface FileEntry {
  /** Path relative to the project root, forward slashes, no leading slash, case kept. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Modification time in milliseconds since 1970; undefined for files that are not on disk. */
  readonly modified?: number;
  /**
   * Status change time (`ctime`), which programs cannot set, and the inode number; undefined for files that are not on
   * disk.
   */
  readonly changed?: number;
  readonly inode?: number;
}

/** Longer than a tick of any clock with sub-second resolution, in milliseconds. */
const tickMs = 100;

/**
 * Changes whenever the file does. Undefined if that is not certain: its times have no sub-second part or are missing, or it was
 * written so shortly before `readAt` (milliseconds since 1970, when reading began) that a second change could have the same time.
 * Git treats the files of its index in the same way.
 */
export function settledStamp({ size, modified, changed, inode }: FileEntry, readAt: number): string | undefined {
  if (changed === undefined || changed % 1000 === 0 || !inode || changed >= readAt - tickMs) return undefined;
  return `${size} ${modified} ${changed} ${inode}`;
}

/**
 * Why a file on disk is not part of the project. `path`: the excluded part of its path, with a trailing slash for a
 * folder; an ignore rule also has its text and its location.
 */
export type IgnoreReason =
  | { readonly kind: 'hidden' | 'packages' | 'system-file' | 'output'; readonly path: string }
  | { readonly kind: 'rule'; readonly path: string; readonly rule: string; readonly file: string; readonly line: number };

/** For a stage, only files named by `list` exist, whatever is on the disk. */
export interface FileSystem {
  /** The project folder as the user would write it, for messages; absent when the project is only in memory. */
  readonly folder?: string;
  /**
   * All readable files, sorted by path (code unit order). Excludes ignored folders and links that leave the project.
   */
  list(): readonly FileEntry[];
  has(path: string): boolean;
  /** The bytes of a listed file. Throws `FileError` (below) when it cannot be read. */
  read(path: string): Uint8Array;
  /**
   * The file as UTF-8 text, without byte order mark and with its line ends unchanged. Throws `FileError` with
   * `encoding` on invalid UTF-8.
   */
  readText(path: string): string;
  /** Absolute path on disk, for tools that copy or link; undefined for a file in memory. */
  absolute(path: string): string | undefined;
  /**
   * A file below the project's own `node_modules`, which `list` leaves out; undefined when it does not exist or its
   * real path is outside that folder. The returned path is the real one.
   */
  packageFile?(path: string): PackageFile | undefined;
  /**
   * Why a file on disk is not in `list`; undefined when it is not on disk. Absent when the project is only in memory.
   */
  ignored?(path: string): IgnoreReason | undefined;
}

/** A file of an installed package, at its real path in the project. */
export interface PackageFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The last four apply to remote documents. */
export type FileErrorKind = 'vanished' | 'permission' | 'encoding' | 'no-space' | 'other' | 'denied' | 'timeout' | 'too-large' | 'failed';

/** The only exception that reading can throw; `project/` turns it into a Diagnostic. */
export class FileError extends Error {
  readonly kind: FileErrorKind;
  readonly path: string;
  /** Byte offset of the first invalid byte, for `encoding`. */
  readonly offset: number | undefined;

  constructor(kind: FileErrorKind, path: string, message: string, offset?: number) {
    super(message);
    this.name = 'FileError';
    this.kind = kind;
    this.path = path;
    this.offset = offset;
  }
}

/** Detects UTF-16 by its byte order mark, which Windows programs write; UTF-8 text never starts with it. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, and removes the mark; undefined for any other encoding. */
export function fileText(bytes: Uint8Array): string | undefined {
  if (!isUtf16(bytes)) return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  // The UTF-32 byte order mark starts with the same bytes.
  return text.includes('\0') ? undefined : text;
}
