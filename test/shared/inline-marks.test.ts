import { expect, test } from 'vitest';
import { withoutLinks } from '../../src/shared/inline-marks.ts';

test.each([
  ['See [the guide](/guide) and ![a cat](/cat.png "A cat").', 'See the guide and a cat.'],
  ['[one](/a_(b)) [two]()', 'one two'],
  ['a [note] and [x]: (y)', 'a [note] and [x]: (y)'],
])('%s should be without links', (markdown, text) => {
  expect(withoutLinks(markdown)).toBe(text);
});

test.each(['[', '[]', '[](', '![a](', '[a](('])('many %s that nothing closes should be read once', (part) => {
  const text = part.repeat(200_000);
  expect(withoutLinks(text)).toBe(text);
});
