/** Maps errors of the operating system to the few kinds that matter to authors. */
import { FileError, type FileErrorKind } from '../../model/file-system.ts';

const kinds = new Map<string, FileErrorKind>([
  ['ENOENT', 'vanished'],
  // A link or file where a folder was listed: the listed file no longer exists.
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

/** Any read or write error as a `FileError`; its message never contains an absolute path. */
export function fileError(error: unknown, path: string): FileError {
  if (error instanceof FileError) return error;
  const code = errorCode(error);
  return new FileError(kinds.get(code) ?? 'other', path, code === '' ? String(error) : code);
}
