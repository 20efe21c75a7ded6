import { expect, test } from 'vitest';
import { RecentValues } from '../../../../src/stages/openapi/schemas/recent-values.ts';

test('computes a value once for each object and key, until there are too many', () => {
  const values = new RecentValues<object, number | undefined>(3);
  const [a, b] = [{}, {}];
  let calls = 0;
  const of = (object: object, key: string) => values.get(object, key, () => ++calls);
  expect([of(a, 'x'), of(a, 'x'), of(a, 'y'), of(b, 'x'), of(a, 'x')]).toEqual([1, 1, 2, 3, 1]);
  // The fourth value: all others are forgotten.
  expect([of(b, 'y'), of(b, 'y'), of(a, 'x')]).toEqual([4, 4, 5]);
});

test('remembers that there is no value', () => {
  const values = new RecentValues<object, number | undefined>(3);
  let calls = 0;
  const none = () => {
    calls += 1;
    return undefined;
  };
  const object = {};
  expect([values.get(object, 'x', none), values.get(object, 'x', none), calls]).toEqual([undefined, undefined, 1]);
});
