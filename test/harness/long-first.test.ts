import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFiles, longFirst } from './long-first.ts';

test('should name files that are there', () => {
  expect(longFiles.filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([]);
});

test('should put long files first, in their order, and leave the others in theirs', () => {
  const [longest = '', next = ''] = longFiles;
  const paths = ['b.test.ts', next, 'a.test.ts', longest].map((path) => `/project/test/${path}`);
  expect(longFirst(paths.map((moduleId) => ({ moduleId }))).map(({ moduleId }) => moduleId.slice('/project/test/'.length))).toEqual([
    longest,
    next,
    'b.test.ts',
    'a.test.ts',
  ]);
});
