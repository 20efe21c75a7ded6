import { describe, expect, test } from 'vitest';
import type { NavDivision } from '../../../src/model/site-config.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { loadConfig } from '../../../src/stages/config/index.ts';
import { config, docs } from './load.ts';

describe('defaults', () => {
  test('should be filled for the smallest docs.json', () => {
    expect(config()).toMatchObject({
      file: 'docs.json',
      colors: { primary: '#112233', light: '#112233', dark: '#112233' },
      appearance: { default: 'system', strict: false },
      icons: { library: 'fontawesome' },
      styling: { eyebrows: 'section', codeblocks: { mode: 'system' } },
      contextual: { options: [], display: 'header' },
      api: {
        playground: { display: 'interactive', proxy: true, credentials: false },
        fullUrl: false,
        examples: { autogenerate: true },
      },
      seo: { indexing: 'navigable', trailingSlash: false },
      metadata: { timestamp: false },
      markdown: { schema: true },
      errors: { notFound: { redirect: false } },
      docsgen: { limits: { pageBytes: 2_097_152, pageSeconds: 10 }, hasAuth: false },
      base: '',
    });
  });

  test.each([
    ['', ''],
    ['/', ''],
    ['docs', '/docs'],
    ['/a/b/', '/a/b'],
  ])('should write the base %j as %j', (base, expected) => {
    expect(loadConfig({ files: memory({ 'docs.json': docs() }), base }).value?.base).toBe(expected);
  });
});

describe('forms', () => {
  test.each<[object, object]>([
    [{ logo: 'logo.svg' }, { logo: { light: '/logo.svg', dark: '/logo.svg' } }],
    [{ logo: { light: '/a.svg', dark: './b.svg', href: 'home' } }, { logo: { light: '/a.svg', dark: '/b.svg', href: '/home' } }],
    [{ favicon: 'https://x.y/f.ico' }, { favicon: { light: 'https://x.y/f.ico', dark: 'https://x.y/f.ico' } }],
    [{ styling: { codeblocks: 'dark' } }, { styling: { codeblocks: { mode: 'dark', theme: { light: 'dark-plus', dark: 'dark-plus' } } } }],
    [
      { styling: { codeblocks: { theme: 'nord' } } },
      { styling: { codeblocks: { mode: 'theme', theme: { light: 'nord', dark: 'nord' } } } },
    ],
    [
      { styling: { codeblocks: { light: 'min-light', dark: 'min-dark' } } },
      { styling: { codeblocks: { mode: 'theme', theme: { light: 'min-light', dark: 'min-dark' } } } },
    ],
    [
      { styling: { codeblocks: { languages: { custom: ['/g.json'] } } } },
      { styling: { codeblocks: { mode: 'system', customLanguages: ['g.json'] } } },
    ],
    [{ fonts: { family: 'A', heading: { family: 'B' } } }, { fonts: { body: { family: 'A' }, heading: { family: 'B' } } }],
    [
      { fonts: { family: 'A', source: 'a.woff2', format: 'woff2' } },
      { fonts: { body: { source: '/a.woff2' }, heading: { source: '/a.woff2' } } },
    ],
    [
      { banner: { content: 'x', color: { light: '#111111' } } },
      { banner: { type: 'info', dismissible: false, color: { light: '#111111', dark: '#111111' } } },
    ],
    [
      { navbar: { links: [{ type: 'github', href: 'https://github.com/a/b' }] } },
      { navbar: { links: [{ label: 'GitHub', type: 'github' }] } },
    ],
    [
      { footer: { socials: { x: 'https://x.com/a' }, links: [{ items: [{ label: 'A', href: 'a' }] }] } },
      { footer: { socials: [{ platform: 'x' }], columns: [{ items: [{ href: '/a' }] }] } },
    ],
    [{ api: { playground: { url: 'full' } } }, { api: { fullUrl: true } }],
    [{ api: { url: 'full' } }, { api: { fullUrl: true } }],
    [
      { api: { mdx: { server: 'https://x.y', auth: { method: 'key', name: 'x-api' } } } },
      { api: { mdx: { servers: ['https://x.y'], auth: { method: 'key', name: 'x-api' } } } },
    ],
    [
      { api: { baseUrl: 'https://x.y', auth: { method: 'bearer' } } },
      { api: { mdx: { servers: ['https://x.y'], auth: { method: 'bearer' } } } },
    ],
    [{ markdown: { instructions: ['a', 'b'] } }, { markdown: { instructions: 'a\nb' } }],
    [{ variables: { a: '<b>x</b>', b: '<<b>script>1 < 2' } }, { variables: { a: 'x', b: 'script>1 < 2' } }],
    [
      { contextual: { options: ['copy', { title: 'T', description: 'D', href: { base: 'https://x.y' } }] } },
      { contextual: { options: [{ name: 'copy' }, { name: 'custom', href: { base: 'https://x.y', query: [] } }] } },
    ],
    [{ redirects: [{ source: 'a', destination: 'b#c' }] }, { redirects: [{ source: '/a', destination: '/b#c', permanent: true }] }],
    [
      { docsgen: { limits: { pageSeconds: 3 }, auth: { method: 'password' } } },
      { docsgen: { limits: { pageSeconds: 3, mdxNesting: 100 }, hasAuth: true } },
    ],
  ])('should read %j', (extra, expected) => {
    expect(config(extra)).toMatchObject(expected);
  });

  test.each<[object, object | undefined]>([
    [{}, undefined],
    [{ icon: '' }, undefined],
    [{ icon: 'star' }, { kind: 'name', name: 'star', library: 'lucide' }],
    [
      { icon: 'star', iconType: 'solid' },
      { kind: 'name', name: 'star', library: 'lucide', style: 'solid' },
    ],
    [{ icon: { name: 'x', library: 'tabler', style: 'thin' } }, { kind: 'name', name: 'x', library: 'tabler', style: 'thin' }],
    [{ icon: '/a.svg' }, { kind: 'image', src: '/a.svg' }],
    [{ icon: 'images/a.png' }, { kind: 'image', src: '/images/a.png' }],
    [{ icon: 'https://x.y/a.png' }, { kind: 'image', src: 'https://x.y/a.png' }],
    [{ icon: '<svg><path/></svg>' }, { kind: 'svg', svg: '<svg><path/></svg>' }],
  ])('should read the icon of %j', (extra, expected) => {
    const { navigation } = config({ icons: { library: 'lucide' }, navigation: { groups: [{ group: 'G', pages: ['a'], ...extra }] } });
    expect((navigation.entries[0] as NavDivision).icon).toEqual(expected);
  });
});

describe('page entries', () => {
  test.each<[string, object]>([
    ['index', { kind: 'page', page: 'index' }],
    ['/a/b', { kind: 'page', page: 'a/b' }],
    ['./a', { kind: 'page', page: 'a' }],
    ['a.mdx', { kind: 'page', page: 'a' }],
    ['c/', { kind: 'page', page: 'c' }],
    ['v0.5.1/some.sdk.agent', { kind: 'page', page: 'v0.5.1/some.sdk.agent' }],
    ['built-in nodes/Epsilon Scaling', { kind: 'page', page: 'built-in nodes/Epsilon Scaling' }],
    ['GET /users/{id}', { kind: 'endpoint', method: 'GET', path: '/users/{id}', text: 'GET /users/{id}' }],
    ['post /a b', { kind: 'endpoint', method: 'POST', path: '/a b' }],
    ['specs/api v1.yaml DELETE /a', { kind: 'endpoint', method: 'DELETE', path: '/a', spec: 'specs/api v1.yaml' }],
    ['webhook orderPlaced', { kind: 'endpoint', method: 'WEBHOOK', path: 'orderPlaced' }],
    ['api.json webhook order placed', { kind: 'endpoint', method: 'WEBHOOK', path: 'order placed', spec: 'api.json' }],
    ['get started', { kind: 'page', page: 'get started' }],
  ])('should read %j', (text, expected) => {
    expect(config({ navigation: { pages: [text] } }).navigation.entries).toMatchObject([expected]);
  });
});

describe('navigation', () => {
  const only = (division: NavDivision, index = 0) => division.entries[index] as NavDivision;

  test('should inherit specifications until a node sets its own, each kind for itself', () => {
    const { navigation } = config({
      api: { openapi: 'root.json', asyncapi: 'events.yaml' },
      navigation: {
        tabs: [
          {
            tab: 'A',
            openapi: { source: '/a.json', directory: '/x/' },
            groups: [
              { group: 'G', pages: ['a'] },
              { group: 'H', asyncapi: 'h.yaml' },
            ],
          },
          { tab: 'B', pages: ['b'] },
        ],
      },
    });
    const sources = (division: NavDivision) =>
      `${division.ownsSpecs ? 'own' : 'inherited'} ${division.specs.map(({ source }) => source).join(' ')}`;
    expect([navigation, only(navigation), only(only(navigation)), only(only(navigation), 1), only(navigation, 1)].map(sources)).toEqual([
      'inherited root.json events.yaml',
      'own a.json',
      'inherited a.json events.yaml',
      'own h.yaml',
      'inherited root.json events.yaml',
    ]);
    expect(only(navigation).specs[0]).toMatchObject({ kind: 'openapi', directory: 'x', overlays: [] });
  });

  test('should inherit directory', () => {
    const { navigation } = config({
      navigation: { directory: 'card', groups: [{ group: 'G', pages: [{ group: 'H', directory: 'none', pages: ['a'] }] }] },
    });
    expect([navigation.directory, only(navigation).directory, only(only(navigation)).directory]).toEqual(['card', 'card', 'none']);
  });

  test.each([
    [
      [{}, {}],
      [true, false],
    ],
    [
      [{}, { default: true }],
      [false, true],
    ],
  ])('should make one version of %j the default', (entries, expected) => {
    const { navigation } = config({
      navigation: { versions: entries.map((entry, index) => ({ version: `${index}`, pages: ['a'], ...entry })) },
    });
    expect(navigation.entries.map((entry) => 'isDefault' in entry && entry.isDefault)).toEqual(expected);
  });

  test('should give paths and places', () => {
    const { navigation } = config({
      navigation: { tabs: [{ tab: 'A', menu: [{ item: 'I', groups: [{ group: 'G', root: '/r', pages: ['a'] }] }] }] },
    });
    const group = only(only(only(navigation)));
    expect(group).toMatchObject({
      kind: 'group',
      path: 'navigation.tabs[0].menu[0].groups[0]',
      rootPage: { kind: 'page', page: 'r' },
      location: { file: 'docs.json', line: 1 },
    });
    expect(group.entries[0]?.location).toMatchObject({ length: 3 });
  });

  test.each<[string, unknown]>([
    ['a source', 'nowhere.json'],
    ['a source with its folder', { source: 'nowhere.json', directory: 'api' }],
    ['a list of sources', ['nowhere.json']],
    ['a list of both', [{ source: 'nowhere.json' }]],
  ])('should locate the source of a description: %s', (_, openapi) => {
    const text = docs({ navigation: { openapi } });
    const column = text.indexOf('"nowhere.json"') + 1;
    expect(column).toBeGreaterThan(0);
    const { value } = loadConfig({ files: memory({ 'docs.json': text }) });
    expect(value?.navigation.specs[0]?.location).toMatchObject({ line: 1, column, length: 14 });
  });

  test('should point at the source of a redirect', () => {
    const [redirect] = config({ redirects: [{ destination: '/b', source: '/old' }] }).redirects;
    expect(redirect?.location).toMatchObject({ file: 'docs.json', length: '"/old"'.length });
  });

  test('should collect the links of every global, with its scope', () => {
    const { globalLinks } = config({
      navigation: {
        global: { anchors: [{ anchor: 'X', href: 'https://x.y', icon: 'star' }] },
        tabs: [{ tab: 'A', pages: ['a'], global: { dropdowns: [{ dropdown: 'D', href: 'd', hidden: true }] } }],
      },
    });
    expect(globalLinks).toMatchObject([
      { kind: 'anchor', name: 'X', href: 'https://x.y', scope: 'navigation', hidden: false },
      { kind: 'dropdown', name: 'D', href: '/d', scope: 'navigation.tabs[0]', hidden: true },
    ]);
  });

  test('should read a second list of links at the root as global, and leave out one that repeats the first', () => {
    const { navigation, globalLinks } = config({
      navigation: {
        anchors: [{ anchor: 'X', href: 'https://x.y' }],
        pages: ['b'],
        tabs: [{ tab: 'A', pages: ['a'] }],
        versions: [{ version: '1', tabs: [{ tab: 'A', pages: ['a', 'b'] }] }],
      },
    });
    expect(globalLinks).toMatchObject([{ kind: 'anchor', name: 'X', href: 'https://x.y', scope: 'navigation' }]);
    expect(navigation.entries).toMatchObject([{ kind: 'version', name: '1' }]);
  });

  test('should read pages and groups of a group together', () => {
    const { navigation } = config({ navigation: { groups: [{ group: 'G', pages: ['a'], groups: [{ group: 'H', pages: ['b'] }] }] } });
    expect(only(navigation).entries).toMatchObject([{ page: 'a' }, { name: 'H' }]);
  });
});

describe('what is not done yet', () => {
  test.each(['agent', 'budgets'])('should not be taken as docsgen.%s without a word', (key) => {
    const { diagnostics } = loadConfig({ files: memory({ 'docs.json': docs({ docsgen: { [key]: {} } }) }) });
    expect(diagnostics).toMatchObject([{ code: 'config/unknown-key' }]);
  });

  test('should be named in one notice', () => {
    const { diagnostics } = loadConfig({
      files: memory({
        'docs.json': docs({
          integrations: { ga4: { measurementId: 'G-1' } },
          thumbnails: { appearance: 'dark' },
          errors: { 404: { redirect: true } },
          navbar: { links: [{ type: 'github', href: 'https://github.com/a/b' }] },
          navigation: { tabs: [{ tab: 'T', graphql: 's.graphql' }] },
        }),
      }),
    });
    expect(diagnostics).toMatchObject([
      {
        severity: 'notice',
        code: 'config/not-yet',
        message: 'this version of docsgen does not use these settings: live counts of GitHub and Discord links, graphql tabs',
      },
    ]);
  });
});
