/**
 * The project as a value: stages read through this and through nothing else. `platform/files/disk.ts` confines it to the
 * project root on the real path; `platform/files/memory.ts` is the same over a map, for tests and for `dev`.
 */

/** One regular file of the project. */
export interface FileEntry {
  /** Path relative to the project root, forward slashes, no leading slash, case kept. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** When it was last written, milliseconds since 1970; undefined for what is not on disk. */
  readonly modified?: number;
  /** When anything of it last changed, which nobody can set, and its number on its disk: undefined for what is not on disk. */
  readonly changed?: number;
  readonly inode?: number;
}

/**
 * Why a file on disk is not part of the project. `path`: the part of its path that is left out, with a slash at its end
 * for a folder; of a rule also its text and its location.
 */
export type IgnoreReason =
  | { readonly kind: 'hidden' | 'packages' | 'system-file' | 'output'; readonly path: string }
  | { readonly kind: 'rule'; readonly path: string; readonly rule: string; readonly file: string; readonly line: number };

/** A file that `list` does not name does not exist for a stage, whatever lies on the disk. */
export interface FileSystem {
  /** The project folder as its user may name it, for messages; absent for what is only in memory. */
  readonly folder?: string;
  /** All files that may be read, sorted by path (code unit order). Ignored folders and escaping links are not in it. */
  list(): readonly FileEntry[];
  has(path: string): boolean;
  /** The bytes of a listed file. Throws `FileError` (below) when it cannot be read. */
  read(path: string): Uint8Array;
  /** The file as UTF-8 text, byte order mark removed, line ends as they are. Throws `FileError` with `encoding` on bad UTF-8. */
  readText(path: string): string;
  /** Absolute path on disk, for tools that copy or link; undefined for a file that is only in memory. */
  absolute(path: string): string | undefined;
  /**
   * A file below the project's own `node_modules`, which `list` leaves out; undefined for what is not there or lies outside of that
   * folder on the real path. The path that comes back is the real one.
   */
  packageFile?(path: string): PackageFile | undefined;
  /** Why a file that is on disk is not in `list`; undefined when it is not on disk. Absent for what is only in memory. */
  ignored?(path: string): IgnoreReason | undefined;
}

/** A file of an installed package, at its real path in the project. */
export interface PackageFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The last four are those of documents from elsewhere. */
export type FileErrorKind = 'vanished' | 'permission' | 'encoding' | 'no-space' | 'other' | 'denied' | 'timeout' | 'too-large' | 'failed';

/** The one exception that a stage may meet when reading; `project/` turns it into a Diagnostic. */
export class FileError extends Error {
  readonly kind: FileErrorKind;
  readonly path: string;
  /** Byte offset of the first bad byte, for `encoding`. */
  readonly offset: number | undefined;

  constructor(kind: FileErrorKind, path: string, message: string, offset?: number) {
    super(message);
    this.name = 'FileError';
    this.kind = kind;
    this.path = path;
    this.offset = offset;
  }
}
