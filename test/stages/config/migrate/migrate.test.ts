import { describe, expect, test } from 'vitest';
import { migrateMintJson } from '../../../../src/stages/config/index.ts';
import { line, load } from '../load.ts';

const colors = { primary: '#112233' };
const groups = [
  { group: 'Start', pages: ['introduction'] },
  { group: 'API', pages: ['api/get'] },
  { group: 'SDK', pages: [{ group: 'Inner', pages: ['sdk/js/a'] }] },
];
const migrate = (extra: object) => migrateMintJson({ name: 'A', colors, navigation: groups, ...extra });

test('the schema of another tool is not kept', () => {
  const { docsJson, notices } = migrate({ $schema: 'https://mintlify.com/schema.json' });
  expect(Object.keys(docsJson)[0]).toBe('theme');
  expect(notices).toEqual([]);
});

describe('navigation', () => {
  test.each<[string, object, object]>([
    ['groups alone', {}, { groups }],
    [
      'tabs by prefix',
      {
        tabs: [
          { name: 'API', url: '/api', openapi: 'o.json' },
          { name: 'Blog', url: 'https://x.y' },
        ],
        primaryTab: { name: 'Docs' },
      },
      {
        tabs: [
          { tab: 'Docs', groups: [groups[0], groups[2]] },
          { tab: 'API', openapi: 'o.json', groups: [groups[1]] },
          { tab: 'Blog', href: 'https://x.y' },
        ],
      },
    ],
    [
      'anchors by prefix, links apart',
      {
        anchors: [
          { name: 'SDK', icon: 'code', url: 'sdk' },
          { name: 'Chat', icon: 'slack', url: 'https://x.y' },
        ],
        topAnchor: { name: 'Home' },
      },
      {
        anchors: [
          { anchor: 'Home', icon: 'book-open', groups: [groups[0], groups[1]] },
          { anchor: 'SDK', icon: 'code', groups: [groups[2]] },
        ],
        global: { anchors: [{ anchor: 'Chat', icon: 'slack', href: 'https://x.y' }] },
      },
    ],
    [
      'an anchor with pages made from a description',
      {
        anchors: [
          { name: 'Reference', icon: 'code', url: 'reference', openapi: 'https://x.y/o.json' },
          { name: 'SDK', url: 'sdk', asyncapi: 'a.yaml', color: '#FF9900' },
        ],
      },
      {
        anchors: [
          { anchor: 'Documentation', icon: 'book-open', groups: [groups[0], groups[1]] },
          { anchor: 'Reference', icon: 'code', openapi: 'https://x.y/o.json' },
          { anchor: 'SDK', color: { light: '#FF9900', dark: '#FF9900' }, asyncapi: 'a.yaml', groups: [groups[2]] },
        ],
      },
    ],
    [
      'a described anchor where tabs have all groups',
      {
        navigation: [groups[1]],
        tabs: [{ name: 'API', url: 'api' }],
        anchors: [{ name: 'Events', url: 'events', asyncapi: 'a.yaml' }],
      },
      {
        tabs: [
          { tab: 'Documentation', anchors: [{ anchor: 'Events', asyncapi: 'a.yaml' }] },
          { tab: 'API', groups: [groups[1]] },
        ],
      },
    ],
    [
      'tabs and anchors of one version',
      {
        versions: ['v2', { name: 'v1', default: true }],
        navigation: [{ group: 'A', pages: ['a'] }],
        tabs: [{ name: 'New', url: 'new', openapi: 'n.json', version: 'v2' }],
        anchors: [
          { name: 'Old', url: 'https://old.test', version: 'v1' },
          { name: 'Reference', url: 'reference', openapi: 'o.json' },
          { name: 'Chat', url: 'https://x.y' },
        ],
      },
      {
        versions: [
          {
            version: 'v2',
            tabs: [
              { tab: 'Documentation', groups: [{ group: 'A', pages: ['a'] }] },
              { tab: 'New', openapi: 'n.json' },
            ],
          },
          {
            version: 'v1',
            default: true,
            anchors: [
              { anchor: 'Documentation', icon: 'book-open', groups: [{ group: 'A', pages: ['a'] }] },
              { anchor: 'Reference', openapi: 'o.json' },
            ],
            global: { anchors: [{ anchor: 'Old', href: 'https://old.test' }] },
          },
        ],
        global: { anchors: [{ anchor: 'Chat', href: 'https://x.y' }] },
      },
    ],
    [
      'a described tab beside a version that is a link',
      {
        versions: [{ name: 'v2', url: 'https://new.test', default: true }, 'v1'],
        navigation: [{ group: 'A', pages: ['a'] }],
        tabs: [{ name: 'API', url: 'api', openapi: 'o.json' }],
      },
      {
        versions: [
          { version: 'v2', default: true, href: 'https://new.test' },
          {
            version: 'v1',
            tabs: [
              { tab: 'Documentation', groups: [{ group: 'A', pages: ['a'] }] },
              { tab: 'API', openapi: 'o.json' },
            ],
          },
        ],
      },
    ],
    [
      'an anchor without pages',
      { anchors: [{ name: 'Ref', url: 'reference' }] },
      { groups, global: { anchors: [{ anchor: 'Ref', href: '/reference' }] } },
    ],
    [
      'versions',
      {
        versions: ['v2', { name: 'v1', default: true }],
        navigation: [
          { group: 'A', version: 'v2', pages: ['a'] },
          { group: 'B', pages: ['b'] },
        ],
      },
      {
        versions: [
          {
            version: 'v2',
            groups: [
              { group: 'A', pages: ['a'] },
              { group: 'B', pages: ['b'] },
            ],
          },
          { version: 'v1', default: true, groups: [{ group: 'B', pages: ['b'] }] },
        ],
      },
    ],
    [
      'a group without a name',
      {
        navigation: [
          { group: '', pages: ['a', 'b'] },
          { group: 'G', pages: ['c'] },
        ],
      },
      { pages: ['a', 'b', { group: 'G', pages: ['c'] }] },
    ],
  ])('should convert %s', (_name, extra, expected) => {
    expect(migrate(extra).docsJson.navigation).toEqual(expected);
  });
});

describe('the rest', () => {
  test.each<[object, object]>([
    [{ theme: 'venus' }, { theme: 'mint' }],
    [{ theme: 'maple' }, { theme: 'maple' }],
    [
      {
        topbarLinks: [
          { name: 'S', url: '/s' },
          { type: 'github', url: 'https://github.com/a/b' },
        ],
      },
      {
        navbar: {
          links: [
            { label: 'S', href: '/s' },
            { type: 'github', href: 'https://github.com/a/b' },
          ],
        },
      },
    ],
    [
      { topbarCtaButton: { name: 'Go', url: 'https://x.y' } },
      { navbar: { primary: { type: 'button', label: 'Go', href: 'https://x.y' } } },
    ],
    [{ footerSocials: { x: 'https://x.com/a' } }, { footer: { socials: { x: 'https://x.com/a' } } }],
    [{ footerSocials: [{ type: 'github', url: 'https://github.com/a' }] }, { footer: { socials: { github: 'https://github.com/a' } } }],
    [{ modeToggle: { default: 'dark', isHidden: true } }, { appearance: { default: 'dark', strict: true } }],
    [{ colors: { ...colors, background: { dark: '#000000' } } }, { colors, background: { color: { dark: '#000000' } } }],
    [
      { analytics: { gtm: { tagId: 'GTM-1' } }, integrations: { intercom: 'abcdef' } },
      { integrations: { gtm: { tagId: 'GTM-1' }, intercom: { appId: 'abcdef' } } },
    ],
    [{ openapi: ['a.json'] }, { api: { openapi: ['a.json'] } }],
    [
      {
        api: {
          baseUrl: 'https://x.y',
          auth: { method: 'bearer' },
          playground: { mode: 'hide', disableProxy: true },
          request: { example: { languages: ['bash'], showOptionalParams: false } },
        },
      },
      {
        api: {
          mdx: { server: 'https://x.y', auth: { method: 'bearer' } },
          playground: { display: 'none', proxy: false },
          examples: { languages: ['bash'], defaults: 'required' },
        },
      },
    ],
    [{ seo: { indexHiddenPages: true }, metadata: { 'og:image': 'x' } }, { seo: { indexing: 'all', metatags: { 'og:image': 'x' } } }],
    [{ codeBlock: { mode: 'dark' }, eyebrow: { display: 'breadcrumbs' } }, { styling: { codeblocks: 'dark', eyebrows: 'breadcrumbs' } }],
    [
      { font: { headings: { family: 'H' }, body: { family: 'B', url: '/b.woff2', format: 'woff2' } } },
      { fonts: { heading: { family: 'H' }, body: { family: 'B', source: '/b.woff2', format: 'woff2' } } },
    ],
    [{ backgroundImage: '/b.png', background: { style: 'grid' } }, { background: { image: '/b.png', decoration: 'grid' } }],
  ])('should convert %j', (extra, expected) => {
    expect(migrate(extra).docsJson).toMatchObject(expected);
  });

  test('should name what docs.json has no place for', () => {
    const { notices } = migrate({
      feedback: {},
      layout: 'sidenav',
      footerSocials: { mastodon: 'https://m.x' },
      analytics: { unheard: {} },
      colors: { ...colors, anchors: {} },
    });
    expect(notices).toEqual(['analytics.unheard', 'colors.anchors', 'feedback', 'footerSocials.mastodon', 'layout']);
  });

  test('should name what entries have that docs.json has no place for, once each, and nothing that is off', () => {
    const { notices } = migrate({
      anchors: [
        { name: 'A', url: 'a', isDefaultHidden: true, color: { from: '#000000', to: '#ffffff' } },
        { name: 'B', url: 'b', isDefaultHidden: true },
      ],
      tabs: [{ name: 'T', url: 't', isDefaultHidden: false }],
      versions: [{ name: '1', locale: 'en' }],
      topbarLinks: [{ name: 'L', url: '/l', arrow: true }],
      topbarCtaButton: { name: 'Go', url: '/go', style: 'roundedRectangle' },
      search: { prompt: 'Find', location: 'side' },
      api: { auth: { method: 'key', name: 'x', inputPrefix: 'sk-' }, playground: { mode: 'show', color: null }, hideAuth: true },
    });
    expect(notices).toEqual([
      'anchors.color',
      'anchors.isDefaultHidden',
      'api.auth.inputPrefix',
      'api.hideAuth',
      'search.location',
      'topbarCtaButton.style',
      'topbarLinks.arrow',
      'versions.locale',
    ]);
  });
});

describe('a project with mint.json alone', () => {
  test('should load, with one notice', () => {
    const { value, diagnostics } = load({
      'mint.json': JSON.stringify({ name: 'A', colors, navigation: groups, feedback: {}, tabs: [{ name: 'API', url: 'api' }] }),
    });
    expect(diagnostics.map(line)).toEqual([
      'mint.json:1:1 notice config/legacy mint.json uses the old format, so docsgen converted it in memory; docs.json has no equivalent of feedback',
    ]);
    expect(value).toMatchObject({
      file: 'mint.json',
      theme: 'mint',
      navigation: { entries: [{ name: 'Documentation' }, { name: 'API' }] },
    });
  });

  test('should point into mint.json', () => {
    const text = `{"name":"A","colors":{"primary":"#123"},\n"navigation":[{"group":"G","pages":[\n5]}]}`;
    expect(load({ 'mint.json': text }).diagnostics.map(line)).toContain(
      'mint.json:3:1 error config/type navigation.groups[0].pages[0] must be string or object, got number',
    );
  });
});
