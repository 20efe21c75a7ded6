import { describe, expect, test } from 'vitest';
import type { Redirect } from '../../../src/model/site-config.ts';
import { redirectMatcher, resolveRedirects } from '../../../src/stages/navigation/redirects.ts';

const location = { file: 'docs.json', line: 1, column: 1 };
function resolve(redirects: Record<string, string>, pages: string[] = []) {
  const list = Object.entries(redirects).map(([source, destination]): Redirect => ({ source, destination, permanent: true, location }));
  return resolveRedirects(list, (url) => pages.includes(url));
}

describe('resolving', () => {
  test.each<[string, string, boolean]>([
    ['/a', '/a', false],
    ['a/b/', '/a/b', false],
    ['/', '/', false],
    ['/a%20b', '/a b', false],
    ['/a/:id', '/a/:id', true],
    ['/a/*', '/a/*', true],
    ['/a/:rest*', '/a/:rest*', true],
    ['/old-*', '/old-*', true],
    ['/a.html', '/a.html', false],
    ['/x#part', '/x', false],
    ['/x?y=1', '/x', false],
  ])('should normalise %s', (written, source, isPattern) => {
    expect(resolve({ [written]: 'b' }).value).toMatchObject([{ source, isPattern, destination: '/b' }]);
  });

  test('should let a page win over a redirect', () => {
    const { value, diagnostics } = resolve({ '/page': '/x', '/page#old': '/page#new', '/page?a=1': '/x' }, ['/page']);
    expect(value).toEqual([]);
    expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: redirect source /page is also a page; docsgen shows the page',
      'warning: redirect source /page#old has a fragment, which a static site never receives; docsgen ignores the redirect',
      'warning: redirect source /page?a=1 has a query, which a static site never receives; docsgen ignores the redirect',
    ]);
  });

  test('should report those that another one shadows', () => {
    const { value, diagnostics } = resolve({ '/a#x': '/b', '/a': '/c', '/a?y': '/c', '/q?x=1': '/b', '/q?x=2': '/c' });
    expect(value.map(({ source, destination }) => `${source} ${destination}`)).toEqual(['/a /c', '/q /b']);
    expect(diagnostics.map(({ message, hint }) => `${message} (${hint})`)).toEqual([
      'redirect source /a#x has a fragment, which a static site never receives; docsgen ignores the redirect (remove it: /a already points to /c)',
      'redirect source /q?x=2 has a query, which a static site never receives; docsgen ignores the redirect (remove it: /q already points to /b)',
    ]);
  });

  test('should prefer the plain source of two', () => {
    expect(resolve({ '/a#x': '/b', '/a': '/c' }).value.map((redirect) => redirect.destination)).toEqual(['/c']);
  });
});

test('should leave out a redirect to itself', () => {
  expect(
    resolve({ '/a/': '/a', '/b#x': '/b#y', '/c': '/c?x=1', '/d': 'https://x.example/d' }).value.map((redirect) => redirect.source),
  ).toEqual(['/d']);
});

describe('loops of exact sources', () => {
  test.each<[string, Record<string, string>, string[], string[], string[]]>([
    ['itself', { '/a': '/a', '/z': '/y' }, [], ['/z'], ['/a -> /a; docsgen ignores the redirect']],
    ['two', { '/a': '/b', '/b': '/a' }, [], [], ['/a -> /b -> /a; docsgen ignores these redirects']],
    [
      'a slash and a fragment on the way',
      { '/a': '/b/', '/b': '/c#d', '/c': '/a?e=f' },
      [],
      [],
      ['/a -> /b -> /c -> /a; docsgen ignores these redirects'],
    ],
    [
      'a chain that ends in one',
      { '/x': '/y', '/y': '/a', '/a': '/b', '/b': '/a' },
      [],
      ['/x', '/y'],
      ['/a -> /b -> /a; docsgen ignores these redirects'],
    ],
    [
      'two loops',
      { '/a': '/b', '/b': '/a', '/c': '/c' },
      [],
      [],
      ['/c -> /c; docsgen ignores the redirect', '/a -> /b -> /a; docsgen ignores these redirects'],
    ],
    ['other spellings', { a: 'b', '/b': '/%61' }, [], [], ['/a -> /b -> /a; docsgen ignores these redirects']],
    ['one beside an exact way out', { '/a': '/b', '/b': 'https://x.example/a' }, [], ['/a', '/b'], []],
    ['the start of the site', { '/': '/' }, [], [], ['/ -> /; docsgen ignores the redirect']],
  ])('should be left out: %s', (_what, redirects, pages, sources, loops) => {
    const { value, diagnostics } = resolve(redirects, pages);
    expect(value.map(({ source }) => source)).toEqual(sources);
    expect(diagnostics.map(({ severity, message }) => `${severity} ${message}`)).toEqual(
      loops.map((loop) => `warning redirect loop ${loop}`),
    );
  });

  test('should be none where a page is on the way', () => {
    const { value, diagnostics } = resolve({ '/a': '/b', '/b': '/a' }, ['/a']);
    expect(value.map(({ source }) => source)).toEqual(['/b']);
    expect(diagnostics.map(({ message }) => message)).toEqual(['redirect source /a is also a page; docsgen shows the page']);
  });

  test('should be shortened in the message when it is long', () => {
    const loop = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`/a${at}`, `/a${(at + 1) % 5_000}`]));
    const { value, diagnostics } = resolve(loop);
    expect(value).toEqual([]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'redirect loop /a0 -> /a1 -> /a2 -> /a3 -> /a4 -> /a5 -> /a6 -> /a7 -> /a8 -> /a9 -> … -> /a0; docsgen ignores these redirects',
    ]);
  });
});

test('should leave out the patterns of a loop, and keep what leads into it and what only grows', () => {
  const sources = (redirects: Record<string, string>) => resolve(redirects).value.map(({ source }) => source);
  expect(sources({ '/z/*': '/a/*', '/a/*': '/b/*', '/b/:r*': '/a/:r*' })).toEqual(['/z/*']);
  expect(sources({ '/a/*': '/b', '/b': '/a/c', '/c': '/d' })).toEqual(['/c']);
  expect(sources({ '/a/:x*': '/a/:x*' })).toEqual([]);
  expect(sources({ '/a/:x*': '/a/b/:x*' })).toEqual(['/a/:x*']);
});

describe('loops of patterns', () => {
  test.each<[string, Record<string, string>, string[], string[]]>([
    [
      'names that differ',
      { '/a/:x': '/b/:x', '/b/:y': '/a/:y' },
      [],
      ['warning: redirect loop /a/:x -> /b/:y -> /a/:x; docsgen ignores these redirects'],
    ],
    [
      'a pattern and an exact source',
      { '/a/*': '/b', '/b': '/a/c' },
      [],
      ['warning: redirect loop /a/* -> /b -> /a/*; docsgen ignores these redirects'],
    ],
    [
      'what leads into a loop',
      { '/z/*': '/a/*', '/a/*': '/b/*', '/b/:r*': '/a/:r*' },
      [],
      ['warning: redirect loop /a/* -> /b/:r* -> /a/*; docsgen ignores these redirects'],
    ],
    [
      'addresses that grow',
      { '/old/*': '/old/new/*' },
      ['/old/new/a'],
      ['warning: redirect /old/* also matches its own destination, so it loops for paths without a page'],
    ],
    [
      'what leads to addresses that grow',
      { '/legacy/*': '/old/*', '/old/*': '/old/new/*' },
      [],
      ['warning: redirect /old/* also matches its own destination, so it loops for paths without a page'],
    ],
    ['a long way that ends', Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`/v${at}/*`, `/v${at + 1}/*`])), [], []],
    ['a folder whose page is inside', { '/guides/*': '/guides/start' }, ['/guides/start'], []],
    [
      'the same without the page',
      { '/guides/*': '/guides/start' },
      [],
      ['warning: redirect loop /guides/* -> /guides/*; docsgen ignores the redirect'],
    ],
    ['a place that moved', { '/old/*': '/new/*', '/new/a': '/b' }, ['/b'], []],
    ['the start of the site and files', { '/*': '/', '/files/*': '/files/all.pdf' }, [], []],
    ['another site', { '/*': 'https://x.example/*', '/a/*': '/b/*' }, [], []],
    ['a part that is swapped', { '/:a/x/:b': '/:b/y/:a', '/:a/y/:b': '/:a/z/:b' }, [], []],
  ])('should report %s', (_what, redirects, pages, expected) => {
    expect(resolve(redirects, pages).diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(expected);
  });
});

describe('matching', () => {
  test.each<[string, string, string, string | undefined]>([
    ['/a', '/b', '/a', '/b'],
    ['/a', '/b', '/a/', '/b'],
    ['/a', '/b#part', '/a', '/b#part'],
    ['/a', '/b', '/a/c', undefined],
    ['/u/:id', '/users/:id', '/u/7', '/users/7'],
    ['/u/:id', '/users/:id', '/u/7/x', undefined],
    ['/u/:id/p/:post', '/:post/of/:id', '/u/7/p/8', '/8/of/7'],
    ['/old/:rest*', '/new/:rest*', '/old/a/b', '/new/a/b'],
    ['/old/:rest*', '/new/:rest*', '/old', '/new/'],
    ['/old/:rest*', '/new', '/older', undefined],
    ['/old/*', '/new/*', '/old/a/b', '/new/a/b'],
    ['/v1-*', '/v2-*', '/v1-intro', '/v2-intro'],
    ['/a/*/c', '/x/*', '/a/b/b/c', '/x/b/b'],
    ['/a.b/:x', '/:x', '/aXb/1', undefined],
    ['/*', 'https://x.example:8080/*', '/deep/path', 'https://x.example:8080/deep/path'],
  ])('should send %s → %s for %s to %s', (source, destination, path, expected) => {
    expect(redirectMatcher(resolve({ [source]: destination }).value)(path)).toBe(expected);
  });

  test('should prefer exact sources', () => {
    expect(redirectMatcher(resolve({ '/a/*': '/star', '/a/b': '/exact' }).value)('/a/b')).toBe('/exact');
  });

  test('should answer a hostile pattern quickly', () => {
    const match = redirectMatcher(resolve({ '/*a*a*a*a*a*a*b': '/x', '/*-*-*-*': '/y' }).value);
    const start = performance.now();
    expect(match(`/${'a-'.repeat(900)}`)).toBe('/y');
    expect(match(`/${'a'.repeat(1_900)}`)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
