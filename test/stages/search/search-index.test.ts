import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { OutputFile } from '../../../src/model/output-file.ts';
import type { SearchPage } from '../../../src/stages/search/page-record.ts';
import { type ManifestInput, openSearch, type SearchCache } from '../../../src/stages/search/search-index.ts';

const english = { folder: 'en', language: 'en' };
const japanese = { folder: 'ja', language: 'ja' };
const manifest: ManifestInput = { scopes: [], results: 8, starts: [], strings: {} as never };
const page = (url: string, more: Partial<SearchPage> = {}): SearchPage => ({
  url,
  title: `Page ${url}`,
  trail: ['Guides', 'Start'],
  keywords: [],
  boost: 1,
  sections: [
    { id: '', title: '', text: 'Before the first heading.' },
    { id: 'tokens', title: 'Tokens', text: 'A <b>token</b> & its rest.', depth: 3 },
  ],
  ...more,
});

function memory(): SearchCache & { readonly set: SearchCache['set'] } {
  const kept = new Map<string, Buffer>();
  return {
    codeKey: '',
    getBytes: (key) => kept.get(key),
    has: (key) => kept.has(key),
    set: (key, value) => void kept.set(key, value),
    lost: (what) => new Error(what),
  };
}

function build(cache = memory(), changed?: SearchPage): Promise<readonly OutputFile[]> {
  const pages = Array.from({ length: 40 }, (_, at) => page(`/${at}`, at % 2 ? { endpoint: `GET /users/${at}` } : {}));
  return index(
    [
      ...[...pages, ...(changed ? [changed] : [])].map((one) => ({ scope: english, page: one })),
      { scope: japanese, page: page('/ja', { title: '全文検索', boost: 2 }) },
    ],
    cache,
  );
}

async function index(pages: readonly { scope: typeof english; page: SearchPage }[], cache = memory()): Promise<readonly OutputFile[]> {
  const { value: search } = await openSearch(cache);
  if (search === undefined) throw new Error('no search');
  try {
    for (const { scope, page: one } of pages) await search.add(scope, one);
    const { value, diagnostics } = await search.files(() => manifest);
    expect(diagnostics).toEqual([]);
    return value;
  } finally {
    await search.close();
  }
}

const bytes = (file: OutputFile) => Buffer.from('data' in file ? file.data : 'known' in file ? file.make() : '');
const text = (file: OutputFile) => bytes(file).toString();
const fragments = (files: readonly OutputFile[], folder: string) =>
  files
    .filter(({ path }) => path.startsWith(`_docsgen/search/${folder}/fragment/`))
    .map((file) => JSON.parse(gunzipSync(bytes(file)).toString().slice('pagefind_dcd'.length)));

describe('the search index', () => {
  test('has each page once, with its sections, and the same bytes in every build', async () => {
    const [first, second] = await Promise.all([build(), build()]);
    expect(first.map(({ path }) => path)).toEqual(second.map(({ path }) => path));
    expect(first.map(text)).toEqual(second.map(text));
    for (const file of first)
      if ('known' in file) expect(file.known).toEqual({ digest: hash('sha256', bytes(file)), size: bytes(file).length });

    expect(fragments(first, 'en')).toHaveLength(40);
    expect(fragments(first, 'en').find(({ url }) => url === '/1')).toMatchObject({
      meta: { title: 'Page /1', endpoint: 'GET /users /1', trail: 'Guides › Start' },
      anchors: [{ element: 'h3', id: 'tokens', text: 'Tokens' }],
    });
    expect(fragments(first, 'en')[0].content).toContain('A <b>token</b> & its rest.');
    const [ja] = fragments(first, 'ja');
    expect(ja.meta).toMatchObject({ boost: '2', title: expect.stringMatching(/^q\d{12}/) });
    const read = (path: string) => JSON.parse(text(first.find((file) => file.path === `_docsgen/search/${path}`) as OutputFile));
    expect(read('en/manifest.json')).toMatchObject({ kinds: ['endpoint', 'page'], hasBoosts: false });
    expect(read('ja/manifest.json')).toMatchObject({ kinds: ['page'], hasBoosts: true });
    expect(first.filter(({ path }) => path.endsWith('pagefind.js'))).toHaveLength(1);
  });

  test('has the same bytes when an earlier build has indexed most of its pages', async () => {
    const cache = memory();
    await build(cache, page('/changed', { title: 'As it was' }));
    const added = vi.spyOn(cache, 'set');
    const changed = page('/changed', { title: 'As it is' });
    const [again, anew] = [await build(cache, changed), await build(memory(), changed)];
    // The page, beside files that came out otherwise and the list of all pages.
    expect(added.mock.calls.filter(([key]) => !/^search-(?:packed|index)-/.test(key))).toHaveLength(1);
    expect(again.map(({ path }) => path)).toEqual(anew.map(({ path }) => path));
    expect(again.map(text)).toEqual(anew.map(text));
  });

  describe('after changes', () => {
    const pages = Array.from({ length: 12 }, (_, at) => page(`/${at}`, { title: `Title ${at}` }));
    const edits: [string, (of: SearchPage[]) => SearchPage[]][] = [
      ['a title', (of) => of.map((one) => (one.url === '/3' ? { ...one, title: 'Other title token' } : one))],
      ['a text', (of) => of.map((one) => (one.url === '/5' ? { ...one, sections: [{ id: '', title: '', text: 'token token.' }] } : one))],
      ['a new page', (of) => [...of.slice(0, 4), page('/new'), ...of.slice(4)]],
      ['a removed page', (of) => of.filter(({ url }) => url !== '/7')],
      ['a renamed page', (of) => of.map((one) => (one.url === '/8' ? { ...one, url: '/renamed' } : one))],
      ['a page moved', (of) => [...of.slice(1), of[0] as SearchPage]],
      ['most pages', (of) => of.map((one) => ({ ...one, title: `New ${one.title}` }))],
      ['nothing', (of) => of],
    ];
    const scoped = (of: readonly SearchPage[]) => of.map((one) => ({ scope: english, page: one }));
    const files = (of: readonly OutputFile[]) => new Map(of.map((file) => [file.path, text(file)]));

    test.each(edits)('has the same bytes as one made from nothing: %s', async (_, edit) => {
      const cache = memory();
      await index(scoped(pages), cache);
      const changed = edit(pages);
      expect(files(await index(scoped(changed), cache))).toEqual(files(await index(scoped(changed))));
      // Also when it is changed back.
      expect(files(await index(scoped(pages), cache))).toEqual(files(await index(scoped(pages))));
    });

    test.each(['search-packed-', 'search-index-', 'search-reader-', 'search-'])(
      'is made again when the entries %s are missing',
      async (prefix) => {
        const kept = memory();
        await index(scoped(pages), kept);
        const isLost = (key: string) => key.startsWith(prefix) && (prefix !== 'search-' || /^search-[0-9a-f]{40}$/.test(key));
        // `has` finds them: they are damaged.
        const written = new Set<string>();
        const cache: SearchCache = {
          ...kept,
          getBytes: (key) => (isLost(key) && !written.has(key) ? undefined : kept.getBytes(key)),
          set: (key, value) => {
            written.add(key);
            kept.set(key, value);
          },
        };
        const changed = pages.map((one) => (one.url === '/3' ? { ...one, title: 'Other title' } : one));
        const made = await index(scoped(changed), cache);
        expect(files(made)).toEqual(files(await index(scoped(changed))));
      },
    );

    test('says so when a file that it has not read is missing', async () => {
      const kept = memory();
      await index(scoped(pages), kept);
      let isLost = false;
      const cache: SearchCache = { ...kept, getBytes: (key) => (isLost ? undefined : kept.getBytes(key)) };
      const made = await index(scoped(pages), cache);
      isLost = true;
      for (const file of made) if ('known' in file) expect(() => file.make()).toThrow(/_docsgen|a page of the search index/);
    });
  });

  test('has the same bytes whether the pages of its indexes come in turn or one index after the other', async () => {
    const pages = Array.from({ length: 300 }, (_, index) => page(`/${index}`));
    const scopes = [english, japanese];
    const inTurn = await index(pages.flatMap((one) => scopes.map((scope) => ({ scope, page: one }))));
    const apart = await index(scopes.flatMap((scope) => pages.map((one) => ({ scope, page: one }))));
    expect(inTurn.map(({ path }) => path)).toEqual(apart.map(({ path }) => path));
    expect(inTurn.map(text)).toEqual(apart.map(text));
    expect(fragments(inTurn, 'ja')).toHaveLength(300);
  });
});
