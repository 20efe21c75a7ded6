import { describe, expect, test } from 'vitest';
import type { NavNode } from '../../../src/model/nav-tree.ts';
import type { FrontMatter } from '../../../src/model/source-page.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { readPages } from '../../../src/stages/content/read-pages.ts';
import { buildNav } from '../../../src/stages/navigation/build-nav.ts';
import { endpointPages } from '../../../src/stages/openapi/endpoint-pages.ts';
import { siteConfig } from '../navigation/site-config.ts';

const ok = { responses: { 200: { description: 'ok' } } };
const spec = (paths: object, more: object = {}) => JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more });

const users = spec(
  {
    '/users': {
      get: { tags: ['Users'], summary: 'List users', description: 'All **users**.\n\nMore.', ...ok },
      post: { tags: ['Users'], ...ok },
    },
    '/users/{id}': { get: { tags: ['Users'], summary: 'Get a user?', ...ok }, delete: { 'x-excluded': true, ...ok } },
    '/ping': { get: { summary: 'Ping', deprecated: true, ...ok } },
  },
  { webhooks: { userMade: { post: ok } }, components: { schemas: { User: { title: 'A user' } } } },
);

function frontMatter(values: ReadonlyMap<string, unknown>): FrontMatter {
  const empty = { mode: 'default', hidden: false, noindex: false, deprecated: false, hideFooterPagination: false, hideApiMarker: false };
  return { ...empty, keywords: [], rss: false, meta: {}, extra: {}, ...Object.fromEntries(values) } as FrontMatter;
}

function plan(navigation: object, texts: Record<string, string>) {
  const config = siteConfig(navigation);
  const files = memory(texts);
  const content = readPages({ files, config }).value;
  const endpoints = endpointPages({ files, config, sources: content.pages, frontMatter });
  const { value, diagnostics } = buildNav({ config, sources: content.pages, assets: [], endpoints });
  return {
    ...value,
    endpoints,
    said: diagnostics.map(
      ({ code, message, hint, location }) => `${location?.file}:${location?.line}:${location?.column} ${code} ${message} (${hint})`,
    ),
  };
}

function draw(node: NavNode): string {
  return `${node.name}[${node.children.map((child) => (child.kind === 'page' ? child.title : draw(child))).join(' ')}]`;
}

describe('generated pages', () => {
  test('should fill a node that lists nothing, grouped by first tag', () => {
    const { nav, pages, redirects, said, endpoints } = plan({ groups: [{ group: 'API', openapi: 'api.json' }] }, { 'api.json': users });
    expect(draw(nav.root)).toBe('[API[Users[List users Post users Get a user?] API Reference[Ping userMade]]]');
    expect(pages.map(({ url, kind, method, description, deprecated }) => [url, kind, method, description, deprecated])).toEqual([
      ['/api-reference/users/list-users', 'endpoint', 'GET', 'All users.', false],
      ['/api-reference/users/post-users', 'endpoint', 'POST', undefined, false],
      ['/api-reference/users/get-a-user', 'endpoint', 'GET', undefined, false],
      ['/api-reference/ping', 'endpoint', 'GET', undefined, true],
      ['/api-reference/usermade', 'endpoint', 'WEBHOOK', undefined, false],
    ]);
    expect(redirects).toEqual([]);
    expect(said).toEqual([]);
    expect(endpoints.operationOf({ path: 'api-reference/ping' })?.operation.ref.id).toBe('api.json GET /ping');
  });

  test('should follow the other pages of a node that lists none of its operations', () => {
    const texts = { 'api.json': users, 'over.mdx': '---\ntitle: Overview\n---\nA' };
    const one = { 'one.mdx': '---\ntitle: One\nopenapi: GET /ping\n---\nA', 'user.mdx': '---\ntitle: User\nopenapi-schema: User\n---\nA' };
    const drawn = (navigation: object, more = {}) => draw(plan(navigation, { ...texts, ...more }).nav.root);
    const all = 'Users[List users Post users Get a user?] API Reference[Ping userMade]';
    expect(drawn({ groups: [{ group: 'API', openapi: 'api.json', pages: ['over'] }] })).toBe(`[API[Overview ${all}]]`);
    expect(drawn({ tabs: [{ tab: 'API', openapi: 'api.json', groups: [{ group: 'G', pages: ['over'] }] }] })).toBe(
      `[API[G[Overview] ${all}]]`,
    );
    // Whoever names one names all.
    expect(drawn({ groups: [{ group: 'API', openapi: 'api.json', pages: ['over', 'GET /ping'] }] })).toBe('[API[Overview Ping]]');
    expect(drawn({ groups: [{ group: 'API', openapi: 'api.json', pages: ['over', 'one'] }] }, one)).toBe('[API[Overview One]]');
    expect(drawn({ groups: [{ group: 'Schemas', openapi: 'api.json', pages: ['over', 'user'] }] }, one)).toBe('[Schemas[Overview User]]');
    expect(
      drawn({
        tabs: [{ tab: 'API', openapi: 'api.json', groups: [{ group: 'G', pages: ['over', { group: 'H', pages: ['GET /ping'] }] }] }],
      }),
    ).toBe('[API[G[Overview H[Ping]]]]');
    // The description of the whole, or of what holds other divisions, is for the entries below.
    expect(drawn({ openapi: 'api.json', groups: [{ group: 'G', pages: ['over'] }] })).toBe('[G[Overview]]');
    expect(drawn({ versions: [{ version: '1', openapi: 'api.json', tabs: [{ tab: 'T', pages: ['over'] }] }] })).toBe('[1[T[Overview]]]');
  });

  test('should redirect from the address that the format gives where ours differs', () => {
    const text = spec({ '/a': { get: { tags: ['T'], summary: 'Ends in space ', ...ok } } });
    const { pages, redirects } = plan({ groups: [{ group: 'API', openapi: 'api.json' }] }, { 'api.json': text });
    expect(pages.map((page) => page.url)).toEqual(['/api-reference/t/ends-in-space']);
    expect(redirects).toMatchObject([{ source: '/api-reference/t/ends-in-space-', destination: '/api-reference/t/ends-in-space' }]);
  });

  test('should number equal slugs, and names that the disk holds for equal', () => {
    const paths = {
      '/a': { get: { summary: 'Same', ...ok } },
      '/b': { get: { summary: 'same', ...ok } },
      '/c': { get: { summary: 'Same!', ...ok } },
    };
    const { pages } = plan(
      { groups: [{ group: 'API', openapi: 'api.json' }] },
      { 'api.json': spec(paths), 'api-reference/same.mdx': '# Mine' },
    );
    expect(pages.map((page) => page.url)).toEqual([
      '/api-reference/same-1',
      '/api-reference/same-2',
      '/api-reference/same!',
      '/api-reference/same',
    ]);
  });

  test('should keep every generated page inside the site', () => {
    const paths = {
      '/a/../../../x': { get: { tags: ['a/../../b'], operationId: '../../../x', ...ok } },
      '/b': { get: { 'x-docs': { href: '../../x' }, ...ok } },
    };
    const { pages } = plan({ groups: [{ group: 'API', openapi: 'api.json' }] }, { 'api.json': spec(paths) });
    expect(pages.map((page) => page.output)).toEqual(['api-reference/ab/get-a-x/index.html', 'x/index.html']);
  });

  test('should hide and change pages as x-docs and x-hidden say', () => {
    const paths = {
      '/a': { get: { 'x-hidden': true, ...ok } },
      '/b': { get: { 'x-mint': { metadata: { title: 'Own title', tag: 'NEW' }, href: '/my/own-place' }, ...ok } },
    };
    const { nav, pages } = plan({ groups: [{ group: 'API', openapi: 'api.json' }] }, { 'api.json': spec(paths) });
    expect(draw(nav.root)).toBe('[API[API Reference[Own place]]]');
    expect(pages).toMatchObject([
      { url: '/api-reference/get-a', access: { inSidebar: false } },
      { url: '/my/own-place', title: 'Own title', sidebarTitle: 'Own place', tag: 'NEW' },
    ]);
  });

  test('should put groups of one section together', () => {
    const text = spec(
      { '/a': { get: { tags: ['A'], ...ok } }, '/b': { get: { tags: ['B'], ...ok } }, '/c': { get: { tags: ['C'], ...ok } } },
      { 'x-tagGroups': [{ name: 'Core', tags: ['A', 'C'] }] },
    );
    expect(draw(plan({ groups: [{ group: 'API', openapi: 'api.json' }] }, { 'api.json': text }).nav.root)).toBe(
      '[API[Core[A[Get a] C[Get c]] B[Get b]]]',
    );
  });
});

describe('entries and front matter', () => {
  test('should make the pages of entries, and say which are missing', () => {
    const { nav, said } = plan(
      { groups: [{ group: 'API', openapi: 'api.json', pages: ['GET /ping/', 'POST /user', 'intro', 'api.json GET /users'] }] },
      { 'api.json': users, 'intro.mdx': '# Intro' },
    );
    expect(draw(nav.root)).toBe('[API[Ping Intro List users]]');
    expect(said).toEqual(['docs.json:1:1 config/endpoint-missing POST /user is not in api.json (write "POST /users")']);
  });

  test.each([
    ['openapi: GET /users', 'List users', 'GET'],
    ['openapi: "api.json get /users/{id}"', 'Get a user?', 'GET'],
    ['openapi: "/specs/api GET /users"', 'List users', 'GET'],
    ['openapi: "api GET /users/"', 'List users', 'GET'],
    ['openapi: "../specs/api.json GET /users"', 'List users', 'GET'],
    ['openapi: "webhook usermade"', 'userMade', 'WEBHOOK'],
    ['openapi-schema: User', 'A user', undefined],
    ['openapi-schema: api.json User', 'A user', undefined],
  ])('should follow %s', (line, title, method) => {
    const { pages, said, endpoints } = plan({ pages: ['docs/page'] }, { 'specs/api.json': users, 'docs/page.mdx': `---\n${line}\n---\n` });
    expect(pages.map((page) => [page.title, page.method])).toEqual([[title, method]]);
    expect(said).toEqual([]);
    expect(endpoints.operationOf(pages[0] as never)).toBeDefined();
  });

  test('should point at front matter that names no operation', () => {
    const { said } = plan({ pages: ['page'] }, { 'api.json': users, 'page.mdx': '---\ntitle: A\nopenapi: "PUT /users"\n---\n' });
    expect(said).toEqual(['page.mdx:3:11 config/endpoint-missing PUT /users is not in api.json (write "GET /users")']);
  });

  test.each([
    ['apis.json GET /users', 'apis.json" does not exist, so docsgen leaves out GET /users (write "api.json GET /users")'],
    ['other.yaml GET /users', 'other.yaml" does not exist, so docsgen leaves out GET /users (add the file, or fix its name)'],
  ])('should say of %s that its description does not exist', (reference, words) => {
    const { said } = plan({ pages: ['page'] }, { 'api.json': users, 'page.mdx': `---\ntitle: A\nopenapi: "${reference}"\n---\n` });
    expect(said).toEqual([`page.mdx:3:11 config/endpoint-missing API description "${words}`]);
  });

  test('should know a description whose tool sorted the keys', () => {
    const { components, info, openapi, paths } = {
      ...JSON.parse(users),
      components: { schemas: { A: { description: 'x'.repeat(9000) } } },
    };
    const { said, pages } = plan(
      { pages: ['one', 'two'] },
      {
        'sorted.json': JSON.stringify({ components, info, openapi, paths }),
        'one.mdx': '---\nopenapi: "/sorted.json GET /users"\n---\n',
        'two.mdx': '---\nopenapi: GET /ping\n---\n',
      },
    );
    expect(said).toEqual([]);
    expect(pages.map(({ title }) => title)).toEqual(['List users', 'Ping']);
  });

  test('should let a page file take the place of the page of its operation', () => {
    const mdx = '---\ntitle: My ping\nopenapi: GET /ping\n---\n';
    const navigation = { groups: [{ group: 'API', openapi: 'api.json' }] };
    const unlisted = plan(navigation, { 'api.json': users, 'ping.mdx': mdx });
    expect(draw(unlisted.nav.root)).toBe('[API[Users[List users Post users Get a user?] API Reference[My ping userMade]]]');
    expect(unlisted.pages.filter((page) => page.title === 'Ping')).toEqual([]);
    const listed = plan({ groups: [{ group: 'Start', pages: ['ping'] }, ...navigation.groups] }, { 'api.json': users, 'ping.mdx': mdx });
    expect(draw(listed.nav.root)).toBe('[Start[My ping] API[Users[List users Post users Get a user?] API Reference[userMade]]]');
  });

  test('should not show readers of one language the page file of another', () => {
    const mdx = '---\ntitle: Mon ping\nopenapi: GET /ping\n---\n';
    const { nav } = plan(
      {
        languages: [
          { language: 'en', groups: [{ group: 'API', openapi: 'api.json', pages: ['GET /ping'] }] },
          { language: 'fr', pages: ['fr/ping'] },
        ],
      },
      { 'api.json': users, 'fr/ping.mdx': mdx },
    );
    expect(draw(nav.root)).toBe('[en[API[Ping]] fr[Mon ping]]');
  });

  test('should not count the operations of a description that does not exist', () => {
    const { said } = plan(
      { groups: [{ group: 'A', openapi: 'https://x.example/a.json', pages: ['GET /a', 'GET /b', 'page'] }] },
      { 'page.mdx': '---\nopenapi: GET /c\n---\n' },
    );
    expect(said.map((line) => line.split(' ')[1])).toEqual(['openapi/remote']);
  });

  test('should warn once of a description that does not exist, and of one on the network', () => {
    const { said } = plan(
      {
        groups: [
          { group: 'A', openapi: 'nope.json' },
          { group: 'B', openapi: 'nope.json' },
          { group: 'C', openapi: 'https://x.example/a.json' },
        ],
      },
      { 'index.mdx': '' },
    );
    expect(said.map((line) => line.split(' ')[1])).toEqual(['openapi/missing', 'openapi/remote']);
  });
});
