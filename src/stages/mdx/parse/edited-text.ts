/**
 * A text with some places replaced before parsing, which still knows where each character of the result came from.
 * Edits are kept in coordinates of the original, so they can be added in any order.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where a stretch of the result starts, there and in the original. */
interface Stretch {
  readonly start: number;
  readonly original: number;
  /** Length in the original of what was replaced; undefined for a stretch that is as it was. */
  readonly replaced?: number;
}

/** Holds both texts. `original` never changes, and every edit is named by its offsets. */
export class EditedText {
  readonly original: string;
  #edits: Edit[] = [];
  #text: string;
  #stretches: Stretch[] = [{ start: 0, original: 0 }];

  constructor(original: string) {
    this.original = original;
    this.#text = original;
  }

  get text(): string {
    return this.#text;
  }

  /** Replaces ranges of the original. Those that overlap an earlier edit are left alone; says whether any was not. */
  replace(edits: readonly Edit[]): boolean {
    const before = this.#edits.length;
    const all = [...this.#edits.map((edit) => ({ edit, isNew: 0 })), ...edits.map((edit) => ({ edit, isNew: 1 }))];
    all.sort((a, b) => a.edit.start - b.edit.start || widthOf(a.edit) - widthOf(b.edit) || a.isNew - b.isNew);
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

  /** Another with the same edits, which takes more without this one knowing. */
  copy(): EditedText {
    const duplicate = new EditedText(this.original);
    duplicate.replace(this.#edits);
    return duplicate;
  }

  /** Offset in `original` of an offset in `text`. */
  toOriginal(offset: number): number {
    let low = 0;
    let high = this.#stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#stretches[middle] as Stretch).start <= offset) low = middle;
      else high = middle - 1;
    }
    const { start, original, replaced } = this.#stretches[low] as Stretch;
    const within = offset - start;
    return original + (replaced === undefined ? within : Math.min(within, Math.max(0, replaced - 1)));
  }

  #apply(): void {
    this.#stretches = [{ start: 0, original: 0 }];
    let text = '';
    let at = 0;
    for (const edit of this.#edits) {
      text += this.original.slice(at, edit.start);
      this.#stretches.push({ start: text.length, original: edit.start, replaced: edit.end - edit.start });
      text += edit.text;
      this.#stretches.push({ start: text.length, original: edit.end });
      at = edit.end;
    }
    this.#text = text + this.original.slice(at);
  }
}

/** What only inserts comes before what replaces at the same place. */
function widthOf({ start, end }: Edit): 0 | 1 {
  return end > start ? 1 : 0;
}
