/** Sites large enough that a thread writes them: the same site and the same findings as without. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutputFile } from '../../../../src/model/output-file.ts';
import type { OutputOptions } from '../../../../src/platform/files/output/output.ts';
import { openOutput } from '../../../../src/platform/files/output/write-site.ts';
import { removeFolder, temporaryFolder } from '../../../harness/project.ts';

/** How many threads there were and orders they have got, at which order one ends, and until when orders lie before they are looked at. */
const thread = vi.hoisted(() => ({
  count: 0,
  orders: 0,
  endsAt: Number.POSITIVE_INFINITY,
  held: undefined as Promise<void> | undefined,
}));
vi.mock('node:worker_threads', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:worker_threads')>();
  class Worker extends original.Worker {
    constructor(...given: ConstructorParameters<typeof original.Worker>) {
      super(...given);
      thread.count += 1;
    }
    override postMessage(order: unknown): void {
      thread.orders += 1;
      if (thread.orders >= thread.endsAt) void this.terminate();
      else if (thread.held) void thread.held.then(() => super.postMessage(order));
      else super.postMessage(order);
    }
  }
  return { ...original, Worker };
});

let root: string;
let out: string;
let ownSites: Set<string>;
beforeEach(() => {
  ownSites = new Set();
  root = temporaryFolder('writer');
  out = join(root, 'out');
  mkdirSync(join(root, 'project'));
  Object.assign(thread, { count: 0, orders: 0, endsAt: Number.POSITIVE_INFINITY, held: undefined });
});
afterEach(() => removeFolder(root));

const open = (change: Partial<OutputOptions> = {}) =>
  openOutput({
    outDir: out,
    projectDir: join(root, 'project'),
    forceClean: false,
    ownSites,
    absolute: (path) => join(root, 'project', path),
    ...change,
  }).value;

/** Some 12 MB: many times what may wait to be written. */
const pageCount = 300;
const pages = (edition: string): OutputFile[] =>
  Array.from({ length: pageCount }, (_, n) => ({ path: `part-${n % 7}/page-${n}/index.html`, data: `${edition} ${n} é\n`.repeat(3000) }));

async function build(files: readonly OutputFile[], change: Partial<OutputOptions> = {}) {
  const output = open(change);
  let goesOn = output !== undefined;
  for (const file of files) goesOn &&= (await output?.write(file)) === true;
  const written = goesOn ? await output?.commit() : undefined;
  await output?.abort();
  return { written, found: (output?.diagnostics ?? []).map(({ code, message }) => `${code} ${message}`) };
}

function site(): Record<string, string> {
  const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(files.map((path) => [path.slice(out.length + 1), readFileSync(path, 'utf8')]));
}
const without = ({ '.docsgen-manifest.json': _, ...files }: Record<string, string>) => files;
const textsOf = (files: readonly OutputFile[]) =>
  Object.fromEntries(files.flatMap((file) => ('data' in file ? [[file.path, String(file.data)] as const] : [])));

/** Files that are made here, among those of the thread: larger than what it takes at once, of pieces, copied. */
function others(n: number): OutputFile[] {
  const large = { path: `part-${n}/large.txt`, data: 'x'.repeat(700_000) };
  const pieces = () => ['one ', 'two ', String(n)];
  writeFileSync(join(root, 'project', `${n}.txt`), `copy ${n}`);
  return [
    large,
    { path: `part-${n}/new/pieces.txt`, pieces },
    { path: `other-${n}/pieces.txt`, pieces },
    { path: `part-${n}/copy.txt`, copyFrom: `${n}.txt` },
  ];
}

describe('a large site', () => {
  test.each([
    ['by a thread', Number.POSITIVE_INFINITY],
    ['when the thread ends at once', 1],
    ['when the thread ends at its work', 6],
  ])('should be written whole %s', async (_, endsAt) => {
    thread.endsAt = endsAt;
    const mixed = pages('one').flatMap((page, n) => (n % 40 === 5 ? [page, ...others(n % 7)] : [page]));
    const files = mixed.filter(({ path }, at) => mixed.findIndex((other) => other.path === path) === at);
    const { written, found } = await build(files);
    expect(found).toEqual([]);
    expect(thread.orders).toBeGreaterThan(0);
    expect(written?.files).toBe(files.length);
    const texts = without(site());
    expect(Object.keys(texts).sort()).toEqual(files.map(({ path }) => path).sort());
    expect(texts).toMatchObject(textsOf(files));
    expect(written?.bytes).toBe(Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0));
    expect(texts['part-5/new/pieces.txt']).toBe('one two 5');
    expect(texts['part-5/copy.txt']).toBe('copy 5');
    expect(readdirSync(root).sort()).toEqual(['out', 'project']);
  });

  test('should be written here, too, while the thread is behind', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    thread.held = promise;
    const files = pages('one');
    const output = open();
    for (const file of files) expect(await output?.write(file)).toBe(true);
    // Of half a megabyte each; it would be more than twenty.
    expect(thread.orders).toBe(7);
    resolve();
    expect((await output?.commit())?.files).toBe(pageCount);
    expect(output?.diagnostics).toEqual([]);
    expect(without(site())).toEqual(textsOf(files));
  });

  test('should take over what has not changed', async () => {
    await build(pages('one'));
    const before = statSync(join(out, 'part-1/page-1/index.html'));
    writeFileSync(join(out, 'part-2/page-2/index.html'), 'somebody else');
    const later = new Date(Date.now() + 5_000);
    utimesSync(join(out, 'part-2/page-2/index.html'), later, later);
    const { written } = await build(pages('one'));
    expect(written).toMatchObject({ files: pageCount, unchanged: pageCount - 1 });
    expect(statSync(join(out, 'part-1/page-1/index.html')).ino).toBe(before.ino);
    expect(without(site())).toEqual(textsOf(pages('one')));
  });

  test('should be whole when it begins with the one before the last, whatever changes its form', async () => {
    const asFiles = (edition: string) =>
      pages(edition).map((page) => ({ ...page, path: page.path.replace('/index.html', '') }) as OutputFile);
    const editions = [pages('one'), pages('two'), asFiles('one'), pages('one'), asFiles('one'), asFiles('two'), pages('two')];
    for (const files of editions) {
      const { written, found } = await build(files, { spare: join(root, 'project/cache/previous/1') });
      expect(found).toEqual([]);
      expect(written?.files).toBe(pageCount);
      expect(without(site())).toEqual(textsOf(files));
    }
  });

  test('should leave nothing when it is aborted while files are written', async () => {
    const output = open();
    for (const file of pages('one')) await output?.write(file);
    await output?.abort();
    expect(readdirSync(root)).toEqual(['project']);
    await build(pages('one').slice(0, 2));
    const again = open();
    for (const file of pages('two')) await again?.write(file);
    await again?.abort();
    expect(without(site())).toEqual(textsOf(pages('one').slice(0, 2)));
    expect(readdirSync(root).sort()).toEqual(['out', 'project']);
  });
});

test('should begin no thread once it is aborted', async () => {
  const output = open();
  for (const file of pages('one')) await output?.write(file);
  await output?.abort();
  expect(await output?.write({ path: 'late.html', data: 'x' })).toBe(false);
  expect(await output?.commit()).toBeUndefined();
  expect(thread.count).toBe(1);
});

describe('what goes wrong', () => {
  const tooLong = (n: number): OutputFile => ({ path: `long/${n}${'x'.repeat(300)}`, data: 'x' });
  const gone = (name: string): OutputFile => ({ path: name, copyFrom: name });
  /** Something stands where a file of the site is to be. */
  const obstacle = (path: string) => mkdirSync(join(root, '.out.docsgen-staging', path), { recursive: true });

  test('should be reported in the order of the files', async () => {
    const files = pages('one').flatMap((page, n) => [
      page,
      ...(n % 100 === 50 ? [gone(`${n}.png`), tooLong(n), { path: page.path, data: '' }] : []),
    ]);
    const { written, found } = await build(files);
    expect(found.map((text) => text.replace(/x{20,}/, '…'))).toEqual(
      [50, 150, 250].flatMap((n) => [
        `io/vanished ${n}.png disappeared during the build`,
        `fs/output-name "long/${n}…" cannot be written: the name is too long, or this disk does not allow it`,
        `fs/output-conflict two files would be written to part-${n % 7}/page-${n}/index.html; docsgen keeps the first one`,
      ]),
    );
    expect(written).toMatchObject({ files: pageCount });
    expect(without(site())).toEqual(textsOf(pages('one')));
  });

  test.each([
    ['in the thread', 200],
    ['before there is one', 3],
    ['with the last file', pageCount - 1],
  ])('should end the build at the first that stops it: %s', async (_, at) => {
    const output = open();
    const files = pages('one').flatMap((page, n) => [page, gone(`${n}.png`)]);
    const path = files[at * 2]?.path as string;
    obstacle(path);
    for (const file of files) if ((await output?.write(file)) !== true) break;
    expect(await output?.settle()).toBe(false);
    const reported = output?.diagnostics.map(({ message }) => message) ?? [];
    expect(reported.length).toBe(at + 1);
    expect(reported.at(-1)).toBe(`cannot write ${path}: EEXIST`);
    expect(await output?.commit()).toBeUndefined();
    expect(output?.diagnostics.map(({ message }) => message)).toEqual(reported);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(root)).toEqual(['project']);
  });

  test.runIf(process.getuid?.() === 0 && process.platform === 'linux')('should keep the old site when the disk is full', async () => {
    mkdirSync(out);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', out]);
    try {
      await build(pages('old').slice(0, 3));
      const before = site();
      // Which file has no room is chance: thread and build write side by side.
      const full = {
        written: undefined,
        found: [expect.stringMatching(/^io\/no-space no space left on device while writing part-\d\/page-\d+\/index.html$/)],
      };
      expect(await build(pages('new'))).toEqual(full);
      expect(thread.orders).toBeGreaterThan(0);
      expect(await build(pages('new'))).toEqual(full);
      expect(site()).toEqual(before);
      expect(readdirSync(out).filter((name) => name.startsWith('.docsgen-'))).toEqual(['.docsgen-manifest.json']);
    } finally {
      execFileSync('umount', [out]);
    }
  });
});
