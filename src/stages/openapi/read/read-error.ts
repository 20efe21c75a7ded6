import type { Diagnostic } from '../../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../../model/file-system.ts';
import { type ApiArea, specSyntax, specUnreadable } from '../errors.ts';
import { defaultLimits, loadApi } from './load-api.ts';
import { parseSpecFile } from './source-file.ts';
import { isObject } from './spec-value.ts';

/** A file that was read for a description: the description itself, or what it refers to. Its text alone, for its value may be large. */
export interface OpenedFile {
  readonly kind: ApiArea;
  readonly path: string;
  readonly text: string;
  readonly isRoot: boolean;
  /** Whether it holds an object, which is what most references need. */
  readonly isObject: boolean;
}

/** Why a file that was read once cannot be read now, as errors; none while it can be, or says what it said. */
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
  return wasObject && !isObject(parsed.file.value) ? unreadable('holds nothing to refer to') : [];
}
