import type { SourceLocation } from '../../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../../model/file-system.ts';

const longestShownLine = 500;

/**
 * Locations in the author's files, with the text of their line for the code frame. Each file is read once. Locations in
 * unreadable files have no text.
 */
export class SourceLocations {
  readonly #lines = new Map<string, readonly string[]>();

  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  at(file: string, line: number, column: number, length = 1): SourceLocation {
    const lineText = this.#linesOf(file)[line - 1];
    if (lineText === undefined) return { file, line, column };
    return {
      file,
      line,
      column,
      length: Math.max(1, Math.min(length, lineText.length - column + 1)),
      ...(lineText.length <= longestShownLine && { lineText }),
    };
  }

  /** The first occurrence of a text at or after a line; undefined when there is none. */
  find(file: string, text: string, fromLine = 1): SourceLocation | undefined {
    const lines = this.#linesOf(file);
    for (let index = Math.max(0, fromLine - 1); index < lines.length; index++) {
      const column = (lines[index] as string).indexOf(text);
      if (column >= 0) return this.at(file, index + 1, column + 1, text.length);
    }
    return undefined;
  }

  #linesOf(file: string): readonly string[] {
    let lines = this.#lines.get(file);
    if (lines === undefined) {
      lines = this.#read(file).split(/\r\n|\r|\n/);
      this.#lines.set(file, lines);
    }
    return lines;
  }

  #read(file: string): string {
    if (!this.#files.has(file)) return '';
    try {
      return this.#files.readText(file);
    } catch (error) {
      if (error instanceof FileError) return '';
      throw error;
    }
  }
}
