import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexText, queryText, shownText } from '../../../src/shared/site/search-text.ts';

describe('text of the search index', () => {
  test.each([
    ['plain words stay', 'Send a request.'],
    ['Japanese', '全文検索です。'],
    ['Japanese with Latin words', '認証トークン(token)を使う'],
    ['Chinese beside Latin', '使用 API 密钥'],
    ['Korean keeps its spaces', '한국어 문서 검색'],
    ['Thai', 'การค้นหา'],
    ['a rare letter', '𠮷野家'],
  ])('is shown as it was written: %s', (_, text) => {
    expect(shownText(indexText(text)).trim()).toBe(text);
  });

  test('has a space between letters with and without word spaces', () => {
    expect(shownText(indexText('使用API密钥')).trim()).toBe('使用 API 密钥');
  });

  test('takes wide Latin and narrow Katakana as usual', () => {
    expect(queryText('ＡＰＩｷｰ')).toBe(queryText('API キー'));
  });

  test('finds any stretch of an unspaced text', () => {
    const kana = fc.string({ unit: fc.constantFrom(...'全文検索認証トークンを使うの密钥'), minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(kana, fc.nat(), fc.nat(), (text, a, b) => {
        const start = a % (text.length - 1);
        const part = text.slice(start, start + 2 + (b % (text.length - 1 - start)));
        const words = new Set(indexText(text).trim().split(' '));
        expect(
          queryText(part)
            .split(' ')
            .filter((word) => !words.has(word)),
        ).toEqual([]);
      }),
    );
  });

  test.each([
    ['GET /v1/users/{id}', 'GET v1 users id'],
    ['docs.json', 'docs.json'],
    ['  max_tokens\t ', 'max_tokens'],
    ['<Card>', 'Card'],
    ['/', ''],
  ])('looks up %j as %j', (query, text) => {
    expect(queryText(query)).toBe(text);
  });
});
