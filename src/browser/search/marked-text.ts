/** Text with the words of a query marked, as pieces rather than markup. */
import { needsSpace, pairedLetter, shownWord } from '../../shared/site/search-text.ts';

const around = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u;

/** A piece of text; adjacent pieces differ in `isMarked`. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Index words from `start` to `end` (exclusive) as displayed text; `isHit` tells which to mark. */
export function markedWords(words: readonly string[], start: number, end: number, isHit: (index: number) => boolean): Piece[] {
  const pieces = new Pieces();
  let isOpen = false;
  let wasPairHit = false;
  for (let index = start; index < end; index++) {
    const { text, endsRun } = shownWord(words[index] as string);
    // A pair of letters shows its first letter; the following word shows the second.
    const isMarked = isHit(index) || wasPairHit;
    wasPairHit = !endsRun && isHit(index);
    if (!isOpen) pieces.space(text);
    // Brackets and commas around a word are not part of it.
    const [, before = '', inner = text, after = ''] = (isMarked && around.exec(text)) || [];
    pieces.add(before, false);
    pieces.add(inner, isMarked);
    pieces.add(after, false);
    isOpen = !endsRun;
  }
  return pieces.list;
}

/** A title with words marked that start like a word of the query. Words in scripts without spaces match anywhere. */
export function markedTitle(title: string, query: string): Piece[] {
  const wanted = query
    .toLowerCase()
    .split(/[\s/{}<>?&=#,;:"]+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [{ text: title, isMarked: false }];
  const pattern = new RegExp(wanted.map(escaped).join('|'), 'giu');
  const pieces = new Pieces();
  let at = 0;
  for (const { index, 0: found } of title.matchAll(pattern)) {
    if (!pairedLetter.test(found) && !beginsWord(title, index)) continue;
    pieces.add(title.slice(at, index), false);
    pieces.add(found, true);
    at = index + found.length;
  }
  pieces.add(title.slice(at), false);
  return pieces.list;
}

/** Also `User` in `getUser`. */
function beginsWord(text: string, at: number): boolean {
  const before = text.slice(0, at).at(-1) ?? '';
  return !/[\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(text[at] ?? ''));
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Joins neighbours that are marked alike. */
class Pieces {
  readonly list: { text: string; isMarked: boolean }[] = [];

  add(text: string, isMarked: boolean): void {
    if (text === '') return;
    const last = this.list.at(-1);
    if (last?.isMarked === isMarked) last.text += text;
    else this.list.push({ text, isMarked });
  }

  space(next: string): void {
    const last = this.list.at(-1);
    if (last && needsSpace(last.text, next)) this.add(' ', false);
  }
}
