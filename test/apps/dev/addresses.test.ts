import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from './served.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ 'index.mdx': 'Home', 'a.mdx': 'A' }, { pages: ['index', 'a'] }, { base: '/docs' });
});
afterAll(() => served.close());

test.each([
  ['/docs', 200, null],
  ['/docs/', 301, '/docs'],
  ['/docs/?q=1', 301, '/docs?q=1'],
  ['/docs/a', 200, null],
  ['/docs/a/?q=1', 301, '/docs/a?q=1'],
  ['/', 302, '/docs'],
  ['/docsx', 404, null],
])('%s below the base /docs is %i %s', async (path, status, location) => {
  const answer = await fetch(served.origin + path, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
});
