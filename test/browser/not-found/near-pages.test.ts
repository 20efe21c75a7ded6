import { describe, expect, test } from 'vitest';
import { nearPages } from '../../../src/browser/not-found/near-pages.ts';
import type { ListedPage } from '../../../src/shared/site/page-list.ts';

const pages: readonly ListedPage[] = [
  ['/', 'Welcome'],
  ['/quickstart', 'Quickstart'],
  ['/guides/payments/refunds', 'Refunds'],
  ['/guides/payments/disputes', 'Disputes'],
  ['/guides/webhooks', 'Webhooks'],
  ['/guides/setup', 'Install the command line'],
  ['/api/users/get-user', 'Get a user'],
  ['/api/users/list-users', 'List users'],
  ['/fr/guides/webhooks', 'Webhooks'],
  ['/ガイド/検索', '検索'],
];
const near = (path: string, most = 5) => nearPages(path, pages, most).map(([url]) => url);

describe('pages near to an address', () => {
  test.each([
    ['a slip', '/guides/payments/refnds', '/guides/payments/refunds'],
    ['a page that moved up', '/refunds', '/guides/payments/refunds'],
    ['a page that moved down', '/help/start/quickstart', '/quickstart'],
    ['words written apart', '/quick-start', '/quickstart'],
    ['words written as one', '/api/users/getUser', '/api/users/get-user'],
    ['the ending of another site', '/guides/webhooks.html', '/guides/webhooks'],
    ['what only the title says', '/guides/install', '/guides/setup'],
    ['a folder', '/api/users/', '/api/users/get-user'],
    ['a translation, where it is asked for', '/fr/guide/webhooks', '/fr/guides/webhooks'],
    ['letters of another script, encoded', '/%E6%A4%9C%E7%B4%A2', '/ガイド/検索'],
  ])('%s: %s', (_, path, expected) => {
    expect(near(path)[0]).toBe(expected);
  });

  test.each(['/', '', '/zzzz', '/guides/zzzz', '/%E0%A4%A', '/constructor/__proto__'])('none for %s', (path) => {
    expect(near(path)).toEqual([]);
  });

  test('are few, and those of the language that is asked for come first', () => {
    expect(near('/guides/webhooks')).toEqual(['/guides/webhooks', '/fr/guides/webhooks']);
    expect(near('/api/users', 1)).toEqual(['/api/users/get-user']);
  });
});
