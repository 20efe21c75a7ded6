/** Pages made in threads beside the build: the same files and the same words for any number of them, whatever goes wrong in one. */
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProject } from '../../src/files/disk.ts';
import { listingOf, openListing } from '../../src/files/listing.ts';
import { buildSite } from '../../src/site/build-site.ts';
import { repository, runCli } from '../harness/cli.ts';
import { docsJson, type Files, hashFiles, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('threads');
});
afterEach(() => removeFolder(folder));

const mdx = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

/** A page of each kind among plain ones, so that every thread gets some. */
const kinds: Readonly<Record<string, string>> = {
  computes: mdx('Computes', 'export const twice = [1, 2].map((n) => n * 2);\n\n{twice.join(" ")}'),
  alive: mdx('Alive', 'import { Counter } from "/snippets/counter.jsx"\n\n<Counter />'),
  shares: mdx('Shares', 'import Shared from "/snippets/shared.mdx"\n\n<Shared />\n\n![logo](/logo.svg) $x^2$'),
  written: '---\ntitle: Written\napi: GET https://cats.test/cats\n---\n\n<ParamField query="name">Of the cat.</ParamField>\n',
  documented: '---\ntitle: Documented\nopenapi: GET /cats\n---\n\nMore of it.\n',
  broken: mdx('Broken', '<Card>\n\nNever closed'),
  throws: mdx('Throws', 'export const a = (() => { throw new Error("no") })();\n\n{a}'),
  nests: mdx('Nests', '````mdx\n```bash\necho "a" && ls\n```\n\n```rust\nlet a = 1;\n```\n````'),
  colors: mdx('Colors', '```rust\nlet a = 1;\n```\n\n```bash\nls\n```'),
  warns: mdx('Warns', 'A [link](/nowhere), ![an image](/gone.png), <Icon icon="no-such-thing-anywhere" />'),
};

function project(): Files {
  const plain = Array.from({ length: 60 }, (_, at) => {
    const next = `[the next](/plain-${(at + 1) % 60})`;
    return [
      `plain-${at}`,
      mdx(`Page ${at}`, `Text ${at}, ${next}.\n\n## Part\n\n<Note>A note</Note>\n\n\`\`\`ts\nconst at = ${at};\n\`\`\``),
    ];
  });
  const special = Object.entries(kinds);
  const pages = plain
    .flatMap((page, at) => (at % 10 === 5 ? [special.splice(0, 1)[0] ?? [], page] : [page]))
    .filter(({ length }) => length > 0);
  pages.push(...special);
  return {
    ...Object.fromEntries(pages.map(([name, text]) => [`${name}.mdx`, text as string])),
    'docs.json': docsJson({
      groups: [
        { group: 'All', pages: pages.map(([name]) => name) },
        { group: 'API', openapi: 'api.json' },
      ],
    }),
    'snippets/shared.mdx': 'Shared *words*.',
    'snippets/counter.jsx':
      'export function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button>; }',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>',
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Cats', version: '1' },
      servers: [{ url: 'https://cats.test' }],
      paths: { '/cats': { get: { summary: 'List', responses: { 200: { description: 'ok' } } }, post: { summary: 'Add', responses: {} } } },
    }),
  };
}

/** What a build leaves and says. */
async function built(workers: number, { out = `out-${workers}`, more = ['--no-cache'] } = {}) {
  const place = join(folder, out);
  const { exit, stdout, stderr } = await runCli(['build', '--out', place, '--format', 'json', '--allow-errors', ...more], {
    cwd: join(folder, 'project'),
    env: { DOCSGEN_WORKERS: String(workers) },
    timeoutMs: 300_000,
  });
  return { exit, stdout, stderr, files: [...hashFiles(place)] };
}

describe('a build with threads', () => {
  it('leaves and says the same', async () => {
    writeProject(join(folder, 'project'), project());
    const alone = await built(0);
    expect(alone.files.length).toBeGreaterThan(60);
    expect(alone.stdout).toContain('broken.mdx');
    for (const workers of [1, 2, 4]) expect(await built(workers), `${workers} threads`).toEqual(alone);
  }, 600_000);

  it('takes over what an earlier build has left, and leaves it to a later one', async () => {
    writeProject(join(folder, 'project'), project());
    await built(2, { out: 'warm', more: [] });
    for (const name of ['plain-7', 'plain-50', 'shares']) appendFileSync(join(folder, 'project', `${name}.mdx`), '\nOne more sentence.\n');
    const cold = await built(0);
    expect((await built(2, { out: 'warm', more: [] })).files).toEqual(cold.files);
    // Nothing is left to make.
    expect((await built(0, { out: 'warm', more: [] })).files).toEqual(cold.files);
  }, 600_000);

  it('makes the pages of threads that do not start', async () => {
    writeProject(join(folder, 'project'), project());
    // Node cannot run our sources in a thread as they are: each of these ends at once.
    const build = (workers: number) =>
      buildSite({ dir: join(folder, 'project'), outDir: join(folder, `${workers}`), useCache: false, workers });
    const alone = await build(0);
    const { summary, ...together } = await build(2);
    expect(together).toEqual({ status: alone.status, diagnostics: alone.diagnostics });
    expect(summary?.pages).toBe(alone.summary?.pages);
    expect([...hashFiles(join(folder, '2'))]).toEqual([...hashFiles(join(folder, '0'))]);
  });

  it('is interrupted as one without', async () => {
    writeProject(join(folder, 'project'), project());
    const controller = new AbortController();
    controller.abort();
    const { status } = await buildSite({
      dir: join(folder, 'project'),
      outDir: join(folder, 'out'),
      workers: 2,
      signal: controller.signal,
    });
    expect(status).toBe('interrupted');
  });
});

describe('a thread', () => {
  const dist = async <T>(path: string) => (await import(join(repository, 'dist', path))) as T;

  async function setUp() {
    writeProject(join(folder, 'project'), {
      ...project(),
      'gone.mdx': mdx('Gone', 'import A from "/snippets/gone.mdx"\n\n<A />'),
      'snippets/gone.mdx': 'Text',
    });
    const { loadSite } = await dist<typeof import('../../src/site/load-site.ts')>('site/load-site.js');
    const { PageDesk } = await dist<typeof import('../../src/site/page-desk.ts')>('site/page-desk.js');
    const { openPageStore } = await dist<typeof import('../../src/site/page-store.ts')>('site/page-store.js');
    const { PagePool } = await dist<typeof import('../../src/site/page-pool.ts')>('site/page-pool.js');
    const { value: files } = openProject(join(folder, 'project'));
    const { value: site } = loadSite(files, '');
    if (site === undefined) throw new Error('the project has no site');
    const store = openPageStore({ dir: folder, useCache: false });
    const desk = new PageDesk(site, () => undefined, store, { makesCopies: true });
    const { config, assets, styles, scripts, redirects } = site;
    const threadSite = {
      config,
      pages: site.pages,
      assets,
      styles,
      scripts,
      redirects,
      listing: listingOf(files),
      settings: desk.settings,
    };
    const orders = site.pages.flatMap((page, index) => {
      const order = page.file === undefined ? undefined : desk.order(page);
      return order ? [{ index, ...order }] : [];
    });
    return { PagePool, threadSite, orders, close: () => store.cache.close() };
  }

  it('answers every order, and leaves what it cannot make', async () => {
    const { PagePool, threadSite, orders, close } = await setUp();
    rmSync(join(folder, 'project/snippets/gone.mdx'));
    const pool = new PagePool(threadSite, 2);
    const made = new Map<number, boolean>();
    const rest = [...orders];
    while (made.size < orders.length) {
      pool.order(() => rest.shift());
      await pool.arrival();
      for (const answer of pool.take()) made.set(answer.index, answer.made !== undefined);
    }
    await pool.close();
    close();
    const left = orders.filter(({ index }) => made.get(index) === false).map(({ page }) => page.path);
    expect(left).toEqual(['gone']);
  });

  it('gives its orders back when it ends', async () => {
    const { PagePool, threadSite, orders, close } = await setUp();
    const pool = new PagePool(threadSite, 1);
    const rest = orders.slice(0, 5);
    pool.order(() => rest.shift());
    await pool.close();
    await pool.arrival();
    expect(pool.take()).toEqual(orders.slice(0, 5).map(({ index }) => ({ index })));
    close();
  });
});

it('reads the files of a listing as the project itself', () => {
  writeProject(folder, { 'a.mdx': 'A', 'b/c.svg': '<svg/>' });
  const { value: files } = openProject(folder);
  const copy = openListing(structuredClone(listingOf(files)));
  expect(copy.list()).toEqual(files.list());
  expect(copy.readText('a.mdx')).toBe('A');
  expect(copy.absolute('b/c.svg')).toBe(files.absolute('b/c.svg'));
  expect(copy.has('d')).toBe(false);
  expect(() => copy.read('d')).toThrow('not a file of the project');
  rmSync(join(folder, 'a.mdx'));
  expect(() => copy.read('a.mdx')).toThrow();
});
