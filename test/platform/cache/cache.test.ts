import { spawnSync } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultCacheDir, openCache } from '../../../src/platform/cache/cache.ts';
import { fingerprint } from '../../../src/platform/cache/fingerprint.ts';

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docsgen-cache-'));
  dir = join(root, 'cache');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function run(entries: Record<string, string>, options: { read?: string[]; maxBytes?: number } = {}) {
  const cache = openCache({ dir, maxBytes: options.maxBytes });
  const read = (options.read ?? []).map((key) => cache.get(key));
  for (const [key, text] of Object.entries(entries)) cache.set(key, text);
  cache.save();
  cache.close();
  return read;
}
const packs = () => readdirSync(dir).filter((name) => name.endsWith('.pack'));

test('should give back in the same run and in the next', () => {
  const cache = openCache({ dir });
  cache.set('a', 'Ä');
  cache.set('b', '');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['Ä', '', undefined]);
  cache.save();
  cache.close();
  expect(run({}, { read: ['a', 'b', 'c'] })).toEqual(['Ä', '', undefined]);
});

test('should keep nothing of a run that was not finished', () => {
  const cache = openCache({ dir });
  cache.set('a', 'x');
  cache.close();
  expect(run({}, { read: ['a'] })).toEqual([undefined]);
  expect(readdirSync(dir)).toEqual(['.gitignore']);
});

test('should join packs, and write none when nothing is new', () => {
  for (let n = 0; n < 5; n++) run({ [`k${n}`]: `v${n}` });
  expect(packs()).toHaveLength(1);
  run({});
  expect(packs()).toHaveLength(1);
  expect(run({}, { read: ['k0', 'k4'] })).toEqual(['v0', 'v4']);
});

test('should leave what is not its own where it is, whatever happens', () => {
  mkdirSync(dir);
  writeFileSync(join(dir, '.gitignore'), 'drafts\n');
  writeFileSync(join(dir, 'notes.txt'), 'mine');
  run({ a: 'x' });
  const cache = openCache({ dir });
  cache.set('b', 'y');
  // As on a full disk: the new pack cannot get its name.
  for (const name of readdirSync(dir)) if (name.endsWith('.tmp')) rmSync(join(dir, name));
  cache.save();
  cache.close();
  expect(readdirSync(dir).sort()).toEqual(['.gitignore', 'notes.txt']);
  expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('drafts\n');
});

test('should cost the build nothing when a disk says only at the end that it is full', () => {
  const cache = openCache({ dir });
  cache.set('a', 'x');
  const close = vi.spyOn(fs, 'closeSync').mockImplementationOnce((descriptor) => {
    close.mockRestore();
    fs.closeSync(descriptor);
    syncBuiltinESMExports();
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  cache.save();
  cache.close();
  expect(readdirSync(dir)).toEqual(['.gitignore']);
});

test('should drop what is old and unused when it is full', () => {
  const large = 'x'.repeat(30_000);
  run({ old: large });
  run({ used: large });
  run({ young: large }, { read: ['used'], maxBytes: 85_000 });
  expect(run({}, { read: ['old', 'used', 'young'] }).map((text) => text?.length)).toEqual([undefined, 30_000, 30_000]);
});

test.each([
  ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5)],
  ['empty', () => Buffer.alloc(0)],
  ['changed in an entry', (bytes: Buffer) => Buffer.concat([Buffer.from('y'), bytes.subarray(1)])],
  ['changed in the index', (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"a"', '"b"'), 'latin1')],
])('should miss what is %s, and go on', (_, damage) => {
  run({ a: 'xxxx' });
  const path = join(dir, packs()[0] as string);
  writeFileSync(path, damage(readFileSync(path)));
  expect(run({ c: 'new' }, { read: ['a', 'b'] })).toEqual([undefined, undefined]);
  expect(run({}, { read: ['c'] })).toEqual(['new']);
});

test('should serve two builds at once', () => {
  run({ a: '1' });
  const one = openCache({ dir });
  const two = openCache({ dir });
  one.set('b', '2');
  two.set('c', '3');
  for (const cache of [one, two]) {
    cache.save();
    expect(cache.get('a')).toBe('1');
    cache.close();
  }
  expect(run({}, { read: ['a', 'b', 'c'] })).toEqual(['1', '2', '3']);
});

test('should remove what a killed build has left, at once when its process is gone', () => {
  run({});
  const open = openCache({ dir });
  const name = readdirSync(dir).find((file) => file.endsWith('.tmp')) as string;
  const { pid } = spawnSync(process.execPath, ['--version']);
  const elsewhere = name.replace(/-\d+-\w+-/, `-${pid}-0-`);
  for (const file of [name.replace(/-\d+-/, `-${pid}-`), elsewhere]) writeFileSync(join(dir, file), '');
  run({});
  expect(readdirSync(dir).sort()).toEqual(['.gitignore', elsewhere, name].sort());
  open.close();
});

test('should remove what a killed build has left, once it is old', () => {
  run({});
  for (const name of ['old.pack.tmp', 'young.pack.tmp']) writeFileSync(join(dir, name), '');
  utimesSync(join(dir, 'old.pack.tmp'), 0, 0);
  run({});
  expect(readdirSync(dir).sort()).toEqual(['.gitignore', 'young.pack.tmp']);
});

test('should work without a folder', () => {
  const cache = openCache({ dir: undefined });
  cache.set('a', '1');
  expect(cache.get('a')).toBe('1');
  cache.save();
  cache.close();
  writeFileSync(join(root, 'file'), '');
  const closed = openCache({ dir: join(root, 'file/cache') });
  closed.set('a', '1');
  expect(closed.get('a')).toBe('1');
  closed.close();
  expect(readdirSync(root)).toEqual(['file']);
});

test('should lie beside the packages when there are any', () => {
  expect(defaultCacheDir(root)).toBe(join(root, '.docsgen/cache'));
  expect(statSync(root).isDirectory()).toBe(true);
});

test('should keep the parts of a fingerprint apart', () => {
  expect(fingerprint(['ab', 'c'])).not.toBe(fingerprint(['a', 'bc']));
});

test('should not use packs that another machine wrote, in spite of the same keys', () => {
  const module = new URL('../../../src/platform/cache/cache.ts', import.meta.url).href;
  const script = `import(${JSON.stringify(module)}).then(({ openCache }) => {
    const cache = openCache({ dir: ${JSON.stringify(dir)} });
    console.log(cache.get('a'));
    cache.set('a', 'forged');
    cache.save();
    cache.close();
  })`;
  const other = (key: string) =>
    spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env: { ...process.env, DOCSGEN_CACHE_KEY: key } }).stdout.trim();
  expect([other('one'), other('one'), other('two')]).toEqual(['undefined', 'forged', 'undefined']);
  expect(run({}, { read: ['a'] })).toEqual([undefined]);
});

describe('links that came with a project', () => {
  const outside = () => {
    const folder = join(root, 'outside');
    mkdirSync(folder);
    writeFileSync(join(folder, 'pack-1.pack'), 'of git');
    writeFileSync(join(folder, 'm-1-01234567-a.pack'), 'not ours');
    return folder;
  };

  test.each([
    ['.docsgen', '.docsgen/cache'],
    ['.docsgen/cache', '.docsgen/cache'],
    ['.docsgen/cache/remote', '.docsgen/cache'],
    ['.docsgen/cache/previous', '.docsgen/cache'],
    ['node_modules/.cache', 'node_modules/.cache/docsgen'],
    ['node_modules/.cache/docsgen', 'node_modules/.cache/docsgen'],
  ])('should not be followed: %s', (link, folder) => {
    const project = join(root, 'project');
    mkdirSync(join(project, folder.split('/')[0] === link ? '' : dirname(link)), { recursive: true });
    symlinkSync(outside(), join(project, link));
    expect(defaultCacheDir(project)).toBeUndefined();
  });

  test('should not be read, written or removed in the folder', () => {
    const folder = outside();
    mkdirSync(dir);
    symlinkSync(join(folder, 'created'), join(dir, '.gitignore'));
    symlinkSync(join(folder, 'm-1-01234567-a.pack'), join(dir, 'm-1-01234567-a.pack'));
    run({ a: 'x' });
    expect(run({}, { read: ['a'] })).toEqual(['x']);
    expect(readdirSync(folder).sort()).toEqual(['m-1-01234567-a.pack', 'pack-1.pack']);
    // Packs of git have other names.
    run({ b: 'y' });
    const before = readdirSync(folder);
    const cache = openCache({ dir: folder });
    cache.close();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(before.filter((name) => name.startsWith('pack'))));
  });
});
