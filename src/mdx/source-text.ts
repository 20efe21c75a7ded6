/** One source file with its lines: turns offsets into the places that diagnostics name. */
import type { SourceLocation } from '../model/diagnostic.ts';

export class SourceText {
  private starts: number[] | undefined;

  constructor(
    readonly file: string,
    readonly text: string,
    /** Line of the file on which `text` starts. */
    readonly firstLine = 1,
  ) {}

  locate(offset: number, length = 1): SourceLocation {
    const index = this.lineIndex(offset);
    const start = this.lineStarts()[index] as number;
    const end = this.text.indexOf('\n', start);
    const lineText = this.text.slice(start, end < 0 ? undefined : end);
    const column = offset - start + 1;
    return {
      file: this.file,
      line: index + this.firstLine,
      column,
      length: Math.max(1, Math.min(length, lineText.length - column + 1)),
      lineText: lineText.length > 500 ? lineText.slice(0, 500) : lineText,
    };
  }

  /** Line of the file, 1-based. */
  lineOf(offset: number): number {
    return this.lineIndex(offset) + this.firstLine;
  }

  private lineIndex(offset: number): number {
    const starts = this.lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private lineStarts(): number[] {
    if (!this.starts) {
      this.starts = [0];
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) this.starts.push(at + 1);
    }
    return this.starts;
  }
}
