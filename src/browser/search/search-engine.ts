/**
 * Searches one index. Pagefind finds the pages with every word; this adds pages with most words of a long query,
 * corrections of mistyped words, and page weights.
 */

import { recordFields, type SearchKind, type SearchManifest, searchFolder } from '../../shared/site/search-index.ts';
import { queryText } from '../../shared/site/search-text.ts';
import { type Hit, toHit } from './hit.ts';
import { nearestWord } from './nearest-word.ts';
import { type Fragment, loadPagefind, type Pagefind, type PagefindResult } from './pagefind.ts';
import { contentWords, plain } from './query-words.ts';
import { type Rarities, raritiesOf, weight, withMostWords, withRelativeScores, withWholeFirst } from './ranking.ts';

/** The best pages first, at most `SearchManifest.results`. */
export interface Outcome {
  /** Ready to display. */
  readonly hits: readonly Hit[];
  /** Total number of pages found. */
  readonly total: number;
  /** The corrected query, when a word does not occur anywhere. */
  readonly instead?: string;
}

interface Ranked {
  readonly fragment: Fragment;
  readonly score: number;
}

/** With fewer results, pages that lack some words are included. */
const enough = 3;
const maxWords = 8;
/** Maximum number of pages to load when filtering by kind. */
const maxExamined = 160;

function kindOf({ meta }: Fragment): SearchKind {
  return meta[recordFields.endpoint] === undefined ? 'page' : 'endpoint';
}

/** One instance for each index. Files are loaded on demand and cached. */
export class SearchEngine {
  readonly #folder: string;
  readonly #base: string;
  readonly #manifest: SearchManifest;
  readonly #pagefind: Promise<Pagefind>;
  #words: Promise<readonly string[]> | undefined;

  /** `folder`: href of the index, with a slash at its end. */
  constructor(folder: string, manifest: SearchManifest) {
    this.#folder = folder;
    this.#base = folder.slice(0, folder.indexOf(`/${searchFolder}/`));
    this.#manifest = manifest;
    this.#pagefind = loadPagefind(folder, manifest.tag);
  }

  ready(): Promise<unknown> {
    return this.#pagefind;
  }

  /** `kind`: of the pages to find; all when undefined. */
  async search(query: string, kind: SearchKind | undefined): Promise<Outcome> {
    const found = await this.#find(query, kind);
    const unknown = unknownWords(query, found.ranked);
    if (unknown.length > 0) {
      const instead = await this.#corrected(query, unknown);
      const better = instead === undefined ? undefined : await this.#find(instead, kind);
      if (instead !== undefined && better && better.ranked.length > 0) return { ...this.#outcome(instead, better), instead };
    }
    return this.#outcome(query, found);
  }

  #outcome(query: string, { ranked, total }: { ranked: readonly Ranked[]; total: number }): Outcome {
    return { hits: ranked.slice(0, this.#manifest.results).map(({ fragment }) => toHit(fragment, query, this.#base)), total };
  }

  async #find(query: string, kind: SearchKind | undefined): Promise<{ ranked: Ranked[]; total: number }> {
    const pagefind = await this.#pagefind;
    const text = queryText(query);
    if (text === '') return { ranked: [], total: 0 };
    // Pagefind finds the parts of `sign_transaction` in a longer word, but not the two together.
    const parts = text.replace(/[_.-]+/g, ' ').trim();
    const all = [...new Set(parts.split(/\s+/))];
    const words = contentWords(all).slice(0, maxWords);
    // "how do I add a version": a page rarely has all these words.
    const isPart = words.length < all.length;
    let results = (await pagefind.search(isPart ? words.join(' ') : text))?.results ?? [];
    if (!isPart && results.length < enough && parts !== text) results = (await pagefind.search(parts))?.results ?? results;
    let rarities: Rarities = new Map();
    // A name such as `hmac.compare_digest` is not a list of words.
    const isName = !/\s/.test(query.trim());
    if (words.length > 1 && (!isName || results.length < enough)) {
      const each = await Promise.all(words.map(async (word) => (await pagefind.search(word))?.results ?? []));
      rarities = raritiesOf(words, each);
      const most = withMostWords(results, each, rarities);
      results = isName ? withWholeFirst(most, results) : most;
    } else results = withRelativeScores(results);
    const ranked: Ranked[] = [];
    const wanted = this.#manifest.hasBoosts ? 40 : Math.max(this.#manifest.results + 4, 24);
    let looked = 0;
    while (ranked.length < wanted && looked < Math.min(results.length, maxExamined)) {
      const next = results.slice(looked, looked + wanted);
      looked += next.length;
      const fragments = await Promise.all(next.map((result) => result.data()));
      for (const [index, fragment] of fragments.entries()) {
        if (kind !== undefined && kind !== kindOf(fragment)) continue;
        ranked.push({ fragment, score: (next[index] as PagefindResult).score * weight(fragment, query, rarities) });
      }
    }
    // Equal scores keep the order of the index.
    ranked.sort((a, b) => b.score - a.score);
    return { ranked, total: looked === results.length ? ranked.length : results.length };
  }

  /** The query with unknown words replaced by similar ones of the site; undefined when there are none. */
  async #corrected(query: string, unknown: readonly string[]): Promise<string | undefined> {
    this.#words ??= fetch(`${this.#folder}words.txt?${this.#manifest.tag}`)
      .then((response) => (response.ok ? response.text() : ''))
      .then((text) => text.split('\n'))
      .catch(() => []);
    const words = await this.#words;
    let corrected = query.toLowerCase();
    for (const word of unknown) {
      const nearest = nearestWord(word, words);
      if (nearest !== undefined && nearest !== word) corrected = corrected.replace(word, () => nearest);
    }
    return corrected === query.toLowerCase() ? undefined : corrected;
  }
}

/** Words of the query that no result contains: Pagefind falls back to the longest known prefix. */
function unknownWords(query: string, ranked: readonly Ranked[]): string[] {
  const words = plain(query)
    .split(' ')
    .filter((word) => /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{M}\p{N}]{4,}$/u.test(word));
  return words.filter((word) => !ranked.some(({ fragment }) => has(fragment, word)));
}

function has(fragment: Fragment, word: string): boolean {
  // Word endings vary; compare stems.
  const stem = word.length > 5 ? word.replace(/(?:ations?|ments?|ings?|ions?|ies|ers?|ed|es|s|y)$/, '') : word;
  const text = fragment.content.split(/\s+/);
  const isLike = (other: string) =>
    plain(other)
      .split(' ')
      .some((part) => part.startsWith(stem)) || plain(other).replaceAll(' ', '').startsWith(stem);
  return (
    fragment.weighted_locations.some(({ location }) => isLike(text[location] ?? '')) ||
    Object.values(fragment.meta).some((value) => value?.split(/\s+/).some(isLike))
  );
}
