/**
 * Searches one index. Pagefind finds the pages with every word; this adds pages with most words of a long query,
 * corrections of mistyped words, and page weights.
 */

import { decoded } from '../../shared/safe-decode.ts';
import { recordFields, type SearchKind, type SearchManifest, searchFolder } from '../../shared/site/search-index.ts';
import { queryText, shownText } from '../../shared/site/search-text.ts';
import { type Hit, toHit } from './hit.ts';
import { nearestWord } from './nearest-word.ts';
import { type Fragment, loadPagefind, type Pagefind, type PagefindResult } from './pagefind.ts';

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
    const asked = all.filter((word) => !questionWords.has(word.toLowerCase()));
    const words = (asked.length === 0 ? all : asked).slice(0, maxWords);
    // "how do I add a version": a page rarely has all these words.
    const isQuestion = words.length < all.length;
    let results = (await pagefind.search(isQuestion ? words.join(' ') : text))?.results ?? [];
    if (!isQuestion && results.length < enough && parts !== text) results = (await pagefind.search(parts))?.results ?? results;
    let rarity: ReadonlyMap<string, number> = new Map();
    // A name such as `hmac.compare_digest` is not a list of words.
    const isName = !/\s/.test(query.trim());
    if (words.length > 1 && (!isName || results.length < enough)) {
      const each = await Promise.all(words.map(async (word) => (await pagefind.search(word))?.results ?? []));
      rarity = raritiesOf(words, each);
      const most = withMostWords(results, each, [...rarity.values()]);
      results = isName ? withWholeFirst(most, results) : most;
    }
    const ranked: Ranked[] = [];
    const wanted = this.#manifest.hasBoosts ? 40 : Math.max(this.#manifest.results + 4, 24);
    let looked = 0;
    while (ranked.length < wanted && looked < Math.min(results.length, maxExamined)) {
      const next = results.slice(looked, looked + wanted);
      looked += next.length;
      const fragments = await Promise.all(next.map((result) => result.data()));
      for (const [index, fragment] of fragments.entries()) {
        if (kind !== undefined && kind !== kindOf(fragment)) continue;
        ranked.push({ fragment, score: (next[index] as PagefindResult).score * weight(fragment, query, rarity) });
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

/** How rare the words of a query are on the pages that have any of them, by their plain form; 0 for words that no page has. */
function raritiesOf(words: readonly string[], each: readonly (readonly PagefindResult[])[]): Map<string, number> {
  const pages = new Set(each.flatMap((results) => results.map(({ id }) => id))).size;
  const rarityOf = (count: number) => (count === 0 ? 0 : Math.log(1 + pages / count));
  return new Map(words.map((word, index) => [plain(word), rarityOf(each[index]?.length ?? 0)]));
}

/** Pages must have at least this share of the query: the mean of the shares by number and by rarity of its words. */
const leastCoverage = 0.45;

/**
 * Pages with all words, and those that lack only common ones: "write unit tests" is about unit tests. The score is the sum of the scores
 * of the words, reduced by the rarity of those that a page lacks.
 */
function withMostWords(
  whole: readonly PagefindResult[],
  each: readonly (readonly PagefindResult[])[],
  rarities: readonly number[],
): PagefindResult[] {
  const sums = new Map<string, { results: PagefindResult[]; score: number; rarity: number; count: number }>();
  const wanted = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const asked = each.filter((results) => results.length > 0).length;
  for (const [index, results] of each.entries()) {
    const rarity = rarities[index] as number;
    for (const result of results) {
      const sum = sums.get(result.id) ?? { results: [], score: 0, rarity: 0, count: 0 };
      const results = [...sum.results, result];
      sums.set(result.id, { results, score: sum.score + result.score, rarity: sum.rarity + rarity, count: sum.count + 1 });
    }
  }
  for (const result of whole)
    sums.set(result.id, { results: [result], score: sums.get(result.id)?.score ?? result.score, rarity: wanted, count: asked });
  return [...sums]
    .map(([id, { results, score, rarity, count }]) => ({ id, results, score, coverage: (rarity / wanted + count / asked) / 2 }))
    .filter(({ coverage }) => coverage >= leastCoverage)
    .map(({ id, results, score, coverage }) => ({ id, score: score * coverage ** 2, data: () => mergedData(results) }))
    .sort((a, b) => b.score - a.score);
}

/** `whole` are the pages with all words. */
function withWholeFirst(results: readonly PagefindResult[], whole: readonly PagefindResult[]): PagefindResult[] {
  const first = new Set(whole.map(({ id }) => id));
  const top = Math.max(0, ...results.map(({ score }) => score));
  return results
    .map((result) => (first.has(result.id) ? { ...result, score: result.score + top } : result))
    .sort((a, b) => b.score - a.score);
}

/** The content of a page with the matches of several searches. */
async function mergedData(results: readonly PagefindResult[]): Promise<Fragment> {
  const [first, ...others] = await Promise.all(results.map((result) => result.data()));
  if (others.length === 0) return first as Fragment;
  const locations = [first as Fragment, ...others].flatMap((fragment) => fragment.weighted_locations);
  return { ...(first as Fragment), weighted_locations: locations.toSorted((a, b) => a.location - b.location) };
}

/** Factor for the score of a page besides its words. */
function weight({ url, meta, content }: Fragment, query: string, rarity: ReadonlyMap<string, number>): number {
  const wanted = plain(query);
  const title = plain(shownText(meta[recordFields.title] ?? ''));
  const endpoint = meta[recordFields.endpoint];
  const address = plain(
    decoded(
      url
        .replace(/\/(?:index)?$/, '')
        .split('/')
        .at(-1) ?? '',
    ),
  );
  let factor = Number(meta[recordFields.boost] ?? 1) || 1;
  if (title === wanted || (endpoint !== undefined && plain(endpoint) === wanted)) factor *= 3;
  else factor *= Math.max(likeness(wanted, title, meta, rarity), address === wanted ? 2.4 : 1, likeness(wanted, address, meta, rarity));
  // A query such as `hmac.compare_digest` is one name: code that has it comes before text that has its parts.
  if (wanted.includes(' ')) {
    const isName = !query.trim().includes(' ');
    if (isName && content.toLowerCase().includes(query.trim().toLowerCase())) factor *= 25;
    // The longer a phrase, the less it is there by chance.
    if (!isName && ` ${plain(content)} `.includes(` ${wanted} `)) factor *= 1 + 0.2 * (wanted.split(' ').length - 1);
  }
  // Readers who do not search for an endpoint want an explanation first.
  if (endpoint !== undefined && !/[/{_]|^(?:get|post|put|patch|delete)\b/i.test(query)) factor *= 0.85;
  return factor;
}

/**
 * Factor for how much of the query a name says, and how much else it says: "Pricing" below "Queues" is about queues. Rare words of the
 * query count more.
 */
function likeness(wanted: string, name: string, meta: Fragment['meta'], rarity: ReadonlyMap<string, number>): number {
  const asked = contentWords(wanted);
  const words = name.split(' ').filter((word) => word !== '');
  if (asked.length === 0 || words.length === 0) return 1;
  const matched = asked.filter((word) => words.some((other) => isForm(word, other)));
  if (matched.length === 0) return 1;
  const trail = plain(shownText(meta[recordFields.trail] ?? '')).split(' ');
  const above = asked.filter((word) => !matched.includes(word) && trail.some((other) => isForm(word, other)));
  const share = (list: readonly string[]) => list.reduce((sum, word) => sum + (rarity.get(word) ?? 1), 0);
  const byRarity = (share(matched) + share(above) / 2) / (share(asked) || 1);
  const coverage = (byRarity + (matched.length + above.length / 2) / asked.length) / 2;
  const own = contentWords(name);
  const precision = own.filter((word) => asked.some((other) => isForm(word, other))).length / Math.max(1, own.length);
  const isPhrase = ` ${name} `.includes(` ${wanted} `);
  return 1 + coverage ** 2 * (0.6 + precision) + (isPhrase ? 0.2 : 0);
}

/** Words of a question that say nothing about its subject, in English. A query of only these keeps them. */
const questionWords = new Set(
  'a an and are as at be by can do does for from how i in into is it me my of on or should that the this to use using want we what when where which who why will with you your'.split(
    ' ',
  ),
);

function contentWords(text: string): string[] {
  const words = [...new Set(text.split(' '))].filter((word) => word !== '');
  const content = words.filter((word) => !questionWords.has(word));
  return content.length === 0 ? words : content;
}

/** Whether two words are forms of one: their ends differ. */
function isForm(a: string, b: string): boolean {
  return a === b || stemOf(a) === stemOf(b);
}

function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ations?|ments?|ings?|ions?|ies|ers?|ed|es|s|y|e)$/, '') : word.replace(/(?<=..)s$/, '');
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

/** Lower case, without diacritics, words separated by single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
