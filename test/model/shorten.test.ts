import { describe, expect, test } from 'vitest';
import { fitted, oneLine, shorten, shortened } from '../../src/model/shorten.ts';

describe('a text that is cut', () => {
  test.each([
    ['short', 'ab', 'ab', 'ab', 'ab'],
    ['of just that length', 'abcd', 'abcd', 'abcd', 'abcd'],
    ['longer', 'abcdef', 'abcd', 'abcd…', 'abc…'],
    ['with a space at the cut', 'ab cdef', 'ab c', 'ab c…', 'ab…'],
    ['with a pair of units at the cut', 'ab\u{1f600}cd', 'ab\u{1f600}', 'ab\u{1f600}…', 'ab…'],
    ['with half of a pair before the cut', 'abc\u{1f600}d', 'abc', 'abc…', 'abc…'],
  ])('%s', (_, text, cut, marked, together) => {
    expect([shorten(text, 4), shortened(text, 4), fitted(text, 4)]).toEqual([cut, marked, together]);
  });
});

test('should put a text on one line', () => {
  expect(oneLine(' a \t b\r\n\nc\u00a0d ')).toBe('a b c d');
});
