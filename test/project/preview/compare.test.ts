import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { BuiltPages } from '../../../src/project/build/built-pages.ts';
import { compareDiagnostics, comparePages } from '../../../src/project/preview/compare-sites.ts';
import { compareText } from '../../../src/project/preview/compare-text.ts';
import { differencesPage } from '../../../src/project/preview/differences-page.ts';

const site = (pages: Record<string, string>, redirects: Record<string, string> = {}, privatePages: readonly string[] = []): BuiltPages => ({
  pages: new Map(
    Object.entries(pages).map(([url, markdown]) => [
      url,
      { url, title: /^# (.*)/.exec(markdown)?.[1] ?? url, markdown, isPublic: !privatePages.includes(url) },
    ]),
  ),
  redirects: new Map(Object.entries(redirects)),
  patterns: new Set(),
});
const summary = (base: BuiltPages, head: BuiltPages) =>
  comparePages(base, head).map(({ change, from, url }) => `${change} ${from === undefined ? '' : `${from} → `}${url}`);

describe('pages', () => {
  const long = '# A\n\nOne.\n\nTwo.\n\nThree.';
  test.each<[string, BuiltPages, BuiltPages, string[]]>([
    ['nothing', site({ '/': 'x' }), site({ '/': 'x' }), []],
    ['order', site({ '/': 'x', '/b': 'y' }), site({ '/b': 'y', '/': 'x' }), []],
    ['text', site({ '/': 'x' }), site({ '/': 'y' }), ['changed /']],
    ['added and removed', site({ '/a': 'x' }), site({ '/b': 'y' }), ['added /b', 'removed /a']],
    ['moved as it is', site({ '/a': long }), site({ '/b': long }), ['moved /a → /b']],
    ['moved and changed', site({ '/a': long }), site({ '/b': long.replace('Two.', '2.') }), ['moved /a → /b']],
    ['moved by a redirect, rewritten', site({ '/a': 'x' }), site({ '/b': 'y' }, { '/a': '/b' }), ['moved /a → /b']],
    ['a redirect to an old page', site({ '/': 'z', '/a': 'x' }), site({ '/': 'z' }, { '/a': '/' }), ['removed /a']],
    ['two into one', site({ '/a': 'x', '/b': 'y' }), site({ '/c': 'x' }, { '/a': '/c', '/b': '/c' }), ['moved /a → /c', 'removed /b']],
    [
      'the most similar of two',
      site({ '/a': long, '/b': `${long}\n\nFour.` }),
      site({ '/c': `${long}\n\nFour.` }),
      ['moved /b → /c', 'removed /a'],
    ],
  ])('%s', (_name, base, head, expected) => {
    expect(summary(base, head)).toEqual(expected);
  });
});

describe('text', () => {
  const countsOf = (before: string, after: string) => {
    const { addedLines, removedLines, addedWords, removedWords } = compareText(before, after);
    return [addedLines, removedLines, addedWords, removedWords];
  };
  test.each<[string, string, string, number[]]>([
    ['nothing', 'a b', 'a b', [0, 0, 0, 0]],
    ['one word', 'one two three', 'one 2 three', [1, 1, 1, 1]],
    ['a new paragraph', 'one', 'one\n\ntwo three', [1, 0, 2, 0]],
    ['blank lines only', 'one\ntwo', 'one\n\n\ntwo', [0, 0, 0, 0]],
    ['everything', '', 'one two', [1, 0, 2, 0]],
    ['other scripts', '你好', '你好 мир', [1, 1, 1, 0]],
    ['punctuation', 'a.', 'a!', [1, 1, 0, 0]],
  ])('%s', (_name, before, after, expected) => {
    expect(countsOf(before, after)).toEqual(expected);
  });

  test('that is completely different is compared in bounded time', () => {
    const lines = (word: string) => Array.from({ length: 30_000 }, (_, index) => `${word} ${index}`).join('\n');
    expect(countsOf(lines('old'), lines('new'))).toEqual([30_000, 30_000, 60_000, 60_000]);
  });

  test('keeps every character of both versions', () => {
    const [before, after] = ['a <b>\nc  d\ne', 'a <i>\nc d f\ne'];
    const { hunks } = compareText(before, after);
    const of = (side: 'before' | 'after') =>
      hunks.map((hunk) => (hunk.kind === 'same' ? hunk.lines.join('\n') : hunk[side].map(({ text }) => text).join(''))).join('\n');
    expect([of('before'), of('after')]).toEqual([before, after]);
  });
});

test('diagnostics are compared without their lines, and counted', () => {
  const found = (message: string, line: number, file = 'a.mdx'): Diagnostic => ({
    code: 'links/broken',
    severity: 'warning',
    message,
    location: { file, line, column: 1 },
  });
  const { added, fixed } = compareDiagnostics(
    [found('x', 1), found('gone', 2), found('y', 3)],
    [found('x', 9), found('y', 1), found('y', 2), found('x', 1, 'b.mdx')],
  );
  expect(added).toEqual([found('y', 2), found('x', 1, 'b.mdx')]);
  expect(fixed).toEqual([found('gone', 2)]);
});

describe('the page of differences', () => {
  const page = (base: BuiltPages, head: BuiltPages) => differencesPage(comparePages(base, head), { title: 'Changes', base: '/docs' });

  test('marks words, escapes text, and links pages that exist', () => {
    const html = page(
      site({ '/a b': '# <A>\nold text', '/gone': '# Gone' }),
      site({ '/a b': '# <A>\nnew text <script>', '/c"': '# C' }, {}),
    );
    expect(html).toContain('<td class="old"><del>old</del> text</td><td class="new"><ins>new</ins> text<ins> &lt;script&gt;</ins></td>');
    expect(html).toContain('<a href="/docs/a%20b">/a b</a>');
    expect(html).toContain('&lt;A&gt;');
    expect(html).not.toMatch(/<script|href="\/docs\/gone"/);
  });

  test('leaves out pages that need sign-in in one of the versions', () => {
    const html = page(
      site({ '/a': 'secret a', '/b': 'secret b', '/c': 'open' }, {}, ['/a', '/b']),
      site({ '/a': 'secret a2', '/b': 'b, for all', '/c': 'open 2' }, {}, ['/a']),
    );
    expect(html).not.toContain('secret');
    expect(html).toContain('open');
  });

  test('shows only the lines around a change', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const html = page(site({ '/': lines.join('\n') }), site({ '/': lines.join('\n').replace('line 10', 'ten') }));
    expect(html).toContain('8 unchanged lines');
    expect(html).toContain('7 unchanged lines');
    expect(html).not.toContain('line 7\n');
    expect(html).toContain('line 8\nline 9');
  });
});
