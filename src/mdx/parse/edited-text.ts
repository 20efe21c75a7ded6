/**
 * A text with some places replaced before parsing, which still knows where each character of the result came from.
 * Edits are kept in coordinates of the original, so they can be added in any order.
 */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class EditedText {
  private readonly edits: Edit[] = [];
  private current: string;

  constructor(readonly original: string) {
    this.current = original;
  }

  get text(): string {
    return this.current;
  }

  /** Replaces a range of the original; false when an earlier edit already covers it. */
  replace(start: number, end: number, text: string): boolean {
    let index = this.edits.length;
    while (index > 0 && (this.edits[index - 1] as Edit).start >= start) index--;
    const before = this.edits[index - 1];
    const after = this.edits[index];
    if ((before && before.end > start) || (after && after.start < end)) return false;
    this.edits.splice(index, 0, { start, end, text });
    this.current = this.apply();
    return true;
  }

  /** The same for many places at once, in order of their place. */
  replaceAll(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    this.edits.push(...edits);
    this.edits.sort((a, b) => a.start - b.start);
    this.current = this.apply();
  }

  /** Offset in `original` of an offset in `text`. */
  toOriginal(offset: number): number {
    let shift = 0;
    for (const edit of this.edits) {
      const start = edit.start + shift;
      if (offset < start) break;
      if (offset < start + edit.text.length) return Math.min(edit.start + (offset - start), Math.max(edit.start, edit.end - 1));
      shift += edit.text.length - (edit.end - edit.start);
    }
    return offset - shift;
  }

  private apply(): string {
    let result = '';
    let at = 0;
    for (const edit of this.edits) {
      if (edit.start < at) continue;
      result += this.original.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return result + this.original.slice(at);
  }
}
