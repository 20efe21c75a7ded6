/** What was computed from single files of a project, until they change. */
import { FileError, type FileSystem } from '../../model/file-system.ts';

/** One instance for a project; the owner reports changes. */
export class FileMemo {
  /** File → function → its result. */
  readonly #results = new Map<string, Map<unknown, unknown>>();

  /** The result of `read` for the text of a file; undefined if the file cannot be read. `read` must be the same function each time. */
  ofText<T>(files: FileSystem, file: string, read: (text: string, file: string) => T): T | undefined {
    const known = files.has(file) ? this.#results.get(file) : undefined;
    if (known?.has(read)) return known.get(read) as T;
    const text = textOf(files, file);
    if (text === undefined) return undefined;
    const result = read(text, file);
    if (known) known.set(read, result);
    else this.#results.set(file, new Map([[read, result]]));
    return result;
  }

  /** The file changed. */
  forget(file: string): void {
    this.#results.delete(file);
  }
}

function textOf(files: FileSystem, file: string): string | undefined {
  if (!files.has(file)) return undefined;
  try {
    return files.readText(file);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
