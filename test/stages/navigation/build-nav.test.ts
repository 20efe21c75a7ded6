import { describe, expect, test } from 'vitest';
import type { IgnoreReason } from '../../../src/model/file-system.ts';
import type { EndpointSource } from '../../../src/model/generated-page.ts';
import type { NavNode } from '../../../src/model/nav-tree.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { readPages } from '../../../src/stages/content/read-pages.ts';
import { buildNav } from '../../../src/stages/navigation/build-nav.ts';
import { homePage } from '../../../src/stages/navigation/home-page.ts';
import { siteConfig } from './site-config.ts';

function plan(
  navigation: object,
  files: readonly string[] | Record<string, string>,
  more: Parameters<typeof siteConfig>[1] = {},
  endpoints?: EndpointSource,
) {
  const texts = Array.isArray(files) ? Object.fromEntries(files.map((file) => [file, ''])) : (files as Record<string, string>);
  const config = siteConfig(navigation, more);
  const content = readPages({ files: memory(texts), config }).value;
  const { value, diagnostics } = buildNav({ config, sources: content.pages, assets: content.assets, ...(endpoints ? { endpoints } : {}) });
  return { ...value, said: diagnostics.map(({ code, severity, message, hint }) => ({ code, severity, message, hint })) };
}

/** `Tab[Group[a b] c]` */
function draw(node: NavNode): string {
  const root = node.rootPage ? `(${node.rootPage.title})` : '';
  return `${node.name}${root}[${node.children.map((child) => (child.kind === 'page' ? child.title : draw(child))).join(' ')}]`;
}

describe('routes', () => {
  test.each<[string, string, string]>([
    ['index.mdx', '/', 'index.html'],
    ['guides/start.mdx', '/guides/start', 'guides/start/index.html'],
    ['guides/index.mdx', '/guides', 'guides/index.html'],
    ['Guides/Start.mdx', '/Guides/Start', 'Guides/Start/index.html'],
    ['v/0xtrails-0.16.0.mdx', '/v/0xtrails-0.16.0', 'v/0xtrails-0.16.0/index.html'],
    ['some.sdk.agent.mdx', '/some.sdk.agent', 'some.sdk.agent/index.html'],
    ['nodes/Epsilon Scaling.mdx', '/nodes/Epsilon Scaling', 'nodes/Epsilon Scaling/index.html'],
    ['llama-3-on-x-+-y.md', '/llama-3-on-x-+-y', 'llama-3-on-x-+-y/index.html'],
    ['指南/入门.mdx', '/指南/入门', '指南/入门/index.html'],
    ['🚀/go.mdx', '/🚀/go', '🚀/go/index.html'],
  ])('should serve %s at %s', (file, url, output) => {
    expect(plan({ pages: [file.replace(/\.mdx?$/, '')] }, [file]).pages).toMatchObject([{ url, output }]);
  });

  test('should encode what would end a path in a link', () => {
    const { nav } = plan({ pages: ['q?x', 'h#h'] }, ['q?x.mdx', 'h#h.mdx']);
    expect(nav.root.children).toMatchObject([{ href: '/q%3Fx' }, { href: '/h%23h' }]);
  });

  test('should let a page and a folder share a path', () => {
    const { pages, said } = plan({ pages: ['webhooks', 'webhooks/a'] }, ['webhooks.mdx', 'webhooks/a.mdx']);
    expect(pages.map((page) => page.output)).toEqual(['webhooks/index.html', 'webhooks/a/index.html']);
    expect(said).toEqual([]);
  });
});

describe('entries', () => {
  test.each<[string, string[], string | undefined]>([
    ['a', ['a.mdx', 'a.md', 'a/README.mdx'], 'a.mdx'],
    ['a', ['a.md'], 'a.md'],
    ['a', ['a/index.mdx', 'a/README.mdx'], 'a/index.mdx'],
    ['a', ['a/README.mdx'], 'a/README.mdx'],
    ['a/', ['a/index.mdx'], 'a/index.mdx'],
    ['a/index', ['a/index.mdx'], 'a/index.mdx'],
    ['b.mdx', ['b.mdx'], 'b.mdx'],
    ['v1.5', ['v1.5.mdx', 'v1.mdx'], 'v1.5.mdx'],
    ['%2e%2e/x', ['x.mdx'], undefined],
  ])('should resolve %s among %j', (entry, files, expected) => {
    const { pages, nav } = plan({ pages: [entry] }, files);
    expect(pages.find((page) => nav.places.has(page.path))?.file).toBe(expected);
  });

  test('should name a missing page and what was looked for', () => {
    const { said } = plan({ pages: ['index', 'guides/instal', 'nope'] }, ['index.mdx', 'guides/install.mdx']);
    expect(said).toEqual([
      {
        code: 'config/page-missing',
        severity: 'warning',
        message: 'page "guides/instal" not found (looked for guides/instal.mdx, guides/instal.md)',
        hint: 'write "guides/install"',
      },
      {
        code: 'config/page-missing',
        severity: 'warning',
        message: 'page "nope" not found (looked for nope.mdx, nope.md)',
        hint: 'add the file, or remove the entry',
      },
    ]);
  });

  test.each<[string, string[], string[], string, string[]]>([
    ['the listed one', ['caf\u00e9'], ['cafe\u0301.mdx', 'caf\u00e9.mdx'], 'warning', ['caf\u00e9.mdx']],
    ['the listed one in parts', ['cafe\u0301'], ['cafe\u0301.mdx', 'caf\u00e9.mdx'], 'warning', ['cafe\u0301.mdx']],
    ['the shorter of two that are listed', ['caf\u00e9', 'cafe\u0301'], ['cafe\u0301.mdx', 'caf\u00e9.mdx'], 'error', ['caf\u00e9.mdx']],
    ['a folder', ['\u00fc/a'], ['\u00fc/a.mdx', 'u\u0308/a.mdx'], 'warning', ['\u00fc/a.mdx']],
    ['Hangul', ['\ud55c'], ['\ud55c.mdx', '\u1112\u1161\u11ab.mdx'], 'warning', ['\ud55c.mdx']],
  ])('should build one of two files whose names are the same but for Unicode normalization: %s', (_what, pages, files, severity, built) => {
    const plan_ = plan({ pages }, files);
    expect(plan_.pages.map(({ file }) => file)).toEqual(built);
    expect(plan_.said.map((found) => [found.code, found.severity])).toEqual([['config/route-conflict', severity]]);
    expect(plan_.said[0]?.message).toMatch(/^two files named .* differ only in Unicode normalization \(NF[CD] and NF[CD]\)$/);
  });

  test('should find a file whose name has another normalization than its entry', () => {
    const { pages, said } = plan({ pages: ['caf\u00e9', '\u1112\u1161\u11ab'] }, ['cafe\u0301.mdx', '\ud55c.mdx']);
    expect(pages.map(({ file }) => file)).toEqual(['cafe\u0301.mdx', '\ud55c.mdx']);
    expect(said).toEqual([]);
  });

  test.each<[IgnoreReason, string, string]>([
    [
      { kind: 'rule', path: 'build/', rule: 'build', file: '.gitignore', line: 3 },
      '.gitignore:3 excludes "build/" with the rule "build"',
      'add "!/build/" to .mintignore, or remove the entry',
    ],
    [
      { kind: 'rule', path: 'build/a.mdx', rule: '*.mdx', file: '.mintignore', line: 1 },
      '.mintignore:1 excludes "build/a.mdx" with the rule "*.mdx"',
      'remove the rule, or the entry',
    ],
    [{ kind: 'hidden', path: '.a/' }, '".a/" starts with a dot', 'rename it, or remove the entry'],
    [{ kind: 'packages', path: 'node_modules/' }, '"node_modules/" contains installed packages', 'move the page to another folder'],
    [{ kind: 'output', path: 'out/' }, '"out/" is an output folder of docsgen', 'move the page to another folder'],
  ])('should report a page that is ignored: %j', (reason, cause, hint) => {
    const ignored = (path: string) => (path === 'build/a.mdx' ? reason : undefined);
    const config = siteConfig({ pages: ['build/a', 'build/b'] });
    const { diagnostics } = buildNav({ config, sources: [], ignored });
    expect(diagnostics.map(({ code, message, hint }) => ({ code, message, hint }))).toEqual([
      { code: 'config/page-ignored', message: `page "build/a" is ignored: ${cause}`, hint },
      expect.objectContaining({ code: 'config/page-missing' }),
    ]);
  });

  test('should take a method and a word for an endpoint without its slash', () => {
    expect(plan({ pages: ['index', 'GET users'] }, ['index.mdx']).said.map(({ hint }) => hint)).toEqual([
      'write a slash before the path of the endpoint: "GET /users"',
    ]);
  });

  test('should suggest a page for a path with backslashes', () => {
    const { said } = plan({ pages: ['guides\\start', 'guides\\instal'] }, ['guides/start.mdx', 'guides/install.mdx']);
    expect(said.map(({ hint }) => hint)).toEqual(['write "guides/start"', 'write "guides/install"']);
  });

  test('should not suggest the page of another language for one that is not translated', () => {
    const languages = [
      { language: 'en', pages: ['tools/fetch'] },
      { language: 'ja', pages: ['ja/tools/fetch', 'ja/instal'] },
    ];
    const { said } = plan({ languages }, ['tools/fetch.mdx', 'ja/install.mdx']);
    expect(said.map(({ code, hint }) => [code, hint])).toEqual([
      ['config/page-missing', 'add the file, or remove the entry'],
      ['config/page-missing', 'write "ja/install"'],
    ]);
  });

  test('should not suggest the entry itself for a file whose name ends in a space', () => {
    const { said } = plan({ pages: ['trailing'] }, ['trailing .mdx']);
    expect(said.map(({ hint }) => hint)).toEqual(['rename the file "trailing ": its name begins or ends with a space']);
  });

  test('should find a page in other capitals and say so', () => {
    const { pages, said } = plan({ pages: ['guides/start'] }, ['Guides/Start.mdx']);
    expect(pages.map((page) => page.url)).toEqual(['/Guides/Start']);
    expect(said).toMatchObject([
      { code: 'config/page-case', message: 'page "guides/start" differs from the file "Guides/Start" only in letter case' },
    ]);
  });

  test('should write a page once that is listed twice', () => {
    const { nav, said } = plan({ pages: ['index', 'index'] }, ['index.mdx']);
    expect(nav.root.children).toHaveLength(1);
    expect(said).toMatchObject([
      { code: 'config/duplicate-page', message: 'page "index" is listed twice; docsgen ignores the second entry' },
    ]);
  });

  test('should place generated pages', () => {
    const page = (path: string) => ({
      kind: 'generated-page' as const,
      path,
      title: path,
      method: 'GET',
      deprecated: false,
      frontMatter: {
        mode: 'default',
        hidden: false,
        noindex: false,
        deprecated: false,
        hideFooterPagination: false,
        hideApiMarker: false,
        keywords: [],
        rss: false,
        meta: {},
        extra: {},
      } as const,
    });
    const endpoints: EndpointSource = {
      entry: (entry) => page(`api${entry.path}`),
      division: () => [{ kind: 'generated-group', name: 'Users', entries: [page('api/users/list')] }],
      describe: (source) => (source.frontMatter.openapi ? { title: 'List things', method: 'GET' } : undefined),
      redirects: () => [{ source: '/api/old', destination: '/api/a', permanent: true, location: { file: 'c.json', line: 1, column: 1 } }],
      hasOperation: () => false,
      schemas: () => [],
      takeDiagnostics: () => [],
    };
    const { nav, pages, redirects, said } = plan(
      {
        groups: [
          { group: 'A', pages: ['GET /a', 'GET /a', 'stub'] },
          { group: 'B', openapi: 'c.json' },
        ],
      },
      { 'stub.mdx': '---\nopenapi: GET /things\n---' },
      {},
      endpoints,
    );
    expect(draw(nav.root)).toBe('[A[api/a List things] B[Users[api/users/list]]]');
    expect(pages.map(({ url, kind, method }) => [url, kind, method])).toEqual([
      ['/api/a', 'endpoint', 'GET'],
      ['/stub', 'mdx', 'GET'],
      ['/api/users/list', 'endpoint', 'GET'],
    ]);
    expect(redirects).toMatchObject([{ source: '/api/old', destination: '/api/a' }]);
    expect(said).toMatchObject([
      { code: 'config/duplicate-page', message: 'page "GET /a" is listed twice; docsgen ignores the second entry' },
    ]);
  });
});

describe('pages', () => {
  test('should take titles from front matter, operation, heading or file name', () => {
    const { pages } = plan(
      { pages: ['a', 'b', 'c', 'd', 'e'] },
      {
        'a.mdx': '---\ntitle: Front\nsidebarTitle: Side\n---\n# Heading',
        'b.mdx': '# Heading',
        'c.mdx': '---\nopenapi: "spec.json get /users/{id}/posts"\n---\n',
        'd.mdx': '---\napi: POST https://api.example.com/v1/users\n---\n',
        'e.mdx': '---\nopenapi: spec.json webhook user.created\n---\n',
      },
    );
    expect(pages.map(({ title, sidebarTitle, method }) => [title, sidebarTitle, method])).toEqual([
      ['Front', 'Side', undefined],
      ['Heading', 'Heading', undefined],
      ['Get users posts', 'Get users posts', 'GET'],
      ['Post v1 users', 'Post v1 users', 'POST'],
      ['user.created', 'user.created', 'WEBHOOK'],
    ]);
  });

  test('should make an entry, and no page, of a link page', () => {
    const { nav, pages, redirects } = plan(
      { pages: ['index', 'blog'] },
      { 'index.mdx': '', 'blog.mdx': '---\ntitle: Blog\nurl: https://blog.example\n---\n' },
    );
    expect(pages.map((page) => page.path)).toEqual(['index']);
    expect(nav.root.children[1]).toMatchObject({
      kind: 'page',
      href: 'https://blog.example',
      external: true,
      title: 'Blog',
      deprecated: false,
    });
    expect(nav.neighbours.get('index')).toEqual({});
    expect(redirects).toMatchObject([{ source: '/blog', destination: 'https://blog.example', permanent: false }]);
  });

  test('should build unlisted pages after the listed ones', () => {
    const { pages, nav } = plan({ pages: ['z'] }, ['b.mdx', 'a.mdx', 'z.mdx']);
    expect(pages.map((page) => page.path)).toEqual(['z', 'a', 'b']);
    expect([...nav.places.keys()]).toEqual(['z']);
  });

  test('should know language and version of pages', () => {
    const { pages } = plan(
      {
        languages: [
          { language: 'en', versions: [{ version: 'v2', pages: ['a'] }] },
          { language: 'pt-BR', pages: ['pt-BR/a'] },
        ],
      },
      ['a.mdx', 'pt-BR/a.mdx', 'pt-BR/free.mdx', 'free.mdx'],
    );
    expect(pages.map(({ path, language, version }) => [path, language, version])).toEqual([
      ['a', 'en', 'v2'],
      ['pt-BR/a', 'pt-BR', undefined],
      ['free', undefined, undefined],
      ['pt-BR/free', 'pt-BR', undefined],
    ]);
  });
});

describe('conflicts', () => {
  test.each<[string, string[], string[], object[], string[]]>([
    [
      'both listed',
      ['a', 'a/index'],
      ['a.mdx', 'a/index.mdx'],
      [{ code: 'config/route-conflict', severity: 'error', message: 'a.mdx and a/index.mdx both produce /a' }],
      ['a.mdx'],
    ],
    [
      'the index listed',
      ['a/index'],
      ['a.mdx', 'a/index.mdx'],
      [{ severity: 'warning', message: 'a/index.mdx and a.mdx both produce /a' }],
      ['a/index.mdx'],
    ],
    ['none listed', ['x'], ['a.mdx', 'a/index.mdx', 'x.mdx'], [{ severity: 'warning' }], ['x.mdx', 'a.mdx']],
    ['two extensions', ['a'], ['a.md', 'a.mdx'], [{ severity: 'warning', message: 'a.mdx and a.md both produce /a' }], ['a.mdx']],
    [
      'capitals, both listed',
      ['Guide', 'guide'],
      ['Guide.mdx', 'guide.mdx'],
      [{ code: 'config/route-conflict', severity: 'error', message: 'Guide.mdx and guide.mdx collide on case-insensitive file systems' }],
      ['Guide.mdx', 'guide.mdx'],
    ],
    ['capitals, one listed', ['Guide'], ['Guide.mdx', 'guide.mdx'], [{ severity: 'warning' }], ['Guide.mdx', 'guide.mdx']],
    [
      'reserved names',
      ['con', 'docs/aux', 'nul.v2', 'console'],
      ['con.mdx', 'docs/aux.mdx', 'nul.v2.mdx', 'console.mdx'],
      ['con', 'docs/aux', 'nul.v2'].map((name) => ({
        code: 'config/reserved-name',
        severity: 'error',
        message: `page "${name}" cannot be written on Windows: the name is reserved`,
      })),
      ['con.mdx', 'docs/aux.mdx', 'nul.v2.mdx', 'console.mdx'],
    ],
  ])('should handle %s', (_, entries, files, expected, built) => {
    const { said, pages } = plan({ pages: entries }, files);
    expect(said).toMatchObject(expected);
    expect(said).toHaveLength(expected.length);
    expect(pages.map((page) => page.file)).toEqual(built);
  });

  test('should prefer a page to a file of the same place', () => {
    const { assets, said } = plan({ pages: ['logo'] }, ['logo.mdx', 'logo', 'logo/index.html', 'images/a.png']);
    expect(assets).toEqual(['images/a.png']);
    expect(said.map((one) => one.severity)).toEqual(['warning', 'warning']);
  });
});

describe('the tree', () => {
  test('should take any division under any other', () => {
    const { nav } = plan(
      {
        languages: [
          {
            language: 'en',
            products: [
              {
                product: 'P',
                tabs: [
                  {
                    tab: 'T',
                    menu: [{ item: 'I', groups: [{ group: 'G', pages: ['a', { anchor: 'A', pages: [{ group: 'H', pages: ['b'] }] }] }] }],
                  },
                ],
              },
            ],
          },
        ],
      },
      ['a.mdx', 'b.mdx'],
    );
    expect(draw(nav.root)).toBe('[en[P[T[I[G[A A[H[B]]]]]]]]');
    expect(nav.places.get('b')?.[0]?.trail.map((node) => node.kind)).toEqual([
      'root',
      'language',
      'product',
      'tab',
      'item',
      'group',
      'anchor',
      'group',
    ]);
  });

  test('should drop what is empty or hidden, and keep links and roots', () => {
    const { nav } = plan(
      {
        tabs: [
          { tab: 'Link', href: 'https://x.example' },
          { tab: 'Empty', groups: [{ group: 'E', pages: [] }] },
          { tab: 'Hidden', hidden: true, pages: ['a'] },
          {
            tab: 'Main',
            groups: [
              { group: 'R', root: '/root', pages: [] },
              { group: 'H', hidden: true, pages: ['b'] },
              { group: 'G', pages: ['c', 'd'] },
              { group: 'Gone', pages: ['missing'] },
            ],
          },
        ],
      },
      { 'a.mdx': '', 'b.mdx': '', 'c.mdx': '', 'd.mdx': '---\nhidden: true\n---\n', 'root.mdx': '' },
    );
    expect(draw(nav.root)).toBe('[Link[] Main[R(Root)[] G[C]]]');
    expect(nav.root.firstPage).toBe('root');
    // Pages that are reached by URL alone open in the section that they belong to.
    expect(nav.places.get('d')?.[0]?.trail.map((node) => node.name)).toEqual(['', 'Main', 'G']);
    expect(nav.places.get('b')?.[0]?.trail.map((node) => node.name)).toEqual(['', 'Main']);
    expect(nav.places.get('a')?.[0]?.trail.map((node) => node.name)).toEqual(['']);
  });

  test('should keep all places of a page, shown ones first', () => {
    const { nav } = plan(
      {
        groups: [
          { group: 'A', hidden: true, pages: ['a'] },
          { group: 'B', pages: ['a'] },
          { group: 'C', pages: ['a'] },
        ],
      },
      ['a.mdx'],
    );
    expect(nav.places.get('a')?.map((place) => place.trail.at(-1)?.name)).toEqual(['B', 'C', '']);
  });

  test('should hand down directory', () => {
    const { nav } = plan({ directory: 'card', groups: [{ group: 'A', pages: ['a', { group: 'B', directory: 'none', pages: ['b'] }] }] }, [
      'a.mdx',
      'b.mdx',
    ]);
    const group = nav.root.children[0] as NavNode;
    expect([nav.root.directory, group.directory, (group.children[1] as NavNode).directory]).toEqual(['card', 'card', 'none']);
  });

  test('should survive a thousand levels', () => {
    let pages: unknown[] = ['a'];
    for (let depth = 0; depth < 1_000; depth++) pages = [{ group: 'G', pages }];
    expect(plan({ pages }, ['a.mdx']).nav.places.get('a')?.[0]?.trail).toHaveLength(1_001);
  });
});

describe('previous and next', () => {
  test.each<[string, object, Record<string, [string | undefined, string | undefined]>]>([
    [
      'within a tab, over its groups',
      {
        tabs: [
          {
            tab: 'T',
            groups: [
              { group: 'A', root: 'r', pages: ['a'] },
              { group: 'B', pages: [{ group: 'C', pages: ['b'] }, 'c'] },
            ],
          },
          { tab: 'U', pages: ['d'] },
        ],
      },
      { r: [undefined, 'a'], a: ['r', 'b'], b: ['a', 'c'], c: ['b', undefined], d: [undefined, undefined] },
    ],
    ['without hidden pages', { pages: ['a', 'hidden', 'b'] }, { a: [undefined, 'b'], b: ['a', undefined] }],
    [
      'of the first place of a page',
      {
        tabs: [
          { tab: 'T', pages: ['a', 'b'] },
          { tab: 'U', pages: ['c', 'b', 'd'] },
        ],
      },
      { a: [undefined, 'b'], b: ['a', undefined], c: [undefined, 'b'], d: ['b', undefined] },
    ],
    [
      'through a division inside a group',
      { groups: [{ group: 'G', pages: ['a', { anchor: 'A', pages: ['b'] }, 'c'] }] },
      { a: [undefined, 'b'], b: ['a', 'c'], c: ['b', undefined] },
    ],
  ])('should follow reading order %s', (_, navigation, expected) => {
    const files = { 'a.mdx': '', 'b.mdx': '', 'c.mdx': '', 'd.mdx': '', 'r.mdx': '', 'hidden.mdx': '---\nhidden: true\n---\n' };
    const { neighbours } = plan(navigation, files).nav;
    const found = Object.fromEntries([...neighbours].map(([path, { previous, next }]) => [path, [previous?.page, next?.page]]));
    expect(found).toEqual(expected);
  });
});

describe('home', () => {
  test.each<[string, object, string[], object[], object]>([
    ['the index page', { pages: ['a', 'index'] }, ['a.mdx', 'index.mdx'], [], { kind: 'page', page: { path: 'index' } }],
    ['the first page', { pages: ['a', 'b'] }, ['a.mdx', 'b.mdx'], [], { kind: 'redirect', href: '/a' }],
    [
      'a redirect of the author',
      { pages: ['a', 'b'] },
      ['a.mdx', 'b.mdx'],
      [{ source: '/', destination: '/b' }],
      { kind: 'redirect', href: '/b' },
    ],
    [
      'the default version',
      {
        versions: [
          { version: '1', pages: ['a'] },
          { version: '2', default: true, pages: ['b'] },
        ],
      },
      ['a.mdx', 'b.mdx'],
      [],
      { kind: 'redirect', href: '/b' },
    ],
    ['an unlisted page', { pages: ['missing'] }, ['a.mdx'], [], { kind: 'redirect', href: '/a' }],
  ])('should be %s', (_, navigation, files, redirects, expected) => {
    const { pages, nav, redirects: resolved } = plan(navigation, files, { redirects });
    expect(homePage(pages, nav, resolved)).toMatchObject(expected);
  });
});
