import { describe, expect, test } from 'vitest';
import { jsonBody } from '../../src/shared/samples/readable-body.ts';

describe('a body that a language prints as its own value', () => {
  test.each([
    ['{"a":1}', { value: { a: 1 }, indent: 0, isAscii: true }],
    ['{\n  "a": "é"\n}', { value: { a: 'é' }, indent: 2, isAscii: false }],
    // Python's `ensure_ascii` escapes everything outside space to tilde, this character too.
    ['{"a":"\x7f"}', { value: { a: '\x7f' }, indent: 0, isAscii: false }],
    ['{ "a":1}', undefined],
    ['{"2":1,"1":2}', undefined],
    ['[1e400]', undefined],
    ['plain text', undefined],
  ])('%j', (text, expected) => {
    expect(jsonBody(text)).toEqual(expected);
  });
});
