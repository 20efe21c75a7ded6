/** Errors of the operating system as the few kinds that the author can act on. */
import { FileError, type FileErrorKind } from '../../model/file-system.ts';

const kinds = new Map<string, FileErrorKind>([
  ['ENOENT', 'vanished'],
  // A link or a file where a folder was listed: what we listed is gone.
  ['ELOOP', 'vanished'],
  ['ENOTDIR', 'vanished'],
  ['EISDIR', 'vanished'],
  ['EACCES', 'permission'],
  ['EPERM', 'permission'],
  ['EROFS', 'permission'],
  ['ENOSPC', 'no-space'],
  ['EDQUOT', 'no-space'],
]);

/** The code of a system error, or an empty string. */
export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? '';
}

/** Any error of a read or write as a `FileError`; its message never holds an absolute path. */
export function fileError(error: unknown, path: string): FileError {
  if (error instanceof FileError) return error;
  const code = errorCode(error);
  return new FileError(kinds.get(code) ?? 'other', path, code === '' ? String(error) : code);
}
