import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { opensRest, redirectFinder, redirectTokens } from '../../../src/shared/site/redirect-patterns.ts';

const find = (source: string, destination: string, path: string, encode?: (text: string) => string) =>
  redirectFinder([{ source, destination, isPattern: true }], encode)(path)?.destination;

/** What the tokens mean, as a regular expression. It may need exponential time. */
function reference(source: string): RegExp {
  const tokens = redirectTokens(source);
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const parts = tokens.map((token, index) => {
    if (token.kind !== 'text') return token.kind === 'segment' ? '([^/]+)' : '(.*)';
    return opensRest(tokens, index) ? `${escaped(token.text.slice(0, -1))}(?:/|$)` : escaped(token.text);
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}

test('should match as a greedy regular expression does', () => {
  const piece = fc.constantFrom('a', 'b', '-', '/', '/a', ':x', ':y', ':z*', '*', ':x-:y', '/:x/', '\n');
  const source = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join('')}`);
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '-', '/', '\n'), maxLength: 9 }).map((text) => `/${text}`);
  fc.assert(
    fc.property(source, path, (from, to) => {
      const tokens = redirectTokens(from).filter((token) => token.kind !== 'text');
      const names = tokens.map(({ name }) => name);
      fc.pre(new Set(names).size === names.length);
      const destination = `x${tokens.map((token) => (token.name.startsWith('*') ? '|*' : `|:${token.name}${token.kind === 'rest' ? '*' : ''}`)).join('')}`;
      const normal = `/${to.replace(/^\/+|\/+$/g, '')}`;
      const match = reference(from).exec(normal);
      expect(find(from, destination, to)).toBe(match ? ['x', ...match.slice(1)].join('|') : undefined);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['/blog/:year-:month-:day-:slug.html', `/blog/${'-'.repeat(1_900)}`],
  ['/:a*/:b*/:c*/:d*/:e*/:f*/:g*/z', '/a'.repeat(900)],
  [`/${':x*/'.repeat(29)}b`, '/a'.repeat(900)],
])('should reject a long path in time: %s', (source, path) => {
  expect(find(source, '/', path)).toBeUndefined();
});

describe('what a reader puts into the path', () => {
  test.each([
    ['/v/:rest*', '/:rest*/overview', '/v', '/overview'],
    ['/r/:a*', '/:a*/evil.example', '/r', '/evil.example'],
    ['/r/:a*', '/:a*', '/r/\\evil.example', '/evil.example'],
    ['/r/*', '/*', '/r//evil.example', '/evil.example'],
  ])('should not lead to another site: %s to %s', (source, destination, path, expected) => {
    expect(find(source, destination, path)).toBe(expected);
  });

  test.each([
    ['acme', 'https://acme.example.com/x'],
    ['a.b', 'https://a.b.example.com/x'],
    ['evil.com#', undefined],
    ['evil.com?', undefined],
    ['u:p@evil.com#', undefined],
    ['evil.com\\', undefined],
  ])('should be a host name in a host: %s', (value, expected) => {
    expect(find('/r/:t', 'https://:t.example.com/x', `/r/${value}`)).toBe(expected);
  });

  test('should be encoded in a path', () => {
    expect(find('/r/:t', '/p/:t', '/r/a?b#c', encodeURIComponent)).toBe('/p/a%3Fb%23c');
  });
});
