/** Indexes put together from parts hold what Pagefind itself writes for the same pages, however these were divided. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CborReader, CborWriter } from '../../../src/stages/search/cbor.ts';
import { chunkFile, chunkPath, type JoinedIndex, type Joining } from '../../../src/stages/search/index-files.ts';
import { joinParts } from '../../../src/stages/search/join-parts.ts';
import { fileMark, primer, readParts } from '../../../src/stages/search/page-parts.ts';
import { pageRecord } from '../../../src/stages/search/page-record.ts';
import { openPagefind, type PagefindFile, type PagefindService } from '../../../src/stages/search/pagefind-service.ts';

const words = 'token Token café cafe naïve resumé résumé run running CamelCase foo-bar x_y 42 Straße ﬀ 𝒳 zebra 全文'.split(' ');
/** Texts that share words in many ways; the same in every run. */
const pages = Array.from({ length: 60 }, (_, page) => ({
  url: `/page-${page}`,
  html: pageRecord(
    {
      url: `/page-${page}`,
      title: `${words[page % words.length]} ${page}`,
      trail: ['Guides'],
      keywords: page % 3 === 0 ? ['special'] : [],
      boost: page % 5 === 0 ? 2 : 1,
      ...(page % 4 === 0 && { endpoint: `GET /users/${page}`, description: 'A café.' }),
      sections: [
        { id: '', title: '', text: Array.from({ length: 300 }, (__, at) => words[(page * 7 + at * (page + 1)) % words.length]).join(' ') },
        { id: 'more', title: `${words[(page + 5) % words.length]} again`, text: `only${page}` },
      ],
    },
    'en',
  ),
}));

let pagefind: PagefindService;
beforeAll(async () => {
  pagefind = await openPagefind();
});
afterAll(() => pagefind.close());

async function index(some: readonly { readonly url: string; readonly html: string }[]): Promise<readonly PagefindFile[]> {
  const made = await pagefind.createIndex('en');
  for (const { url, html } of some) await made.add(url, html);
  return made.files();
}

async function joined(sizes: readonly number[], cache = new Map<string, Buffer>()) {
  const parts = new Map<string, Buffer>();
  let first = 0;
  for (const size of sizes) {
    for (const [url, { words: found }] of readParts(await index([primer, ...pages.slice(first, first + size)]))) parts.set(url, found);
    first += size;
  }
  const settings = joining(cache);
  const whole = await joinParts(
    pages.map(({ url }) => parts.get(url) as Buffer),
    settings,
  );
  return { ...whole, files: filesIn(whole, settings) };
}

const joining = (cache: Map<string, Buffer>): Joining => ({
  version: '1.5.2',
  language: 'en',
  cache: {
    codeKey: '',
    getBytes: (key) => cache.get(key),
    has: (key) => cache.has(key),
    set: (key, bytes) => cache.set(key, bytes),
    lost: (what) => new Error(what),
  },
});

/** The files of an index. */
function filesIn({ chunks, meta }: JoinedIndex, { cache }: Joining): readonly PagefindFile[] {
  return [...chunks.map((chunk) => ({ path: chunkPath(chunk, { language: 'en' }), content: chunkFile(chunk, cache) as Buffer })), meta];
}

/** Arrays, texts and numbers as they are. */
function decode(reader: CborReader): unknown {
  const major = (reader.bytes[reader.at] as number) >> 5;
  if (major === 4) return Array.from({ length: reader.array() }, () => decode(reader));
  return major === 3 ? reader.text() : reader.int();
}

function decoded(files: readonly PagefindFile[], end: string): unknown[] {
  return files
    .filter(({ path }) => path.endsWith(end))
    .map(({ content }) => decode(new CborReader(gunzipSync(content).subarray(fileMark.length))));
}

type Chunk = readonly [words: readonly (readonly [word: string, ...unknown[]])[]];
const wordsOf = (files: readonly PagefindFile[]) =>
  new Map((decoded(files, '.pf_index') as Chunk[]).flatMap(([all]) => all).map((word) => [word[0], word]));

describe('an index from parts', () => {
  test('holds what Pagefind writes for the same pages', async () => {
    const own = await index(pages);
    const { files, pages: found } = await joined([60]);
    expect(found).toHaveLength(60);
    expect(wordsOf(own).size).toBeGreaterThan(70);
    expect(wordsOf(files)).toEqual(wordsOf(own));
    const [version, , , filters, sorts, fields] = (decoded(own, '.pf_meta') as unknown[][])[0] as unknown[];
    const meta = (decoded(files, '.pf_meta') as unknown[][])[0] as unknown[];
    expect([meta[0], ...meta.slice(3)]).toEqual([version, filters, sorts, fields]);
    const counts = (list: unknown) => (list as [string, number][]).map(([, count]) => count);
    expect(counts(meta[1])).toEqual(counts(((decoded(own, '.pf_meta') as unknown[][])[0] as unknown[])[1]));
  });

  test('has the same bytes whatever pages were indexed together', async () => {
    const [whole, divided] = [await joined([60]), await joined([1, 20, 39])];
    const names = whole.pages.map(({ name }) => name);
    expect(divided.pages.map(({ name }) => name)).toEqual(names);
    expect(new Set(names).size).toBe(60);
    expect(divided.files.map(({ path }) => path)).toEqual(whole.files.map(({ path }) => path));
    expect(divided.files.map(({ content }) => Buffer.from(content).toString('hex'))).toEqual(
      whole.files.map(({ content }) => Buffer.from(content).toString('hex')),
    );
  });

  test('has the same bytes when its files were packed before, which is not done again', async () => {
    const cache = new Map<string, Buffer>();
    const fresh = await joined([60], cache);
    const packed = [...cache.values()];
    expect(packed).toHaveLength(fresh.files.length);
    expect((await joined([60], cache)).files).toEqual(fresh.files);
    expect([...cache.values()].every((bytes, at) => bytes === packed[at])).toBe(true);
  });

  test('refuses an index of another form', async () => {
    const files = await index([primer, ...pages.slice(0, 2)]);
    expect(() => readParts(files.filter(({ path }) => !path.endsWith('.pf_meta')))).toThrow('no pf_meta');
    expect(() => readParts(files.filter(({ path }) => !path.includes('index/')))).toThrow('missing or has an unknown format');
    expect(() =>
      readParts(files.map((file) => (file.path.includes('index/') ? { ...file, content: files[0]?.content as Buffer } : file))),
    ).toThrow();
    const { html } = pages[1] as (typeof pages)[number];
    const lacking = await index([{ url: '/lacking', html }]);
    expect(() => readParts(lacking)).toThrow('unknown fields');
  });

  test.each([0, 23, 24, 255, 256, 65_535, 65_536, 4_000_000_000, -1, -24, -25, -257])('reads the number %d as it was written', (value) => {
    expect(new CborReader(new CborWriter().int(value).take()).int()).toBe(value);
  });
});
