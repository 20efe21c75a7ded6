/** `docsgen serve --route-languages`: `/` leads to the language of the reader. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preferredLanguage } from '../../../src/apps/serve/negotiate.ts';
import { docsJson } from '../../harness/project.ts';
import { type ServedProject, serveProject } from './served-project.ts';

const files = {
  'docs.json': docsJson({
    languages: [
      { language: 'en', default: true, pages: ['index', 'start'] },
      { language: 'de', pages: ['de/index', 'de/start'] },
      { language: 'cn', pages: ['cn/start'] },
    ],
  }),
  ...Object.fromEntries(
    ['index', 'start', 'de/index', 'de/start', 'cn/start'].map((path) => [`${path}.mdx`, `---\ntitle: ${path}\n---\n`]),
  ),
};

test.each([
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  ['en;q=0.5, de;q=0.9', 'de'],
  ['zh-TW, zh;q=0.9', 'zh-CN'],
  ['fr, de;q=0', undefined],
  ['fr, *, de;q=0.1', undefined],
  ['', undefined],
  [undefined, undefined],
])('prefers by %o the language %o', (header, expected) => {
  expect(preferredLanguage(header, ['en', 'de', 'zh-CN'])).toBe(expected);
});

describe.each(['', '/docs'])('a site with three languages below "%s"', (base) => {
  let served: ServedProject;
  beforeAll(async () => {
    served = await serveProject(files, { routesLanguages: true, base });
  }, 180_000);
  afterAll(() => served?.close());
  const ask = (path: string, language: string, more: Readonly<Record<string, string>> = {}) =>
    served.ask(base + path, { headers: { accept: 'text/html', 'accept-language': language, ...more } });

  test('redirects to the first page of the preferred language, which no cache keeps', async () => {
    const { status, headers } = await ask('/?a=b', 'de-AT,de;q=0.9');
    expect([status, headers.location]).toEqual([307, `${base}/de?a=b`]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept-Language' });
    expect((await ask('/', 'zh')).headers.location).toBe(`${base}/cn/start`);
  });

  test('keeps the default language, links inside the site, other pages and programs', async () => {
    const kept = await Promise.all([
      ask(base === '' ? '/' : '', 'en, de;q=0.5'),
      ask(base === '' ? '/' : '', 'fr'),
      ask(base === '' ? '/' : '', 'de', { 'sec-fetch-site': 'same-origin' }),
      ask(base === '' ? '/' : '', 'de', { accept: '*/*' }),
      ask('/start', 'de'),
    ]);
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // A shared cache would give the default language to everyone.
    expect(kept[0]?.headers['cache-control']).toBe('private, no-cache');
    expect(kept[4]?.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });
});

test('is off by default', async () => {
  const served = await serveProject(files);
  const { status } = await served.ask('/', { headers: { accept: 'text/html', 'accept-language': 'de' } });
  await served.close();
  expect(status).toBe(200);
}, 180_000);
