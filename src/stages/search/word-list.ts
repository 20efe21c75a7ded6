import { pairedLetter } from '../../shared/site/search-text.ts';
import { CborReader, CborWriter } from './cbor.ts';
import type { SearchPage } from './page-record.ts';

const maxWords = 12_000;
/**
 * Words of letters, with digits and marks inside, as in `oauth2` and `max_tokens`. Words of two letters are not useful
 * as suggestions.
 */
const word = /\p{L}[\p{L}\p{M}\p{N}_]{2,23}/gu;

/**
 * Suggestions for mistyped words: the words of titles, headings and descriptions, the most frequent first. Other words
 * are excluded to keep the list small and useful.
 */
export class WordList {
  readonly #counts = new Map<string, number>();

  /** `counts`: the `wordCounts` of a page. */
  add(counts: Buffer): void {
    this.#change(counts, 1);
  }

  /** Reverts `add`. */
  remove(counts: Buffer): void {
    this.#change(counts, -1);
  }

  /** Adds the `counts` of another list. */
  addAll(counts: Iterable<readonly [word: string, count: number]>): void {
    for (const [key, count] of counts) this.#add(key, count);
  }

  /** All words with their weights. */
  get counts(): readonly (readonly [word: string, count: number])[] {
    return [...this.#counts];
  }

  /** One word a line. */
  text(): string {
    const words = [...this.#counts].filter(([, count]) => count > 1);
    words.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
    return words
      .slice(0, maxWords)
      .map(([found]) => found)
      .join('\n');
  }

  #change(counts: Buffer, factor: 1 | -1): void {
    const reader = new CborReader(counts);
    for (let left = reader.array(); left > 0; left -= 2) this.#add(reader.text(), reader.int() * factor);
  }

  #add(key: string, count: number): void {
    const sum = (this.#counts.get(key) ?? 0) + count;
    if (sum === 0) this.#counts.delete(key);
    else this.#counts.set(key, sum);
  }
}

/** The words of a page with their weights, as bytes for the cache. */
export function wordCounts({ title, description, keywords, endpoint, sections }: SearchPage): Buffer {
  const counts = new Map<string, number>();
  const count = (text: string, weight: number) => {
    for (const [found] of text.matchAll(word)) {
      if (pairedLetter.test(found)) continue;
      const key = found.toLowerCase();
      counts.set(key, (counts.get(key) ?? 0) + weight);
    }
  };
  for (const text of [title, ...keywords, endpoint ?? '']) count(text, 3);
  if (description !== undefined) count(description, 1);
  for (const section of sections) {
    count(section.title, 2);
    count(section.text.slice(0, 160), 1);
  }
  const writer = new CborWriter().array(counts.size * 2);
  for (const [key, value] of counts) writer.text(key).int(value);
  return writer.take();
}
