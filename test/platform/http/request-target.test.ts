import { expect, test } from 'vitest';
import { requestTarget } from '../../../src/platform/http/request-target.ts';

test.each([
  ['/', '/', ''],
  ['/a', '/a', ''],
  ['/a/b/', '/a/b/', ''],
  ['/a?b=/../c', '/a', '?b=/../c'],
  ['/?', '/', '?'],
  ['/%C3%A9%20x', '/é x', ''],
  // Decoded once: what comes out is not decoded again.
  ['/%2561', '/%61', ''],
  ['/.well-known/a', '/.well-known/a', ''],
  ['/a/...', '/a/...', ''],
  ['/a..b/.c.', '/a..b/.c.', ''],
  [`/${'a'.repeat(3_999)}`, `/${'a'.repeat(3_999)}`, ''],
])('%j is a path', (target, path, query) => {
  expect(requestTarget(target)).toEqual({ path, query });
});

test.each([
  [''],
  ['a'],
  ['*'],
  ['http://host/a'],
  ['/a#b'],
  ['//'],
  ['//host/a'],
  ['/a//b'],
  ['/a//'],
  ['/.'],
  ['/..'],
  ['/./'],
  ['/../'],
  ['/a/.'],
  ['/a/..'],
  ['/a/../b'],
  ['/a/./b'],
  ['/%2e%2e/a'],
  ['/a/%2E%2e'],
  ['/a%2f%2e%2e%2fb'],
  ['/a%2f%2fb'],
  ['/a\\b'],
  ['/a%5Cb'],
  ['/a%00'],
  ['/a%0Ab'],
  ['/a%7f'],
  ['/a%'],
  ['/%ff'],
  [`/${'a'.repeat(4_000)}`],
])('%j is none', (target) => {
  expect(requestTarget(target)).toBeUndefined();
});
