import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonRun } from '../../../src/browser/dev/common-run.ts';

test.each([
  ['', '', []],
  ['abc', 'abc', ['a', 'b', 'c']],
  ['abc', 'axc', ['a', 'c']],
  ['abc', 'xabcx', ['a', 'b', 'c']],
  ['abcd', 'badc', ['b', 'd']],
  ['abcd', '', []],
])('of %o and %o', (older, newer, common) => {
  const run = commonRun([...older], [...newer]);
  expect(run.map(([index]) => older[index])).toHaveLength(common.length);
  expect(run.map(([index]) => older[index])).toEqual(run.map(([, index]) => newer[index]));
});

test('should grow in both lists and pair equal texts', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(list, list, (older, newer) => {
      const run = commonRun(older, newer);
      for (const [index, [a, b]] of run.entries()) {
        expect(older[a]).toBe(newer[b]);
        const [beforeA, beforeB] = run[index - 1] ?? [-1, -1];
        expect(a > beforeA && b > beforeB).toBe(true);
      }
    }),
  );
});
