import { describe, expect, test } from 'vitest';
import { markedTitle, markedWords, type Piece } from '../../../src/browser/search/marked-text.ts';
import { indexText } from '../../../src/shared/site/search-text.ts';

const show = (pieces: readonly Piece[]) => pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');

describe('marks', () => {
  test.each([
    ['Search engines', 'search', '[Search] engines'],
    ['Research', 'search', 'Research'],
    ['getUser', 'user', 'get[User]'],
    ['/users/{id}', 'GET /users', '/[users]/{id}'],
    ['全文検索', '検索', '全文[検索]'],
    ['C++ (fast)', 'c++', '[C++] (fast)'],
    ['Anything', '', 'Anything'],
  ])('in the title %j for %j', (title, query, shown) => {
    expect(show(markedTitle(title, query))).toBe(shown);
  });

  test('leave out the punctuation around a word', () => {
    expect(show(markedWords(['see', '(tokens),', 'then'], 0, 3, (index) => index === 1))).toBe('see ([tokens]), then');
  });

  test('cover both letters of a pair', () => {
    const words = indexText('全文検索です').trim().split(/\s+/);
    const at = words.indexOf(indexText('検索').trim().split(' ')[0] as string);
    expect(show(markedWords(words, 0, words.length, (index) => index === at))).toBe('全文[検索]です');
  });
});
