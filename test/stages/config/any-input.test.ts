/** Whatever stands in docs.json or mint.json, the answer is a result, never an exception. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { load } from './load.ts';

const rich = {
  theme: 'mint',
  name: 'A',
  colors: { primary: '#112233', light: '#abc' },
  logo: { light: '/a.svg', dark: '/b.svg', href: '/' },
  fonts: { family: 'X', heading: { family: 'Y' } },
  styling: { codeblocks: { theme: { light: 'nord', dark: 'nord' }, languages: { custom: ['/g.json'] } } },
  navigation: {
    global: { anchors: [{ anchor: 'X', href: 'https://x.y', icon: { name: 'a' } }] },
    languages: [
      {
        language: 'en',
        banner: { content: 'x' },
        versions: [
          {
            version: '1',
            default: true,
            tabs: [
              {
                tab: 'T',
                menu: [{ item: 'I', groups: [{ group: 'G', root: 'r', boost: 1, pages: ['a', 'GET /x', { group: 'H', pages: [] }] }] }],
              },
            ],
          },
        ],
      },
    ],
  },
  navbar: { links: [{ label: 'A', href: '/a' }], primary: { type: 'button', label: 'Go', href: 'https://x.y' } },
  footer: { socials: { x: 'https://x.com/a' }, links: [{ items: [{ label: 'A', href: '/a' }] }] },
  contextual: { options: ['copy', { title: 'T', description: 'D', href: { base: 'https://x.y', query: [{ key: 'a', value: 'b' }] } }] },
  api: {
    openapi: ['a.json', { source: 'b.json' }],
    asyncapi: { source: 'c.yaml' },
    playground: { display: 'auth' },
    mdx: { server: ['https://x.y'], auth: { method: 'key' } },
  },
  seo: { metatags: { a: 'b' }, paths: [{ path: 'a/b', metatags: {} }], organization: { sameAs: ['https://x.y'] } },
  variables: { a: '<b>x</b>' },
  errors: { '404': { title: 'x' } },
  redirects: [{ source: '/a/:b', destination: '/c/:b' }],
  integrations: { ga4: { measurementId: 'G1' } },
  docsgen: { limits: { pageBytes: 5 } },
};
const mint = {
  name: 'A',
  colors: { primary: '#112233', background: { dark: '#000000' }, anchors: { from: '#123' } },
  navigation: [
    { group: 'G', version: 'v1', pages: ['a', { group: 'H', pages: ['api/b'] }] },
    { group: '', pages: ['c'] },
  ],
  tabs: [{ name: 'API', url: 'api' }],
  anchors: [{ name: 'X', url: 'https://x.y', icon: 'a' }],
  versions: ['v1', { name: 'v2', url: 'https://x.y' }],
  primaryTab: { name: 'P' },
  topAnchor: { name: 'T' },
  topbarLinks: [{ name: 'S', url: '/s' }],
  topbarCtaButton: { name: 'Go', url: 'https://x.y' },
  footerSocials: [{ type: 'x', url: 'https://x.com/a' }],
  footer: { links: [{ title: 'T', links: [{ label: 'A', url: '/a' }] }] },
  modeToggle: { default: 'dark' },
  font: { headings: { family: 'H' } },
  api: { baseUrl: 'https://x.y', auth: { method: 'bearer' }, request: { example: { languages: ['bash'] } } },
  analytics: { gtm: { tagId: 'G' } },
};

/** Every path into a value. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

function replaceAt(value: unknown, [step, ...rest]: readonly string[], replacement: unknown): unknown {
  if (step === undefined) return replacement;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) };
  copy[step] = replaceAt(copy[step], rest, replacement);
  return copy;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    '/',
    '..',
    '../x',
    '//x',
    'javascript:a',
    'data:x',
    '\u0000',
    '\ud800',
    '<svg>',
    'GET /',
    'webhook x',
    [],
    {},
    [null],
    [[]],
    { $ref: 'x' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

describe.each([
  ['docs.json', rich],
  ['mint.json', mint],
])('%s', (file, whole) => {
  test('should have a result with anything in any one or two places', () => {
    const paths = fc.constantFrom(...pathsOf(whole));
    fc.assert(
      fc.property(paths, odd, paths, odd, fc.boolean(), (path, value, otherPath, otherValue, isBoth) => {
        let changed = replaceAt(whole, path, value);
        if (isBoth) {
          try {
            changed = replaceAt(changed, otherPath, otherValue);
          } catch {
            // The first change took the second place away.
          }
        }
        const result = load({ [file]: JSON.stringify(changed) });
        if (result.value === undefined) expect(result.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
        for (const { location } of result.diagnostics)
          expect(location === undefined || (location.line >= 1 && location.column >= 1)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('docs.json with $ref anywhere', () => {
  test('should have a result', () => {
    const paths = fc.constantFrom(...pathsOf(rich));
    const content = fc.oneof(
      odd.map((value) => JSON.stringify(value)),
      fc.constantFrom('', '{', 'a: [', '{"$ref":"docs.json"}', '{"$ref":"x.json"}'),
    );
    fc.assert(
      fc.property(paths, content, fc.constantFrom('x.json', 'x.yaml', 'x.jsonc'), (path, text, file) => {
        const result = load({ 'docs.json': JSON.stringify(replaceAt(rich, path, { $ref: file })), [file]: text });
        if (result.value === undefined) expect(result.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('floods', () => {
  const start = '"theme":"mint","name":"A","colors":{"primary":"#123"},"navigation":{"pages":["index"]}';
  test('should report more problems than a call has arguments', { timeout: 60_000 }, () => {
    const keys = Array.from({ length: 150_000 }, (_, index) => `"k${index}":1`).join(',');
    expect(load(`{${start},${keys}}`).diagnostics).toHaveLength(150_000);
  });

  test.each([
    ['spaces in a page', { navigation: { pages: [`a${' '.repeat(1_000_000)}b`] } }],
    ['methods in a page', { navigation: { pages: ['GET /a '.repeat(200_000)] } }],
    ['slashes in a redirect', { redirects: [{ source: `/${'/'.repeat(1_000_000)}a`, destination: '/b' }] }],
    ['tokens in a redirect', { redirects: [{ source: '/a', destination: '/:a*'.repeat(200_000) }] }],
    ['attributes in an icon', { navigation: { groups: [{ group: 'G', pages: ['a'], icon: `<svg ${"a='b' ".repeat(200_000)}></svg>` }] } }],
  ])('should refuse a million %s at once', (_name, extra) => {
    const started = performance.now();
    expect(load(JSON.stringify({ ...JSON.parse(`{${start}}`), ...extra })).diagnostics).toMatchObject([{ code: 'config/format' }]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('should strip nested tags of variables in one pass', () => {
    const started = performance.now();
    const a = '<b'.repeat(100_000) + '>'.repeat(100_000);
    expect(load(`{${start},"variables":{"a":"${a}"}}`).value?.variables.a).not.toContain('<');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
