/**
 * A text with replaced ranges that maps offsets of the result back to the original. Edits use coordinates of the
 * original, so they can be added in any order.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Start of a segment in the result and in the original. */
interface Segment {
  readonly start: number;
  readonly original: number;
  /** Length of the replaced text in the original; undefined for an unchanged segment. */
  readonly replaced?: number;
}

/** Holds both texts. `original` never changes; edits refer to its offsets. */
export class EditedText {
  readonly original: string;
  #edits: Edit[] = [];
  #text: string;
  #segments: Segment[] = [{ start: 0, original: 0 }];

  constructor(original: string) {
    this.original = original;
    this.#text = original;
  }

  get text(): string {
    return this.#text;
  }

  /** Replaces ranges of the original. Edits that overlap an earlier one are ignored; returns whether any was applied. */
  replace(edits: readonly Edit[]): boolean {
    const before = this.#edits.length;
    const all = [...this.#edits.map((edit) => ({ edit, isNew: 0 })), ...edits.map((edit) => ({ edit, isNew: 1 }))];
    all.sort((a, b) => a.edit.start - b.edit.start || editOrder(a.edit) - editOrder(b.edit) || a.isNew - b.isNew);
    const kept: typeof all = [];
    for (const entry of all) {
      const last = kept.at(-1);
      if (!last || last.edit.end <= entry.edit.start) kept.push(entry);
      else if (entry.isNew === 0 && last.isNew === 1) kept[kept.length - 1] = entry;
    }
    this.#edits = kept.map(({ edit }) => edit);
    this.#apply();
    return this.#edits.length > before;
  }

  /** An independent copy with the same edits. */
  copy(): EditedText {
    const duplicate = new EditedText(this.original);
    duplicate.replace(this.#edits);
    return duplicate;
  }

  /** Offset in `original` of an offset in `text`. */
  toOriginal(offset: number): number {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#segments[middle] as Segment).start <= offset) low = middle;
      else high = middle - 1;
    }
    const { start, original, replaced } = this.#segments[low] as Segment;
    const within = offset - start;
    return original + (replaced === undefined ? within : Math.min(within, Math.max(0, replaced - 1)));
  }

  #apply(): void {
    this.#segments = [{ start: 0, original: 0 }];
    let text = '';
    let at = 0;
    for (const edit of this.#edits) {
      text += this.original.slice(at, edit.start);
      this.#segments.push({ start: text.length, original: edit.start, replaced: edit.end - edit.start });
      text += edit.text;
      this.#segments.push({ start: text.length, original: edit.end });
      at = edit.end;
    }
    this.#text = text + this.original.slice(at);
  }
}

/** At the same offset, insertions come before replacements. */
function editOrder({ start, end }: Edit): 0 | 1 {
  return end > start ? 1 : 0;
}
