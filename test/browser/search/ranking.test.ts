import { describe, expect, test } from 'vitest';
import type { Fragment, PagefindResult } from '../../../src/browser/search/pagefind.ts';
import { contentWords, isQuestion, stems } from '../../../src/browser/search/query-words.ts';
import { raritiesOf, weight, withMostWords, withRelativeScores } from '../../../src/browser/search/ranking.ts';

const fragment = (
  title: string,
  more: Partial<Record<'url' | 'trail' | 'endpoint' | 'keywords' | 'content' | 'boost', string>> = {},
): Fragment => {
  const { url = '/page', content = '', ...meta } = more;
  return { url, content, meta: { title, ...meta }, anchors: [], weighted_locations: [] };
};
const result = (id: string, score: number): PagefindResult => ({ id, score, data: async () => fragment(id) });
/** The titles of pages whose texts have the same score, the best first. */
const order = (query: string, pages: readonly Fragment[]) =>
  pages
    .map((page) => ({ title: page.meta.title, score: weight(page, query, new Map()) }))
    .sort((a, b) => b.score - a.score)
    .map(({ title }) => title);

describe('forms of a word', () => {
  test.each([
    ['replay', 'replaying'],
    ['retry', 'retries'],
    ['deploy', 'deployment'],
    ['trigger', 'triggering'],
    ['encrypt', 'encryption'],
    ['tag', 'tags'],
  ])('%s and %s are one word', (a, b) => {
    expect(stems(a)).toEqual(stems(b));
  });

  test.each([
    ['port', 'portal'],
    ['sign', 'single'],
  ])('%s and %s are two', (a, b) => {
    expect(stems(a)).not.toEqual(stems(b));
  });
});

describe('the words of a query', () => {
  test.each([
    ['how do i add a version', ['add', 'version']],
    ['what is this', ['what', 'is', 'this']],
    ['rate rate limit', ['rate', 'limit']],
  ])('that say what "%s" is about', (query, words) => {
    expect(contentWords(query.split(' '))).toEqual(words);
  });

  test.each([
    ['how do I deploy', true],
    ['Can I export it', true],
    ['deploy', false],
    ['how', false],
    ['island mode', false],
  ])('"%s" is a question: %s', (query, is) => {
    expect(isQuestion(query)).toBe(is);
  });
});

describe('the score of a text', () => {
  test('has no outliers', () => {
    const scores = withRelativeScores([result('compound', 500), result('good', 20), result('other', 18)]).map(({ score }) => score);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    const [compound = 0, good = 0, other = 0] = withRelativeScores([
      result('compound', 500),
      ...Array.from({ length: 9 }, (_, index) => result(`page ${index}`, 20 - index)),
    ]).map(({ score }) => score);
    expect(compound / good).toBeLessThan(4);
    expect(good).toBeGreaterThan(other);
  });

  test('prefers a page with all words to one with a single word that has an outlier', () => {
    const common = Array.from({ length: 20 }, (_, index) => result(`page ${index}`, 5));
    const each = [
      [result('both', 20), result('outlier', 300), ...common],
      [result('both', 12), ...common.slice(0, 4)],
    ];
    const ranked = withMostWords([result('both', 14)], each, raritiesOf(['react', 'hooks'], each));
    expect(ranked[0]?.id).toBe('both');
  });

  test('leaves out pages that lack most of the query', () => {
    const each = [[result('a', 5)], [result('b', 9), result('a', 3)], [result('a', 5)]];
    expect(withMostWords([], each, raritiesOf(['one', 'two', 'three'], each)).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('the names of a page', () => {
  test.each([
    ['a title that says the same in another form', 'replay', ['Replaying', 'Persistence and replay', 'Runs']],
    ['a title that says little else', 'billing', ['Billing settings', 'How to read the billing report of a team']],
    ['a title with more of the query', 'wrong country in reports', ['Country in reports', 'Country of origin']],
  ])('%s comes first', (_name, query, titles) => {
    expect(
      order(
        query,
        titles.toReversed().map((title) => fragment(title)),
      ),
    ).toEqual(titles);
  });

  test('words of the groups above complete the title', () => {
    const pages = [fragment('Docker', { trail: 'Connect' }), fragment('Docker compose', { trail: 'Self-hosting' })];
    expect(order('self host with docker', pages)[0]).toBe('Docker compose');
  });

  test('a keyword counts like a title', () => {
    const pages = [fragment('Pages and files'), fragment('Command line', { keywords: 'flags, rename a page, move' })];
    expect(order('rename a page', pages)[0]).toBe('Command line');
    expect(order('rename page', pages)[0]).toBe('Command line');
  });

  test('rare words count more than common ones', () => {
    const rarities = new Map([
      ['run', 0.5],
      ['replay', 4],
    ]);
    const [common, rare] = ['Runs', 'Replays'].map((title) => weight(fragment(title), 'replay run', rarities)) as [number, number];
    expect(rare).toBeGreaterThan(common);
  });
});

describe('endpoints', () => {
  const reset = fragment('Reset quota', { endpoint: 'POST /quotas /{id} /reset', url: '/api/reset' });
  const guide = fragment('Quotas and queues', { url: '/quotas' });

  test.each([
    ['a guide, if the query does not mention what it does', 'quota', 'Quotas and queues'],
    ['a guide, if the query is a question', 'how do I reset quotas', 'Quotas and queues'],
    ['the endpoint, if the query is its title', 'reset quota', 'Reset quota'],
    ['the endpoint, if the query has its path', 'POST /quotas/{id}', 'Reset quota'],
  ])('%s', (_name, query, first) => {
    const guideOnReset = fragment('Reset the quotas of a queue', { url: '/reset-quotas' });
    expect(order(query, query.startsWith('how') ? [reset, guideOnReset] : [reset, guide])[0]).toBe(
      query.startsWith('how') ? 'Reset the quotas of a queue' : first,
    );
  });
});
