/** Converts write errors to diagnostics that name the output folder as the user did. */
import { relative } from 'node:path';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { cannotWriteSite, noSpace, outputName, writeFailed } from '../errors.ts';
import { errorCode, fileError } from '../system-error.ts';

/** Rethrows errors that are not from the file system. */
export function writeProblem(error: unknown, path: string, shownOut: string): Diagnostic {
  const code = errorCode(error);
  if (code === 'ENAMETOOLONG' || code === 'EILSEQ') return outputName(path);
  const { kind, message } = fileError(error, path);
  if (kind === 'no-space') return noSpace(path);
  if (kind === 'permission') return cannotWriteSite(shownOut, code === 'EROFS');
  if (code === '') throw error;
  return writeFailed(path, message);
}

/** A folder for messages: as the user named it, without the home folder. */
export function shownFolder(dir: string): string {
  return relative('', dir) || '.';
}
