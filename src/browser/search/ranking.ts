/**
 * The order of pages. Pagefind scores the text of a page for each word; this combines these scores, and multiplies the sum by how
 * well the title and the URL of the page match the query.
 */

import { decoded } from '../../shared/safe-decode.ts';
import { recordFields } from '../../shared/site/search-index.ts';
import { shownText } from '../../shared/site/search-text.ts';
import type { Fragment, PagefindResult } from './pagefind.ts';
import { contentWords, isQuestion, plain, stems } from './query-words.ts';

/** How rare words of a query are, by their plain form. A word that is not in it counts as 1. */
export type Rarities = ReadonlyMap<string, number>;

/** How rare the words of a query are on the pages that have any of them; 0 for words that no page has. */
export function raritiesOf(words: readonly string[], each: readonly (readonly PagefindResult[])[]): Rarities {
  const pages = new Set(each.flatMap((results) => results.map(({ id }) => id))).size;
  const rarityOf = (count: number) => (count === 0 ? 0 : Math.log(1 + pages / count));
  return new Map(words.map((word, index) => [plain(word), rarityOf(each[index]?.length ?? 0)]));
}

/** Pages must have at least this share of the query: the mean of the shares by number and by rarity of its words. */
const leastCoverage = 0.45;

/**
 * Scores of pages for one word, from 0 to 1. The scores of Pagefind have outliers: a title with `ReactFlow` or `react-pdf` has five
 * times the score of one with `React`. So they count relative to the score that a good page has, and approach a limit.
 */
function relativeScores(results: readonly PagefindResult[]): Map<string, number> {
  const scores = results.map(({ score }) => score).sort((a, b) => b - a);
  const good = 2 * (scores[Math.floor(scores.length / 5)] ?? 1);
  return new Map(results.map(({ id, score }) => [id, score / (score + good)]));
}
/** Of a page that has all words, but none of them alone. */
const scoreOfWhole = 1 / 3;

/** The results for a single word, with relative scores. */
export function withRelativeScores(results: readonly PagefindResult[]): PagefindResult[] {
  const scores = relativeScores(results);
  return results.map((result) => ({ ...result, score: scores.get(result.id) as number }));
}

/**
 * Pages with all words (`whole`), and those that lack only common ones: "write unit tests" is about unit tests. The score is the sum
 * of the scores of the words, each times its rarity, reduced by the share of the query that a page lacks. `each`: the results for each
 * word, in the order of `rarities`.
 */
export function withMostWords(
  whole: readonly PagefindResult[],
  each: readonly (readonly PagefindResult[])[],
  rarities: Rarities,
): PagefindResult[] {
  const rarityOf = [...rarities.values()];
  const wanted = rarityOf.reduce((sum, rarity) => sum + rarity, 0);
  const asked = each.filter((results) => results.length > 0).length;
  const sums = new Map<string, { results: PagefindResult[]; score: number; rarity: number; count: number }>();
  for (const [index, results] of each.entries()) {
    const rarity = rarityOf[index] as number;
    const scores = relativeScores(results);
    for (const result of results) {
      const sum = sums.get(result.id) ?? { results: [], score: 0, rarity: 0, count: 0 };
      const score = sum.score + rarity * (scores.get(result.id) as number);
      sums.set(result.id, { results: [...sum.results, result], score, rarity: sum.rarity + rarity, count: sum.count + 1 });
    }
  }
  for (const result of whole) {
    const score = sums.get(result.id)?.score ?? wanted * scoreOfWhole;
    sums.set(result.id, { results: [result], score, rarity: wanted, count: asked });
  }
  return [...sums]
    .map(([id, { results, score, rarity, count }]) => ({ id, results, score, coverage: (rarity / wanted + count / asked) / 2 }))
    .filter(({ coverage }) => coverage >= leastCoverage)
    .map(({ id, results, score, coverage }) => ({ id, score: score * coverage, data: () => mergedData(results) }))
    .sort((a, b) => b.score - a.score);
}

/** The pages with all words (`whole`) come first. */
export function withWholeFirst(results: readonly PagefindResult[], whole: readonly PagefindResult[]): PagefindResult[] {
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

/** Factor for the score of a page besides the words of its text. */
export function weight({ url, meta, content }: Fragment, query: string, rarities: Rarities): number {
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
  const isEndpointQuery = /[/{_]|^(?:get|post|put|patch|delete)\b/i.test(query);
  const others = [
    address,
    ...shownText(meta[recordFields.keywords] ?? '')
      .split(',')
      .map(plain),
  ];
  const names = endpoint !== undefined && isEndpointQuery ? [title, ...others, plain(endpoint)] : [title, ...others];
  let factor = Number(meta[recordFields.boost] ?? 1) || 1;
  if (title === wanted || (endpoint !== undefined && plain(endpoint) === wanted)) factor *= 3;
  else factor *= Math.max(others.includes(wanted) ? 2.4 : 1, ...names.map((name) => likeness(wanted, name, meta, rarities)));
  // A query such as `hmac.compare_digest` is one name: code that has it comes before text that has its parts.
  if (wanted.includes(' ')) {
    const isName = !query.trim().includes(' ');
    if (isName && content.toLowerCase().includes(query.trim().toLowerCase())) factor *= 25;
    // The longer a phrase, the less it is there by chance.
    if (!isName && ` ${title} ${plain(content)} `.includes(` ${wanted} `)) factor *= 1 + 0.2 * (wanted.split(' ').length - 1);
  }
  return endpoint === undefined || isEndpointQuery ? factor : factor * endpointWeight(title, wanted, isQuestion(query));
}

/**
 * Readers who do not search for an endpoint want an explanation first: all the more if they ask a question, or if the endpoint does
 * something that they do not mention ("Reset limit" for "limit").
 */
function endpointWeight(title: string, wanted: string, isAsked: boolean): number {
  if (title === wanted) return 1;
  const asked = new Set(stems(wanted));
  return isAsked || !stems(contentWords(title.split(' ')).join(' ')).every((stem) => asked.has(stem)) ? 0.6 : 0.85;
}

/**
 * Factor for how much of the query a name says, and how much else it says: "Pricing" below "Queues" is about queues. Rare words of the
 * query count more.
 */
function likeness(wanted: string, name: string, meta: Fragment['meta'], rarities: Rarities): number {
  const asked = contentWords(wanted.split(' '));
  const own = stems(contentWords(name.split(' ')).join(' '));
  if (asked.length === 0 || own.length === 0) return 1;
  const stemOf = new Map(asked.map((word) => [word, stems(word)[0] as string]));
  const among = (text: string) => {
    const known = new Set(stems(text));
    return asked.filter((word) => known.has(stemOf.get(word) as string));
  };
  const matched = among(name);
  if (matched.length === 0) return 1;
  const above = among(plain(shownText(meta[recordFields.trail] ?? ''))).filter((word) => !matched.includes(word));
  const share = (words: readonly string[]) => words.reduce((sum, word) => sum + (rarities.get(word) ?? 1), 0);
  const byRarity = (share(matched) + share(above) / 2) / (share(asked) || 1);
  const coverage = (byRarity + (matched.length + above.length / 2) / asked.length) / 2;
  const known = new Set(stemOf.values());
  const precision = own.filter((stem) => known.has(stem)).length / own.length;
  const isPhrase = ` ${stems(name).join(' ')} `.includes(` ${[...stemOf.values()].join(' ')} `);
  return 1 + coverage * (0.4 + 1.5 * precision) + (isPhrase ? 0.2 : 0);
}
