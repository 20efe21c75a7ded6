import { expect, test } from 'vitest';
import { rangeOf } from '../../../src/platform/http/byte-range.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['BYTES=0-0', { start: 0, end: 0 }],
  ['bytes=100-', 'impossible'],
  ['bytes=-0', 'impossible'],
  // Answered with the whole file.
  ['bytes=9-0', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['lines=0-9', undefined],
  [undefined, undefined],
])('%j of 100 bytes is %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});
