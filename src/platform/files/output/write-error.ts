/** What goes wrong while a site is written, as findings that name its folder as it was asked for. */
import { relative } from 'node:path';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { cannotWriteSite, noSpace, outputName, writeFailed } from '../errors.ts';
import { errorCode, fileError } from '../system-error.ts';

/** Throws what is no fault of the file system. */
export function writeProblem(error: unknown, path: string, shownOut: string): Diagnostic {
  const code = errorCode(error);
  if (code === 'ENAMETOOLONG' || code === 'EILSEQ') return outputName(path);
  const { kind, message } = fileError(error, path);
  if (kind === 'no-space') return noSpace(path);
  if (kind === 'permission') return cannotWriteSite(shownOut, code === 'EROFS');
  if (code === '') throw error;
  return writeFailed(path, message);
}

/** A folder as messages name it: what was asked for, without the author's home. */
export function shownFolder(dir: string): string {
  return relative('', dir) || '.';
}
