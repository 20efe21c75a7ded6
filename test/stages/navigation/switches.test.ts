import { describe, expect, test } from 'vitest';
import type { SourcePage } from '../../../src/model/source-page.ts';
import { parseFrontMatter } from '../../../src/stages/content/front-matter.ts';
import { buildNav } from '../../../src/stages/navigation/build-nav.ts';
import { siteConfig } from './site-config.ts';

const { frontMatter } = parseFrontMatter('', 'x').value;

function source(path: string): SourcePage {
  return { file: `${path}.mdx`, path, title: path, frontMatter, hasFrontMatter: false, body: '', bodyLine: 1, hash: '' };
}

/** All pages that the navigation names exist. */
function switchesOf(navigation: object) {
  const config = siteConfig(navigation);
  const paths = new Set<string>();
  const walk = (division: typeof config.navigation) => {
    for (const entry of division.entries) {
      if (entry.kind === 'page') paths.add(entry.page);
      else if (entry.kind !== 'endpoint') walk(entry);
    }
  };
  walk(config.navigation);
  const { switches } = buildNav({ config, sources: [...paths].map(source) }).value.nav;
  return (page: string) =>
    switches.get(page)?.map(({ kind, options }) => [kind, ...options.map((option) => `${option.exact ? '=' : '~'}${option.href}`)]);
}

describe('switchers', () => {
  test('should lead to the same page of a language whose folder is the root', () => {
    const lead = switchesOf({
      languages: [
        { language: 'en', pages: ['index', 'guides/a', 'guides/b'] },
        { language: 'es', pages: ['es/index', 'es/guides/a'] },
      ],
    });
    expect(lead('guides/a')).toEqual([['language', '=/guides/a', '=/es/guides/a']]);
    expect(lead('guides/b')).toEqual([['language', '=/guides/b', '~/es']]);
    expect(lead('es/guides/a')).toEqual([['language', '=/guides/a', '=/es/guides/a']]);
    expect(lead('index')).toEqual([['language', '=/', '=/es']]);
  });

  test('should lead to the same page when one version holds one folder only', () => {
    const lead = switchesOf({
      versions: [
        { version: '2', pages: ['v2/guides/a', 'v2/api/b'] },
        { version: '1', pages: ['v1/guides/a'] },
      ],
    });
    expect(lead('v1/guides/a')).toEqual([['version', '=/v2/guides/a', '=/v1/guides/a']]);
    expect(lead('v2/api/b')).toEqual([['version', '=/v2/api/b', '~/v1/guides/a']]);
  });

  test('should find the folder of a division in the middle of a path', () => {
    const lead = switchesOf({
      languages: ['en', 'zh'].map((language) => ({
        language,
        versions: ['v1', 'v2'].map((version) => ({ version, pages: [`${version}/${language}/a`, `${version}/${language}/b/c`] })),
      })),
    });
    expect(lead('v1/zh/b/c')).toEqual([
      ['language', '=/v1/en/b/c', '=/v1/zh/b/c'],
      ['version', '=/v1/zh/b/c', '=/v2/zh/b/c'],
    ]);
  });

  test.each<[string, object, Record<string, string[]>]>([
    [
      'pages of another version beside those of its own folder',
      {
        versions: [
          { version: '3.0', pages: ['index', 'servers/tools', 'servers/auth', 'changelog'] },
          { version: '2.14.1', pages: ['v2/index', 'v2/servers/tools', 'v2/servers/auth', 'changelog', 'servers/auth'] },
        ],
      },
      {
        'servers/tools': ['=/servers/tools', '=/v2/servers/tools'],
        'v2/servers/tools': ['=/servers/tools', '=/v2/servers/tools'],
        'servers/auth': ['=/servers/auth', '=/v2/servers/auth'],
        changelog: ['=/changelog', '=/changelog'],
      },
    ],
    [
      'a small first version',
      {
        versions: [
          { version: 'next', pages: ['next/new'] },
          { version: '2', pages: ['two/a', 'two/b/c', 'two/d'] },
          { version: '1', pages: ['one/a', 'one/b/c'] },
        ],
      },
      { 'two/b/c': ['~/next/new', '=/two/b/c', '=/one/b/c'] },
    ],
    [
      'folders of versions inside folders of tabs',
      {
        versions: [
          {
            version: '2',
            tabs: [
              { tab: 'G', pages: ['guides/a', 'guides/b'] },
              { tab: 'A', pages: ['api/c'] },
            ],
          },
          {
            version: '1',
            tabs: [
              { tab: 'G', pages: ['guides/legacy/a', 'guides/legacy/b'] },
              { tab: 'A', pages: ['api/legacy/c'] },
            ],
          },
        ],
      },
      { 'guides/b': ['=/guides/b', '=/guides/legacy/b'], 'api/legacy/c': ['=/api/c', '=/api/legacy/c'] },
    ],
    [
      'a default version without a folder below a folder of all',
      {
        versions: [
          { version: '2', pages: ['docs/a', 'docs/b/c'] },
          { version: '1', pages: ['docs/v1/a', 'docs/v1/b/c'] },
        ],
      },
      { 'docs/b/c': ['=/docs/b/c', '=/docs/v1/b/c'] },
    ],
    [
      'versions in languages, the default of both without a folder',
      {
        languages: [
          {
            language: 'en',
            versions: [
              { version: '2', pages: ['a', 'g/b'] },
              { version: '1', pages: ['v1/a', 'v1/g/b'] },
            ],
          },
          {
            language: 'fr',
            versions: [
              { version: '2', pages: ['fr/a', 'fr/g/b'] },
              { version: '1', pages: ['fr/v1/a', 'fr/v1/g/b'] },
            ],
          },
        ],
      },
      {
        'g/b': ['=/g/b', '=/fr/g/b', '=/g/b', '=/v1/g/b'],
        'fr/v1/g/b': ['=/v1/g/b', '=/fr/v1/g/b', '=/fr/g/b', '=/fr/v1/g/b'],
      },
    ],
    [
      'languages in versions, the language behind the version',
      {
        versions: ['v1', 'v2'].map((version) => ({
          version,
          languages: [
            { language: 'en', pages: [`${version}/a`, `${version}/b`] },
            { language: 'de', pages: [`${version}/de/a`, `${version}/de/b`] },
          ],
        })),
      },
      { 'v1/de/b': ['=/v1/de/b', '=/v2/de/b', '=/v1/b', '=/v1/de/b'], 'v2/a': ['=/v1/a', '=/v2/a', '=/v2/a', '=/v2/de/a'] },
    ],
    [
      'a folder whose name is part of another',
      {
        versions: [
          { version: 'latest', pages: ['docs/a', 'docs/b'] },
          { version: '2.x', pages: ['docs-2.x/a', 'docs-2.x/b'] },
        ],
      },
      { 'docs/b': ['=/docs/b', '=/docs-2.x/b'] },
    ],
    [
      'most pages of a version in no folder of it',
      {
        versions: [
          { version: '2', pages: ['a', 'b', 'c', 'd'] },
          { version: '1', pages: ['v1/a', 'b', 'c', 'd'] },
        ],
      },
      { a: ['=/a', '=/v1/a'], b: ['=/b', '=/b'] },
    ],
    [
      'products, tabs and groups between a version and its pages',
      {
        products: [
          {
            product: 'P',
            versions: [
              { version: '2', groups: [{ group: 'G', pages: ['p/2/a', { group: 'H', pages: ['p/2/h/b'] }] }] },
              { version: '1', groups: [{ group: 'G', pages: ['p/1/a', { group: 'H', pages: ['p/1/h/b'] }] }] },
            ],
          },
          { product: 'Q', pages: ['q/z'] },
        ],
      },
      { 'p/1/h/b': ['=/p/1/h/b', '~/q/z', '=/p/2/h/b', '=/p/1/h/b'] },
    ],
    [
      'nothing in common but the first page',
      {
        versions: [
          { version: '2', pages: ['v2/index', 'v2/x'] },
          { version: '1', pages: ['v1/index', 'v1/y'] },
        ],
      },
      { 'v2/x': ['=/v2/x', '~/v1'], 'v2/index': ['=/v2', '=/v1'] },
    ],
  ])('should match pages by their path inside the division: %s', (_what, navigation, expected) => {
    const lead = switchesOf(navigation);
    for (const [page, hrefs] of Object.entries(expected)) expect(lead(page)?.flatMap((found) => found.slice(1))).toEqual(hrefs);
  });

  test('should go to the first page when nothing matches', () => {
    const lead = switchesOf({
      products: [
        { product: 'A', pages: ['a/x'] },
        { product: 'B', pages: ['b/y', 'b/z'] },
        { product: 'C', href: 'https://c.example' },
      ],
    });
    expect(lead('a/x')).toEqual([['product', '=/a/x', '~/b/y', '~https://c.example']]);
  });

  test('should plan 35 versions in 4 languages within seconds', () => {
    const languages = ['en', 'zh', 'ja', 'es'].map((language) => ({
      language,
      versions: Array.from({ length: 35 }, (_, version) => ({
        version: `v${version}`,
        groups: Array.from({ length: 16 }, (_, group) => ({
          group: `G${group}`,
          pages: Array.from({ length: 10 }, (_, page) => `${language}/v${version}/g${group}/p${page}`),
        })),
      })),
    }));
    const start = performance.now();
    const lead = switchesOf({ languages });
    expect(performance.now() - start).toBeLessThan(30_000);
    const [language, version] = lead('ja/v7/g3/p2') ?? [];
    expect(language).toEqual(['language', '=/en/v7/g3/p2', '=/zh/v7/g3/p2', '=/ja/v7/g3/p2', '=/es/v7/g3/p2']);
    expect(version).toHaveLength(36);
    expect(version?.every((option) => option === 'version' || option.startsWith('=/ja/'))).toBe(true);
  });
});
