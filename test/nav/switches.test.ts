import { describe, expect, test } from 'vitest';
import { parseFrontMatter } from '../../src/content/front-matter.ts';
import type { SourcePage } from '../../src/model/source-page.ts';
import { buildNav } from '../../src/nav/build-nav.ts';
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
