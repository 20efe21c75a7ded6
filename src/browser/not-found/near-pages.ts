/**
 * Finds pages that a wrong URL may mean: a typing error, a moved or renamed page, or a folder. Compares words; rare
 * words count more.
 */

import { decoded } from '../../shared/safe-decode.ts';
import type { ListedPage } from '../../shared/site/page-list.ts';
import { nearestWord } from '../search/nearest-word.ts';

/** Weight of the last part of a URL relative to earlier parts. */
const lastWeighs = 3;
/** Weight of a corrected word, and of one that is only in the title. */
const correctedCounts = 0.8;
const titleCounts = 0.7;
/** Penalty for each additional word of a page. */
const extraCosts = 0.02;
/** A page is near when it matches this share of the URL, and nearly as much as the best page. */
const least = 0.4;
const leastOfBest = 0.65;

interface Segment {
  readonly words: readonly string[];
  /** `quick-start` may be written `quickstart`. */
  readonly joined: string;
}

interface KnownPage {
  readonly page: ListedPage;
  readonly inAddress: ReadonlySet<string>;
  readonly inTitle: ReadonlySet<string>;
  readonly length: number;
}

/**
 * `path`: as in the address bar, without the base path. The nearest first, at most `most`; equal ones keep their order.
 */
export function nearPages(path: string, pages: readonly ListedPage[], most: number): ListedPage[] {
  const wanted = segmentsOf(path);
  if (wanted.length === 0) return [];
  const known = pages.map(knownPage);
  const counts = new Map<string, number>();
  for (const { inAddress, inTitle } of known)
    for (const word of new Set([...inAddress, ...inTitle])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vocabulary = [...counts.keys()];
  const meant = new Map<string, string>();
  for (const { words, joined } of wanted) {
    for (const word of [...words, joined]) {
      const nearest = counts.has(word) ? word : nearestWord(word, vocabulary);
      if (nearest !== undefined) meant.set(word, nearest);
    }
  }
  const rareness = (word: string) => Math.log(1 + pages.length / (counts.get(meant.get(word) ?? '') ?? 1));
  /** From 0 to 1: the share of a word that a page matches. */
  const share = ({ inAddress, inTitle }: KnownPage, word: string): number => {
    const sought = meant.get(word);
    if (sought === undefined) return 0;
    const place = inAddress.has(sought) ? 1 : inTitle.has(sought) ? titleCounts : 0;
    return sought === word ? place : place * correctedCounts;
  };
  const scored = known.map((page) => {
    let sum = 0;
    let whole = 0;
    for (const [index, { words, joined }] of wanted.entries()) {
      const weight = index === wanted.length - 1 ? lastWeighs : 1;
      const all = words.reduce((total, word) => total + rareness(word), 0);
      const found = words.reduce((total, word) => total + rareness(word) * share(page, word), 0);
      sum += weight * Math.max(found / all, share(page, joined));
      whole += weight;
    }
    const asked = wanted.reduce((total, { words }) => total + words.length, 0);
    return { page: page.page, score: sum / whole - extraCosts * Math.max(0, page.length - asked) };
  });
  scored.sort((a, b) => b.score - a.score);
  const limit = Math.max(least, (scored[0]?.score ?? 0) * leastOfBest);
  return scored
    .filter(({ score }) => score >= limit)
    .slice(0, most)
    .map(({ page }) => page);
}

function knownPage(page: ListedPage): KnownPage {
  const [url, title] = page;
  const segments = segmentsOf(url);
  return {
    page,
    inAddress: new Set(segments.flatMap(({ words, joined }) => [...words, joined])),
    inTitle: new Set(wordsOf(title)),
    length: segments.reduce((total, { words }) => total + words.length, 0),
  };
}

function segmentsOf(path: string): Segment[] {
  return decoded(path)
    .replace(/(?:\/index)?(?:\.(?:html?|mdx?|php|aspx?))?\/?$/i, '')
    .split('/')
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .map((words) => ({ words, joined: words.join('') }));
}

/** `getUserById`, `get_user-by id` → `get`, `user`, `by`, `id`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
