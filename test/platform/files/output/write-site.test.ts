import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OutputFile } from '../../../../src/model/output-file.ts';
import { takeLock } from '../../../../src/platform/files/lock.ts';
import type { Output, OutputOptions } from '../../../../src/platform/files/output/output.ts';
import { writeProblem } from '../../../../src/platform/files/output/write-error.ts';
import { openOutput } from '../../../../src/platform/files/output/write-site.ts';

let root: string;
let project: string;
let out: string;
let ownSites: Set<string>;
beforeEach(() => {
  ownSites = new Set();
  root = mkdtempSync(join(tmpdir(), 'docsgen-write-'));
  project = join(root, 'project');
  out = join(project, 'dist');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(change: Partial<OutputOptions> = {}) {
  return openOutput({
    outDir: out,
    projectDir: project,
    forceClean: false,
    ownSites,
    absolute: (path) => join(project, path),
    ...change,
  });
}

async function fill(output: Output | undefined, files: Record<string, string> | OutputFile[]) {
  const list = Array.isArray(files) ? files : Object.entries(files).map(([path, data]) => ({ path, data }));
  for (const file of list) await output?.write(file);
  return output;
}

async function build(files: Record<string, string> | OutputFile[], change: Partial<OutputOptions> = {}) {
  const { value, diagnostics } = open(change);
  const output = await fill(value, files);
  const written = await output?.commit();
  return { written, codes: [...diagnostics, ...(output?.diagnostics ?? [])].map((found) => found.code) };
}

const tree = (dir = out) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(dir.length + 1), readFileSync(path, 'utf8')]),
  );
const site = () => {
  const { '.docsgen-manifest.json': _, ...files } = tree();
  return files;
};

describe('writing a site', () => {
  test('should put files, folders and copies into a new folder, and leave nothing beside it', async () => {
    writeFileSync(join(project, 'logo.svg'), '<svg/>', { mode: 0o600 });
    const { written, codes } = await build([
      { path: 'index.html', data: 'home' },
      { path: 'a/b/index.html', data: Buffer.from('b') },
      { path: 'logo.svg', copyFrom: 'logo.svg' },
    ]);
    expect(codes).toEqual([]);
    expect(written).toEqual({ files: 3, bytes: 11, unchanged: 0 });
    expect(site()).toEqual({ 'index.html': 'home', 'a/b/index.html': 'b', 'logo.svg': '<svg/>' });
    expect(readdirSync(project).sort()).toEqual(['dist', 'logo.svg']);
    expect(statSync(join(out, 'logo.svg')).mode & 0o777).toBe(statSync(join(out, 'index.html')).mode & 0o777);
  });

  test('should replace the whole old site and keep unchanged files as they are', async () => {
    await build({ 'index.html': 'one', 'same.html': 'same', 'gone/index.html': 'x' });
    const before = statSync(join(out, 'same.html')).ino;
    const { written } = await build({ 'index.html': 'two', 'same.html': 'same' });
    expect(written?.unchanged).toBe(1);
    expect(site()).toEqual({ 'index.html': 'two', 'same.html': 'same' });
    expect(statSync(join(out, 'same.html')).ino).toBe(before);
  });

  test('should take over nothing from a site that came with the project', async () => {
    const files = { 'index.html': 'mine', 'a/page.html': 'page', 'b/other.html': 'other' };
    await build(files);
    const secret = join(root, 'secret');
    writeFileSync(secret, 'left');
    // As after a checkout: the same manifest, and files of the same size that are older.
    const old = new Date(Date.now() - 60_000);
    writeFileSync(join(out, 'index.html'), 'evil');
    rmSync(join(out, 'a/page.html'));
    symlinkSync(secret, join(out, 'a/page.html'));
    for (const path of [secret, join(out, 'index.html'), join(out, 'a')]) utimesSync(path, old, old);
    writeFileSync(join(out, '.docsgen-manifest.json'), readFileSync(join(out, '.docsgen-manifest.json')));

    const { written, codes } = await build(files);
    expect([written?.unchanged, codes, site()]).toEqual([0, [], files]);
    expect((await build(files)).written?.unchanged).toBe(3);
  });

  test('should not link to a link in an own site', async () => {
    await build({ 'a/page.html': 'page' });
    const secret = join(root, 'secret');
    writeFileSync(secret, 'left');
    const old = new Date(Date.now() - 60_000);
    rmSync(join(out, 'a/page.html'));
    symlinkSync(secret, join(out, 'a/page.html'));
    for (const path of [secret, join(out, 'a')]) utimesSync(path, old, old);
    await build({ 'a/page.html': 'page' });
    expect(site()).toEqual({ 'a/page.html': 'page' });
  });

  test('should not trust a file of the old site that someone edited', async () => {
    await build({ 'index.html': 'mine' });
    writeFileSync(join(out, 'index.html'), 'edit');
    const later = new Date(Date.now() + 5_000);
    utimesSync(join(out, 'index.html'), later, later);
    await build({ 'index.html': 'mine' });
    expect(site()).toEqual({ 'index.html': 'mine' });
  });

  test('should never tie the output to the source', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, 1);
    writeFileSync(join(project, 'small.txt'), 'source');
    writeFileSync(join(project, 'large.bin'), large);
    const copies = ['small.txt', 'large.bin'].map((path) => ({ path, copyFrom: path }));
    await build(copies);
    expect((await build(copies)).written?.unchanged).toBe(2);
    for (const path of ['small.txt', 'large.bin']) writeFileSync(join(out, path), 'edited');
    expect(readFileSync(join(project, 'small.txt'), 'utf8')).toBe('source');
    expect(readFileSync(join(project, 'large.bin')).equals(large)).toBe(true);
  });

  test('should leave the old site when it is aborted, and no folder where there was none', async () => {
    await (await fill(open().value, { 'index.html': 'x' }))?.abort();
    expect(existsSync(out)).toBe(false);
    await (await fill(open({ outDir: join(root, 'deep/er/out') }).value, { 'index.html': 'x' }))?.abort();
    expect(readdirSync(root)).toEqual(['project']);
    await build({ 'index.html': 'one' });
    await (await fill(open().value, { 'index.html': 'two' }))?.abort();
    expect(site()).toEqual({ 'index.html': 'one' });
    expect(readdirSync(project)).toEqual(['dist']);
  });

  test.each([
    ['two names that differ in capitals', { 'A/x.html': '', 'a/x.html': '' }, ['fs/case-collision']],
    [
      'a file where a folder is',
      [
        { path: 'a/x', data: '' },
        { path: 'a', data: '' },
      ],
      ['fs/output-conflict'],
    ],
    [
      'a folder where a file is',
      [
        { path: 'a', data: '' },
        { path: 'a/x', data: '' },
      ],
      ['fs/output-conflict'],
    ],
    [
      'one name twice',
      [
        { path: 'a', data: '1' },
        { path: 'a', data: '2' },
      ],
      ['fs/output-conflict'],
    ],
    ['a name that leaves the output', { '../a': '' }, ['fs/output-name']],
    ['a name that the disk refuses', { ['x'.repeat(300)]: '' }, ['fs/output-name']],
    ['a source that is gone', [{ path: 'a.png', copyFrom: 'a.png' }], ['io/vanished']],
  ])('should say so: %s', async (_, files, expected) => {
    expect((await build(files as Record<string, string>)).codes).toEqual(expected);
  });

  test('should give the same manifest whatever the order', async () => {
    await build({ 'a.html': '1', 'b/c.html': '2' });
    const first = tree();
    rmSync(out, { recursive: true });
    await build({ 'b/c.html': '2', 'a.html': '1' });
    expect(tree()).toEqual(first);
  });
});

describe('a site that starts from the one before the last', () => {
  const spare = () => join(root, 'cache/previous/1');
  const next = (files: Record<string, string>) => build(files, { spare: spare() });

  test('should be the same as one from nothing, whatever changes its form', async () => {
    const editions: Record<string, string>[] = [
      { 'index.html': 'one', 'a/index.html': 'a', 'b/c/index.html': 'c', same: 's' },
      { 'index.html': 'two', 'a/index.html': 'a', 'b/c/index.html': 'c', same: 's' },
      { 'index.html': 'two', a: 'a file now', 'b/c/index.html': 'c', 'b/d/e': 'e', same: 's' },
      { 'index.html': 'one', 'a/index.html': 'a', b: 'b', same: 's' },
      { 'index.html/x': 'a folder now', 'a/b/c': '1', same: 's' },
      { same: 's' },
    ];
    for (let step = 0; step < 40; step++) {
      const files = editions[(step * step + step * 3) % editions.length] as Record<string, string>;
      const { written, codes } = await next(files);
      expect(codes).toEqual([]);
      expect(written?.files).toBe(Object.keys(files).length);
      expect(site()).toEqual(files);
      expect(readdirSync(out, { recursive: true }).filter((path) => statSync(join(out, String(path))).isDirectory()).length).toBe(
        new Set(Object.keys(files).flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/')))).size - 1,
      );
      expect(readdirSync(project)).toEqual(['dist']);
    }
  });

  test('should remove only sites of its own from the folder of kept sites', async () => {
    const kept = join(root, 'cache/previous');
    const names = Array.from({ length: 5 }, (_, number) => String(number).repeat(16));
    for (const name of [...names, 'photos', 'music', 'letters']) mkdirSync(join(kept, name), { recursive: true });
    const own = join(kept, 'a'.repeat(16));
    for (const text of ['1', '2']) await build({ 'index.html': text }, { spare: own });
    const left = readdirSync(kept);
    expect(left.filter((name) => /^\w{16}$/.test(name))).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining(['a'.repeat(16), 'letters', 'music', 'photos']));
  });

  test('should make only what differs', async () => {
    const edition = (text: string) => ({ 'index.html': text, 'a/b/same.html': 'same', 'a/other.html': 'other' });
    for (const text of ['1', '2']) await next(edition(text));
    const before = statSync(join(spare(), 'a/b')).ino;
    const { written } = await next(edition('3'));
    expect(written?.unchanged).toBe(2);
    expect(statSync(join(out, 'a/b')).ino).toBe(before);
    expect(site()).toEqual(edition('3'));
  });

  test('should never bring back the time of an earlier edition', async () => {
    await next({ x: 'A', y: '' });
    const earlier = new Date('2001-01-01');
    utimesSync(join(out, 'x'), earlier, earlier);
    await next({ x: 'B', y: '' });
    await next({ x: 'A', y: '' });
    expect(statSync(join(out, 'x')).mtimeMs).toBeGreaterThan(earlier.getTime());
    expect(readFileSync(join(out, 'x'), 'utf8')).toBe('A');
  });

  const touched = (path: string, text: string) => {
    writeFileSync(path, text);
    const later = new Date(Date.now() + 5_000);
    utimesSync(path, later, later);
  };
  const touchedAnew = (path: string, text: string) => {
    rmSync(path, { recursive: true });
    touched(path, text);
  };
  test.each<[string, () => void]>([
    ['a file of the site was edited', () => touched(join(out, 'a/x'), 'edit')],
    ['a file of the site was replaced', () => touchedAnew(join(out, 'a/x'), 'edit')],
    ['a file of the site is gone', () => rmSync(join(out, 'a/x'))],
    ['a file that goes was gone from the site before', () => rmSync(join(out, 'a/y'))],
    ['a folder of the site is gone', () => rmSync(join(out, 'a'), { recursive: true })],
    ['a file of the kept tree is gone', () => rmSync(join(spare(), 'a/x'))],
    ['a folder of the kept tree is gone', () => rmSync(join(spare(), 'a'), { recursive: true })],
    ['something was added to the kept tree', () => writeFileSync(join(spare(), 'a/more'), '')],
    ['a folder was added to the kept tree', () => mkdirSync(join(spare(), 'a/more'))],
    ['the kept tree has no manifest', () => rmSync(join(spare(), '.docsgen-manifest.json'))],
    ['the kept tree is a file', () => touchedAnew(spare(), '')],
    [
      'the manifest of the kept tree names files elsewhere',
      () => writeFileSync(join(spare(), '.docsgen-manifest.json'), '{"docsgen":1,"files":{"../../../project/mine.txt":"0"}}'),
    ],
  ])('should be whole when %s', async (_, damage) => {
    writeFileSync(join(project, 'mine.txt'), 'mine');
    for (const text of ['1', '2']) await next({ 'a/x': 'x', 'a/y': text });
    damage();
    const { codes } = await next({ 'a/x': 'x', 'a/y': '3' });
    expect(codes).toEqual([]);
    expect(site()).toEqual({ 'a/x': 'x', 'a/y': '3' });
    expect(readFileSync(join(project, 'mine.txt'), 'utf8')).toBe('mine');
    for (const y of ['4', '5']) expect((await next({ 'a/x': 'x', 'b/y': y })).codes).toEqual([]);
    expect(site()).toEqual({ 'a/x': 'x', 'b/y': '5' });
  });

  test('should keep the current site when it is aborted', async () => {
    for (const text of ['1', '2']) await next({ 'a/x': 'x', 'a/y': text });
    await (await fill(open({ spare: spare() }).value, { 'a/x': 'x', 'a/y': '3' }))?.abort();
    expect(site()).toEqual({ 'a/x': 'x', 'a/y': '2' });
    expect(readdirSync(project)).toEqual(['dist']);
    await next({ 'a/x': 'x', 'a/y': '4' });
    expect(site()).toEqual({ 'a/x': 'x', 'a/y': '4' });
  });
});

describe('folders that are refused', () => {
  test.each([
    ['the project', () => project, 'cli/outdir'],
    ['what contains the project', () => root, 'cli/outdir'],
    ['the root of the disk', () => '/', 'cli/outdir'],
    [
      'a link',
      () => {
        mkdirSync(join(root, 'elsewhere'));
        symlinkSync('../elsewhere', join(project, 'link'));
        return join(project, 'link');
      },
      'cli/outdir',
    ],
    [
      'a file',
      () => {
        writeFileSync(join(project, 'file'), '');
        return join(project, 'file');
      },
      'cli/outdir',
    ],
    [
      'a folder of photos',
      () => {
        mkdirSync(join(project, 'photos/2026'), { recursive: true });
        writeFileSync(join(project, 'photos/2026/a.png'), '');
        return join(project, 'photos');
      },
      'cli/outdir-foreign',
    ],
  ])('should refuse %s and touch nothing', (_, make, code) => {
    const outDir = make();
    const before = tree(root);
    expect(open({ outDir }).diagnostics.map((found) => found.code)).toEqual([code]);
    expect(tree(root)).toEqual(before);
  });

  test('should refuse an old site with added files, unless forced', async () => {
    await build({ 'index.html': 'one', 'a/index.html': '' });
    writeFileSync(join(out, 'a/CNAME'), 'x');
    const { codes } = await build({ 'index.html': 'two' });
    expect(codes).toEqual(['cli/outdir-foreign']);
    expect(site()['a/CNAME']).toBe('x');
    await build({ 'index.html': 'two' }, { forceClean: true });
    expect(site()).toEqual({ 'index.html': 'two' });
  });

  test('should take an empty folder', async () => {
    mkdirSync(out);
    expect((await build({ 'index.html': 'x' })).codes).toEqual([]);
  });
});

describe('the lock', () => {
  const lock = () => join(project, '.dist.docsgen-lock');

  test('should let one build in at a time', async () => {
    const first = open();
    const second = open();
    expect(second.diagnostics.map((found) => found.message)).toEqual([
      `another docsgen process (${process.pid}) is building into ${relative('', out)}`,
    ]);
    await (await fill(first.value, { 'index.html': 'x' }))?.commit();
    expect(site()).toEqual({ 'index.html': 'x' });
    expect((await build({})).codes).toEqual([]);
  });

  test.each([
    ['a dead process', () => `${spawnSync(process.execPath, ['-e', '0']).pid} 1 ${hostname()}\n`],
    ['another process of the same number', () => `${process.pid} 1 ${hostname()}\n`],
  ])('should remove the lock of %s with a word', async (_, text) => {
    writeFileSync(lock(), text());
    expect((await build({ 'index.html': 'x' })).codes).toEqual(['io/stale-lock']);
    expect(existsSync(lock())).toBe(false);
  });
});

test.skipIf(process.platform === 'win32')('should leave no lock behind that could not be written', () => {
  const module = new URL('../../../../src/platform/files/lock.ts', import.meta.url).href;
  const path = join(project, '.dist.docsgen-lock');
  // A process that may write no byte stands for a full disk.
  const script = `import(${JSON.stringify(module)}).then(({ takeLock }) => takeLock(${JSON.stringify(path)})).catch((error) => console.log(error.code))`;
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" -e "$1"', process.execPath, script], { encoding: 'utf8' });
  expect([stdout.trim(), existsSync(path)]).toEqual(['EFBIG', false]);
});

test.each(['/nowhere/at/all', '..'])('should replace a link to %s in the place of the lock', (target) => {
  const path = join(project, '.dist.docsgen-lock');
  symlinkSync(target, path);
  expect(takeLock(path)).toMatchObject({ state: 'taken', removedStale: false });
});

test('should fail when a folder is in the place of the lock', () => {
  const path = join(project, '.dist.docsgen-lock');
  mkdirSync(path);
  expect(() => takeLock(path)).toThrow('EEXIST');
});

test.each([
  ['EROFS', 'cannot write to dist: its disk is read-only'],
  ['EACCES', 'cannot write to dist: permission denied'],
])('should say of %s what keeps it from writing', (code, message) => {
  expect(writeProblem(Object.assign(new Error(code), { code }), 'a.html', 'dist')).toMatchObject({ code: 'io/permission', message });
});

describe('after a killed build', () => {
  const state = (name: string, content: string, isComplete = true) => {
    mkdirSync(join(project, name));
    writeFileSync(join(project, name, 'index.html'), content);
    if (isComplete) writeFileSync(join(project, name, '.docsgen-manifest.json'), '{"docsgen":1,"files":{"index.html":"0"}}');
  };

  test.each([
    ['while staging', ['dist old', '.dist.docsgen-staging half'], 'old'],
    ['between the renames', ['.dist.docsgen-previous old', '.dist.docsgen-staging new'], 'new'],
    ['before the old one was removed', ['dist new', '.dist.docsgen-previous old'], 'new'],
  ])('should recover when it was killed %s', async (_, folders, expected) => {
    for (const folder of folders) {
      const [name = '', content = ''] = folder.split(' ');
      state(name, content, content !== 'half');
    }
    const { value, diagnostics } = open();
    expect(site()).toEqual({ 'index.html': expected });
    await value?.abort();
    expect(readdirSync(project)).toEqual(['dist']);
    expect(diagnostics.map((found) => found.code)).toEqual(['io/recovered']);
  });
});

const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot && process.platform === 'linux')('on a small disk of its own', () => {
  beforeEach(() => {
    mkdirSync(out);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', out]);
  });
  afterEach(() => void execFileSync('umount', [out]));

  test.each([
    ['the output folder', () => out],
    ['a folder in it', () => join(out, 'site')],
  ])('should stop when it is full and keep the old site: %s', async (_, where) => {
    await build({ 'index.html': 'old', 'old/index.html': 'old' }, { outDir: where() });
    const before = tree();
    const { value } = open({ outDir: where() });
    const big = 'x'.repeat(300_000);
    const goesOn: (boolean | undefined)[] = [];
    for (let n = 0; n < 5; n++) goesOn.push(await value?.write({ path: `big/${n}.html`, data: big }));
    expect(goesOn).toContain(false);
    expect(value?.diagnostics[0]).toMatchObject({
      code: 'io/no-space',
      message: expect.stringMatching(/^no space left on device while writing big\/\d.html$/),
    });
    await value?.abort();
    expect(tree()).toEqual(before);
  });

  test('should exchange the entries of a mount point', async () => {
    await build({ 'index.html': 'old', 'old/index.html': 'old' });
    expect((await build({ 'index.html': 'new', 'new/index.html': 'new' })).codes).toEqual([]);
    expect(site()).toEqual({ 'index.html': 'new', 'new/index.html': 'new' });
    expect(readdirSync(out).sort()).toEqual(['.docsgen-manifest.json', 'index.html', 'new']);
  });
});

describe.runIf(!isRoot)('without the right to write', () => {
  test('should say so', () => {
    chmodSync(project, 0o555);
    expect(open().diagnostics).toMatchObject([
      { code: 'io/permission', message: expect.stringMatching(/^cannot write to .*dist: permission denied$/) },
    ]);
    chmodSync(project, 0o755);
  });
});
