/**
 * The words that a mistyped one may have meant: those of titles, headings and descriptions, the most frequent first.
 * Only these, so that the list stays small and its words worth suggesting.
 */
import type { SearchPage } from './page-record.ts';

const mostWords = 12_000;
/** Words of letters; digits and marks within, as in `oauth2` and `max_tokens`. Two letters cannot be mistyped usefully. */
const word = /\p{L}[\p{L}\p{M}\p{N}_]{2,23}/gu;
/** Of scripts that are searched by pairs of letters. */
const paired = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

export class WordList {
  readonly #counts = new Map<string, number>();

  add({ title, description, keywords, endpoint, sections }: SearchPage): void {
    for (const text of [title, ...keywords, endpoint ?? '']) this.#count(text, 3);
    if (description !== undefined) this.#count(description, 1);
    for (const section of sections) {
      this.#count(section.title, 2);
      this.#count(section.text.slice(0, 160), 1);
    }
  }

  /** One word a line. */
  text(): string {
    const words = [...this.#counts].filter(([, count]) => count > 1);
    words.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
    return words
      .slice(0, mostWords)
      .map(([found]) => found)
      .join('\n');
  }

  #count(text: string, weight: number): void {
    for (const [found] of text.matchAll(word)) {
      if (paired.test(found)) continue;
      const key = found.toLowerCase();
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + weight);
    }
  }
}
