import type { Diagnostic } from '../../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../../model/file-system.ts';
import { type ApiArea, specSyntax, specUnreadable } from '../errors.ts';
import { defaultLimits, loadApi } from './load-api.ts';
import { parseSpecFile } from './source-file.ts';
import { isObject } from './spec-value.ts';

/**
 * A file that was read for a description: the description itself, or a referenced file. Only its text, because its
 * value may be large.
 */
export interface OpenedFile {
  readonly kind: ApiArea;
  readonly path: string;
  readonly text: string;
  readonly isRoot: boolean;
  /** Whether it contains an object, which most references require. */
  readonly isObject: boolean;
}

/** Why a file that was readable before cannot be read now, as errors; empty when it is readable, or unchanged. */
export function readingProblems(
  files: FileSystem,
  { kind, path, text: before, isRoot, isObject: wasObject }: OpenedFile,
): readonly Diagnostic[] {
  const unreadable = (reason: string) => [specUnreadable(kind, path, reason, 'error')];
  let text: string;
  try {
    text = files.readText(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return unreadable(error.kind === 'encoding' ? 'is not valid UTF-8 text' : 'cannot be read');
  }
  if (text === before) return [];
  if (isRoot) {
    const { value, diagnostics } = loadApi({ files, source: path, severity: 'error' });
    return value === undefined ? diagnostics : [];
  }
  const parsed = parseSpecFile(path, text, defaultLimits.depth);
  if ('problem' in parsed) return [specSyntax(kind, parsed.location, parsed.problem, 'error')];
  return wasObject && !isObject(parsed.file.value) ? unreadable('contains no value to refer to') : [];
}
