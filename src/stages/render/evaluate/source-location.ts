/** Maps positions in generated code to the author's file. */
import { SourceMap } from 'node:module';
import type { SourceLocation } from '../../../model/diagnostic.ts';

/** A file as compiled, with the mapping to the author's file. */
export interface SourceText {
  /** Project path. */
  readonly file: string;
  /** The compiled text: the file itself, or the module generated from it. */
  readonly text: string;
  /** Line of `text` → line of the file, if they differ. */
  readonly lineMap?: readonly number[];
  /** Reads the author's file, for the source line in messages. */
  readonly read: () => string | undefined;
}

/** Location of a position in `source.text`, 1-based. A generated line maps to the start of the file. */
export function locateInSource(source: SourceText, line: number, column: number): SourceLocation {
  const mapped = source.lineMap ? source.lineMap[line - 1] || 1 : line;
  const lines = source.read()?.split(/\r\n|\n|\r/) ?? [];
  const lineText = lines[mapped - 1];
  const generated = source.text.split('\n')[line - 1];
  // Columns of a generated line are meaningless, unless the line was copied.
  const sameLine = source.lineMap === undefined || (lineText !== undefined && lineText === generated);
  return { file: source.file, line: mapped, column: sameLine ? column : 1, ...(lineText === undefined ? {} : { lineText }) };
}

/** The parsed source map of transformed code. */
export function readMap(text: string): SourceMap {
  return new SourceMap(JSON.parse(text));
}

/** Location of a position in the transformed code, by its source map, 1-based. */
export function locateByMap(source: SourceText, map: SourceMap, line: number, column: number): SourceLocation {
  const entry = map.findEntry(line - 1, column - 1) as { originalLine?: number; originalColumn?: number };
  return locateInSource(source, (entry.originalLine ?? 0) + 1, (entry.originalColumn ?? 0) + 1);
}

/** Line and column (1-based) of an offset. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** The next occurrence of `word`, quoted or as a name; `from` if it is not found nearby. */
export function locateWord(source: SourceText, from: SourceLocation, word: string): SourceLocation {
  // Longer words do not occur nearby.
  if (word.length > 1000) return from;
  const lines = source.read()?.split(/\r\n|\n|\r/) ?? [];
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`["']${literal}["']|(?<![\\w$./-])${literal}(?![\\w$./-])`);
  // No realistic statement has more lines.
  for (let line = from.line; line < from.line + 200 && line <= lines.length; line++) {
    const text = lines[line - 1] as string;
    const start = line === from.line ? from.column - 1 : 0;
    const match = pattern.exec(text.slice(start));
    if (match) return { ...from, line, column: start + match.index + 1, length: match[0].length, lineText: text };
  }
  return from;
}
