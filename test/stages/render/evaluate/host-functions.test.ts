/** What a page may ask is answered in a short time, whatever it asks: nothing can stop the host inside of `Intl`. */
import { expect, test } from 'vitest';
import { handleHostRequest } from '../../../../src/stages/render/evaluate/host-functions.ts';

const ask = (tool: string, method: string, args: readonly string[], locales: readonly string[] = ['en']) =>
  JSON.parse(handleHostRequest(JSON.stringify({ tool, method, locales, options: {}, args })));
const tooLong = { error: { name: 'RangeError', message: expect.stringMatching(/too long$/) } };
const names = Array.from({ length: 20_000 }, (_, number) => `x${(number + 10_000).toString(36)}`);

test.each<[name: string, answer: () => unknown]>([
  ['marks in two orders', () => ask('Collator', 'compare', [`s${'\u0301\u0327'.repeat(2e5)}`, `s${'\u0327\u0301'.repeat(2e5)}`])],
  ['many languages', () => ask('NumberFormat', 'format', ['n1'], names)],
  ['a language tag of many parts', () => ask('Locale', 'toString', [], [`en-u-${names.join('-')}`])],
  ['the same for Segmenter', () => ask('Segmenter', 'segment', ['sa'], [`en-u-${names.join('-')}`])],
  [
    'many tags to read',
    () =>
      ask(
        'Intl',
        'getCanonicalLocales',
        names.map((name) => `s${name}`),
      ),
  ],
  ['a number of many digits', () => ask('NumberFormat', 'format', [`b${'9'.repeat(1e6)}`])],
])('%s', (_, answer) => {
  expect(answer()).toEqual(tooLong);
});

test('texts with many combining marks in a row are not compared', () => {
  const text = `\u0fb2${'\u0f71\u0334'.repeat(7500)}\u0f80`;
  expect(ask('Collator', 'compare', [`s${text}a`, `s${text}\u0316`])).toEqual({
    error: { name: 'RangeError', message: 'the text has more than 30 combining marks in a row' },
  });
  const safe = `${'\u0f71\u0334'.repeat(15)}x`.repeat(200);
  expect(ask('Collator', 'compare', [`s${safe}a`, `s${safe}\u0316`])).toEqual({ value: expect.any(Number) });
});

test('texts of pages are answered', () => {
  expect(ask('Segmenter', 'segment', [`s${'word '.repeat(40_000)}`]).value).toHaveLength(200_000);
  expect(ask('Collator', 'compare', [`s${'a'.repeat(10_000)}`, `s${'b'.repeat(10_000)}`])).toEqual({ value: -1 });
});
