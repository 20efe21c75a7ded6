/** The text of one file that went into the configuration, able to turn an offset into line and column. */
import type { SourceLocation } from '../model/diagnostic.ts';

/** Longer lines (minified files) are left out of locations: no code frame can show them. */
const longestShownLine = 1000;

export class SourceText {
  readonly file: string;
  readonly text: string;
  private starts: number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** Where `start` stands; `length` is cut at the end of the line. */
  locate(start: number, length = 1): SourceLocation {
    const starts = this.lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= start) low = middle;
      else high = middle - 1;
    }
    const lineStart = starts[low] as number;
    const next = starts[low + 1];
    let lineEnd = next === undefined ? this.text.length : next - 1;
    if (this.text[lineEnd - 1] === '\r') lineEnd -= 1;
    const location: SourceLocation = {
      file: this.file,
      line: low + 1,
      column: start - lineStart + 1,
      length: Math.max(1, Math.min(length, lineEnd - start)),
    };
    if (lineEnd - lineStart > longestShownLine) return location;
    return { ...location, lineText: this.text.slice(lineStart, lineEnd) };
  }

  private lineStarts(): number[] {
    if (this.starts === undefined) {
      this.starts = [0];
      for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1)) this.starts.push(at + 1);
    }
    return this.starts;
  }
}
