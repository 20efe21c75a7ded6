/** Compares two texts by line, and changed lines by word. */
import { diffArrays, diffWordsWithSpace } from 'diff';

/** Part of a changed line; `isChanged` for words that are only in this version. */
export interface TextPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines that both versions have, or lines that differ: `before` and `after` are whole lines in parts, either can be empty. */
export type TextHunk =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'changed'; readonly before: readonly TextPart[]; readonly after: readonly TextPart[] };

/** Numbers of changed lines and words; a changed line counts as removed and added. */
export interface ChangeCounts {
  readonly addedLines: number;
  readonly removedLines: number;
  readonly addedWords: number;
  readonly removedWords: number;
}

/** The differences of two texts. */
export interface TextComparison extends ChangeCounts {
  readonly hunks: readonly TextHunk[];
}

/** The time grows with the square of the differences, so texts with more of them count as completely different. */
const maxLineEdits = 1_500;
const maxWordEdits = 1_000;

/** `before` or `after` is empty for a page that exists only once. */
export function compareText(before: string, after: string): TextComparison {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(old, now, { maxEditLength: maxLineEdits }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const hunks: TextHunk[] = [];
  const counts = { addedLines: 0, removedLines: 0, addedWords: 0, removedWords: 0 };
  let removed: string[] = [];
  let added: string[] = [];
  const end = () => {
    if (removed.length + added.length === 0) return;
    const hunk = compareWords(removed.join('\n'), added.join('\n'));
    hunks.push(hunk);
    counts.removedLines += removed.length;
    counts.addedLines += added.length;
    counts.removedWords += wordsIn(hunk.before);
    counts.addedWords += wordsIn(hunk.after);
    removed = [];
    added = [];
  };
  for (const change of changes) {
    if (change.removed) removed.push(...change.value);
    else if (change.added) added.push(...change.value);
    else {
      end();
      hunks.push({ kind: 'same', lines: change.value });
    }
  }
  end();
  return { hunks, ...counts };
}

/** The share of lines, from 0 to 1, that two texts have in common. */
export function similarity(before: string, after: string): number {
  const [old, now] = [linesOf(before), linesOf(after)];
  const counts = new Map<string, number>();
  for (const line of old) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of now) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    common += 1;
  }
  return common / Math.max(1, old.length, now.length);
}

function compareWords(before: string, after: string) {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxWordEdits });
  const part = (text: string, isChanged: boolean): TextPart[] => (text === '' ? [] : [{ text, isChanged }]);
  if (changes === undefined) return { kind: 'changed' as const, before: part(before, true), after: part(after, true) };
  return {
    kind: 'changed' as const,
    before: changes.flatMap(({ value, added, removed }) => (added ? [] : part(value, removed))),
    after: changes.flatMap(({ value, added, removed }) => (removed ? [] : part(value, added))),
  };
}

function wordsIn(parts: readonly TextPart[]): number {
  return parts.filter(({ isChanged }) => isChanged).reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
}

/** Without blank lines, which separate paragraphs but are no content. */
function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}
