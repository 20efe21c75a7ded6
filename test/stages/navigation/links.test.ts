import { expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { readPages } from '../../../src/stages/content/read-pages.ts';
import { buildNav } from '../../../src/stages/navigation/build-nav.ts';
import { createLinkResolver } from '../../../src/stages/navigation/links.ts';
import { siteConfig } from './site-config.ts';

const files = [
  'index.mdx',
  'guides/index.mdx',
  'guides/start.mdx',
  'guides/start/next.mdx',
  'guides/v1.5.mdx',
  'Api/Users.mdx',
  'a b+c.mdx',
  '指南.mdx',
  'images/x y.png',
  'guides/local.png',
  'guides/file.pdf',
];
const config = siteConfig(
  { pages: files.flatMap((file) => (file.endsWith('.mdx') ? file.slice(0, -4) : [])) },
  {
    redirects: [
      { source: '/old', destination: '/guides/start#top' },
      { source: '/out/*', destination: 'https://x.example/*' },
      { source: '/moved', destination: '/elsewhere' },
    ],
  },
);
const content = readPages({ files: memory(Object.fromEntries(files.map((file) => [file, '']))), config }).value;
const planned = buildNav({ config, sources: content.pages, assets: content.assets }).value;

function resolver(base = '') {
  return createLinkResolver({ ...planned, base, generatedAt: (path) => (path === '/sitemap.xml' ? {} : undefined) });
}

test.each<[string, string, string, string]>([
  ['/guides/start', 'index.mdx', 'page', '/guides/start'],
  ['/guides/start/', 'index.mdx', 'page', '/guides/start'],
  ['/guides/start.mdx', 'index.mdx', 'page', '/guides/start'],
  ['/guides/start.md#x', 'index.mdx', 'page', '/guides/start#x'],
  ['/guides/start.html?a=1#x', 'index.mdx', 'page', '/guides/start?a=1#x'],
  ['/guides/index', 'index.mdx', 'page', '/guides'],
  ['/guides', 'index.mdx', 'page', '/guides'],
  ['/', 'guides/start.mdx', 'page', '/'],
  ['/index', 'guides/start.mdx', 'page', '/'],
  ['/api/users', 'index.mdx', 'page', '/Api/Users'],
  ['/guides/v1.5', 'index.mdx', 'page', '/guides/v1.5'],
  ['/a%20b+c', 'index.mdx', 'page', '/a%20b+c'],
  ['/a b+c', 'index.mdx', 'page', '/a%20b+c'],
  ['/指南', 'index.mdx', 'page', '/%E6%8C%87%E5%8D%97'],
  ['start', 'guides/v1.5.mdx', 'page', '/guides/start'],
  ['./start.mdx', 'guides/v1.5.mdx', 'page', '/guides/start'],
  ['../guides/start', 'guides/v1.5.mdx', 'page', '/guides/start'],
  ['guides/start', 'guides/v1.5.mdx', 'page', '/guides/start'],
  ['./next', 'guides/start.mdx', 'page', '/guides/start/next'],
  ['../../../index', 'guides/start.mdx', 'page', '/'],
  ['?tab=2', 'guides/start.mdx', 'page', '/guides/start?tab=2'],
  ['#part', 'guides/start.mdx', 'anchor', '#part'],
  ['', 'guides/start.mdx', 'anchor', ''],
  ['/images/x y.png', 'index.mdx', 'asset', '/images/x%20y.png'],
  ['local.png', 'guides/start.mdx', 'asset', '/guides/local.png'],
  ['/guides/file.pdf#page=2', 'index.mdx', 'asset', '/guides/file.pdf#page=2'],
  ['/old', 'index.mdx', 'redirect', '/guides/start#top'],
  ['/moved#a', 'index.mdx', 'redirect', '/elsewhere#a'],
  ['/out/a/b', 'index.mdx', 'redirect', 'https://x.example/a/b'],
  ['/sitemap.xml', 'index.mdx', 'generated', '/sitemap.xml'],
  ['https://x.example/a', 'index.mdx', 'external', 'https://x.example/a'],
  ['//x.example/a', 'index.mdx', 'external', '//x.example/a'],
  ['mailto:a@b.example', 'index.mdx', 'external', 'mailto:a@b.example'],
  ['/100%', 'index.mdx', 'missing', '/100%25'],
  ['/nope', 'index.mdx', 'missing', '/nope'],
])('should resolve %j in %s', (href, file, status, expected) => {
  expect(resolver()(file, href)).toMatchObject({ status, href: expected });
});

test.each<[string, string, string]>([
  ['/guides/start#x', 'page', '/docs/guides/start#x'],
  ['/docs/guides/start', 'page', '/docs/guides/start'],
  ['/', 'page', '/docs/'],
  ['/images/x y.png', 'asset', '/docs/images/x%20y.png'],
  ['/old', 'redirect', '/docs/guides/start#top'],
  ['/nope', 'missing', '/docs/nope'],
])('should put the base before %s', (href, status, expected) => {
  expect(resolver('/docs')('index.mdx', href)).toMatchObject({ status, href: expected });
});

test('should suggest no page of another language, unless the link itself leads there', () => {
  const paths = ['index', 'guides/select', 'ja/index', 'ja/apps/platform', 'ja/guides/select'];
  const twoLanguages = siteConfig({
    languages: [
      { language: 'en', pages: paths.slice(0, 2) },
      { language: 'ja', pages: paths.slice(2) },
    ],
  });
  const pages = readPages({ files: memory(Object.fromEntries(paths.map((path) => [`${path}.mdx`, '']))), config: twoLanguages }).value
    .pages;
  const resolve = createLinkResolver({ ...buildNav({ config: twoLanguages, sources: pages, assets: [] }).value, base: '' });
  expect(resolve('index.mdx', '/old/platform').nearest).toBeUndefined();
  expect(resolve('index.mdx', '/old/select').nearest).toBe('/guides/select');
  expect(resolve('index.mdx', '/ja/old/platform').nearest).toBe('/ja/apps/platform');
  expect(resolve('ja/index.mdx', '/old/platform').nearest).toBe('/ja/apps/platform');
  expect(resolve('ja/index.mdx', '/ja/select').nearest).toBe('/ja/guides/select');
});

test.each([
  ['www.x.dev/a', 'https://www.x.dev/a'],
  ['blog.example.com', 'https://blog.example.com'],
  ['docs.x.io/a?b#c', 'https://docs.x.io/a?b#c'],
  ['https//x.dev/a', 'https://x.dev/a'],
  ['http/x.dev', 'http://x.dev'],
  ['http/request.mdx', undefined],
  ['http;//x.dev', 'http://x.dev'],
  ['setup.sh', undefined],
  ['release-1.2.dev-notes/x', undefined],
  ['https-setup/x.dev', undefined],
])('should take %s for an address elsewhere: %s', (href, nearest) => {
  expect(createLinkResolver({ pages: [], assets: [], redirects: [], base: '' })('index.mdx', href)).toMatchObject({ status: 'missing' });
  expect(createLinkResolver({ pages: [], assets: [], redirects: [], base: '' })('index.mdx', href).nearest).toBe(nearest);
});

test('should name the page, the fragment and the nearest path', () => {
  const resolve = resolver();
  expect(resolve('index.mdx', '/guides/start#caf%C3%A9')).toMatchObject({ page: { path: 'guides/start' }, fragment: 'café' });
  expect(resolve('index.mdx', '/guides/strat').nearest).toBe('/guides/start');
  expect(resolve('index.mdx', '/wrong/place/start').nearest).toBe('/guides/start');
  expect(resolve('index.mdx', '/entirely/other').nearest).toBeUndefined();
  expect(resolve('index.mdx', '/guides/stack').nearest).toBe('/guides/start');
  expect(resolve('index.mdx', '/mode').nearest).toBeUndefined();
  expect(resolve('index.mdx', '/a').nearest).toBeUndefined();
});
