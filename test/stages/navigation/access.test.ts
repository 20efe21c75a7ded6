import { expect, test } from 'vitest';
import type { PageAccess } from '../../../src/model/page.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { readPages } from '../../../src/stages/content/read-pages.ts';
import { buildNav } from '../../../src/stages/navigation/build-nav.ts';
import { siteConfig } from './site-config.ts';

/** Whether a page is in the sidebar, search, sitemap and llms.txt, and has a noindex tag. */
function row(access: PageAccess | undefined): string {
  const mark = (claim: boolean | undefined) => (claim ? 'x' : '-');
  return [access?.inSidebar, access?.inSearch, access?.inSitemap, access?.inLlms, access?.noindex].map(mark).join('');
}

function accessOf(frontMatter: string, navigation: object, more: Parameters<typeof siteConfig>[1] = {}): PageAccess | undefined {
  const config = siteConfig(navigation, more);
  const sources = readPages({ files: memory({ 'p.mdx': `---\n${frontMatter}\n---\n`, 'index.mdx': '' }), config }).value.pages;
  return buildNav({ config, sources }).value.pages.find((page) => page.path === 'p')?.access;
}

const group = (keys: object) => ({ groups: [{ group: 'G', pages: ['p'], ...keys }] });
const all = { seo: { indexing: 'all' } } as unknown as Parameters<typeof siteConfig>[1];

test.each<[string, string, object, Parameters<typeof siteConfig>[1], string]>([
  ['a listed page', '', { pages: ['p'] }, {}, 'xxxx-'],
  ['hidden', 'hidden: true', { pages: ['p'] }, {}, '----x'],
  ['hidden and unlisted', 'hidden: true', { pages: ['index'] }, {}, '----x'],
  ['not in navigation', '', { pages: ['index'] }, {}, '-----'],
  ['noindex', 'noindex: true', { pages: ['p'] }, {}, 'x---x'],
  ['searchable: false', 'searchable: false', { pages: ['p'] }, {}, 'x-xx-'],
  ['a hidden group', '', group({ hidden: true }), {}, '----x'],
  ['a hidden group with searchable', '', group({ hidden: true, searchable: true }), {}, '-xxx-'],
  ['its own hidden in such a group', 'hidden: true', group({ hidden: true, searchable: true }), {}, '----x'],
  ['a group that is not searchable', '', group({ searchable: false }), {}, 'x-xx-'],
  ['searchable inside such a group', 'searchable: true', group({ searchable: false }), {}, 'xxxx-'],
  [
    'an inner group that hides again',
    '',
    { tabs: [{ tab: 'T', hidden: true, searchable: true, groups: [{ group: 'G', hidden: true, pages: ['p'] }] }] },
    {},
    '----x',
  ],
  [
    'an inner group of a searchable hidden tab',
    '',
    { tabs: [{ tab: 'T', hidden: true, searchable: true, groups: [{ group: 'G', pages: ['p'] }] }] },
    {},
    '-xxx-',
  ],
  [
    'one hidden and one shown place',
    '',
    {
      groups: [
        { group: 'A', hidden: true, pages: ['p'] },
        { group: 'B', pages: ['p'] },
      ],
    },
    {},
    'xxxx-',
  ],
  ['indexing all: unlisted', '', { pages: ['index'] }, all, '-xxx-'],
  ['indexing all: hidden', 'hidden: true', { pages: ['p'] }, all, '-xxx-'],
  ['indexing all: hidden group', '', group({ hidden: true }), all, '-xxx-'],
  ['indexing all: noindex', 'noindex: true', { pages: ['p'] }, all, 'x---x'],
])('should decide %s', (_, frontMatter, navigation, more, expected) => {
  expect(row(accessOf(frontMatter, navigation, more))).toBe(expected);
});

test.each<[string, string, object, object, boolean]>([
  ['by default', '', { pages: ['p'] }, {}, false],
  ['by its own word', 'public: true', { pages: ['p'] }, {}, true],
  ['by a word that is not the boolean', 'public: "yes"', { pages: ['p'] }, {}, false],
  ['by its group', '', group({ public: true }), {}, true],
  ['against its group', 'public: false', group({ public: true }), {}, false],
  ['by an inner group', '', { groups: [{ group: 'A', public: true, pages: [{ group: 'B', public: false, pages: ['p'] }] }] }, {}, false],
  [
    'by two places of two minds',
    '',
    {
      groups: [
        { group: 'A', public: true, pages: ['p'] },
        { group: 'B', public: false, pages: ['p'] },
      ],
    },
    {},
    false,
  ],
  ['with groups', 'public: true\ngroups: [a]', { pages: ['p'] }, {}, false],
  ['with groups for its playground', 'public: true\nplayground: auth\ngroups: [a]', { pages: ['p'] }, {}, true],
  ['on a public site', '', { pages: ['p'] }, { public: true }, true],
  ['unlisted on a public site', '', { pages: ['index'] }, { public: true }, true],
])('should decide whether a page is public %s', (_, frontMatter, navigation, more, expected) => {
  expect(accessOf(frontMatter, navigation, more)?.isPublic).toBe(expected);
});

test('should hand down boost from the nearest division', () => {
  const config = siteConfig({
    tabs: [
      {
        tab: 'T',
        boost: 2,
        groups: [
          { group: 'A', boost: 3, pages: ['a', 'own'] },
          { group: 'B', pages: ['b'] },
        ],
      },
    ],
  });
  const files = memory({ 'a.mdx': '', 'b.mdx': '', 'own.mdx': '---\nboost: 5\n---\n', 'free.mdx': '' });
  const { pages } = buildNav({ config, sources: readPages({ files, config }).value.pages }).value;
  expect(pages.map((page) => [page.path, page.boost])).toEqual([
    ['a', 3],
    ['own', 5],
    ['b', 2],
    ['free', 1],
  ]);
});

test('should keep the groups of a playground apart from those of its page', () => {
  const access = accessOf('playground: auth\ngroups: [a, b]\npublic: true', { pages: ['p'] }, {});
  expect(access).toMatchObject({ isPublic: true, groups: [], playgroundGroups: ['a', 'b'] });
  expect(accessOf('playground: auth\ngroups: [a]', { pages: ['p'] }, {})).toMatchObject({
    isPublic: false,
    groups: [],
    playgroundGroups: ['a'],
  });
  expect(accessOf('groups: [a]', { pages: ['p'] }, {})?.playgroundGroups).toBeUndefined();
});
