import type { SourceLocation } from './diagnostic.ts';

/** Longer lines (minified files) are omitted from locations, because no code frame can show them. */
const longestShownLine = 1000;

/** The text of one file, with conversion from offsets to the locations of diagnostics. */
export class SourceText {
  #starts: readonly number[] | undefined;
  readonly file: string;
  readonly text: string;
  /** Line of the file on which `text` starts. */
  readonly firstLine: number;

  constructor(file: string, text: string, firstLine = 1) {
    this.file = file;
    this.text = text;
    this.firstLine = firstLine;
  }

  /** The location of `start`; `length` is cut at the end of the line, before a carriage return. */
  locate(start: number, length = 1): SourceLocation {
    const index = this.lineIndex(start);
    const lineStart = this.lineStarts[index] as number;
    const next = this.lineStarts[index + 1];
    let lineEnd = next === undefined ? this.text.length : next - 1;
    if (this.text[lineEnd - 1] === '\r') lineEnd -= 1;
    const location: SourceLocation = {
      file: this.file,
      line: index + this.firstLine,
      column: start - lineStart + 1,
      length: Math.max(1, Math.min(length, lineEnd - start)),
    };
    return lineEnd - lineStart > longestShownLine ? location : { ...location, lineText: this.text.slice(lineStart, lineEnd) };
  }

  /** Line of the file, 1-based. */
  lineOf(offset: number): number {
    return this.lineIndex(offset) + this.firstLine;
  }

  /** Line of the text, 0-based. */
  lineIndex(offset: number): number {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Offset of the start of each line. */
  get lineStarts(): readonly number[] {
    this.#starts ??= lineStarts(this.text);
    return this.#starts;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
