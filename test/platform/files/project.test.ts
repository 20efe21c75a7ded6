import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { FileError } from '../../../src/model/file-system.ts';
import { openProject } from '../../../src/platform/files/disk.ts';
import { memory } from '../../../src/platform/files/memory.ts';

const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function project(files: Record<string, string>, links: Record<string, string> = {}): string {
  const outer = mkdtempSync(join(tmpdir(), 'docsgen-files-'));
  made.push(outer);
  const root = join(outer, 'site');
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target, join(root, path));
  }
  return root;
}

const paths = (dir: string, exclude?: string[]) =>
  openProject(dir, exclude)
    .value.list()
    .map((file) => file.path);
const codes = (dir: string) => openProject(dir).diagnostics.map((found) => `${found.severity} ${found.code} ${found.message}`);

describe('what belongs to a project', () => {
  test.each([
    ['files in code unit order', ['b.mdx', 'a.mdx', 'B.mdx', 'a/b.mdx'], ['B.mdx', 'a.mdx', 'a/b.mdx', 'b.mdx']],
    [
      'no dot files but .well-known',
      ['a.mdx', '.env', '.git/config', '.ssh/id', 'x/.DS_Store', '.well-known/a.txt'],
      ['.well-known/a.txt', 'a.mdx'],
    ],
    ['no packages at any depth', ['a.mdx', 'node_modules/x.png', 'sub/node_modules/x.png'], ['a.mdx']],
    [
      'folders with names of tools as all others',
      ['dist/a.mdx', 'build/a.mdx', 'coverage/a.mdx', 'tmp/a.mdx', 'temp/a.mdx'],
      ['build/a.mdx', 'coverage/a.mdx', 'dist/a.mdx', 'temp/a.mdx', 'tmp/a.mdx'],
    ],
    ['no older output', ['a.mdx', 'guides/site/index.html', 'guides/site/.docsgen-manifest.json'], ['a.mdx']],
  ])('should list %s', (_, files, expected) => {
    expect(paths(project(Object.fromEntries(files.map((file) => [file, 'x']))))).toEqual(expected);
  });

  test('should follow .mintignore with its exceptions', () => {
    const root = project({
      '.mintignore': '# drafts\ndrafts/\n*.draft.mdx\n!keep.draft.mdx\n/only-root.mdx\n',
      'drafts/a.mdx': '',
      'x/b.draft.mdx': '',
      'x/keep.draft.mdx': '',
      'only-root.mdx': '',
      'x/only-root.mdx': '',
    });
    expect(paths(root)).toEqual(['x/keep.draft.mdx', 'x/only-root.mdx']);
  });

  test('should be case-sensitive in .mintignore, like git', () => {
    const root = project({
      '.mintignore': 'AGENTS.md\nDrafts/\n',
      'llms/agents.md': '',
      'docs/AGENTS.md': '',
      'drafts/a.mdx': '',
      'Drafts/b.mdx': '',
    });
    expect(paths(root)).toEqual(['drafts/a.mdx', 'llms/agents.md']);
  });

  test('should leave out the folders that the caller names', () => {
    const root = project({ 'a.mdx': '', 'guides/out/b.mdx': '' });
    expect(paths(root, [join(root, 'guides/out')])).toEqual(['a.mdx']);
  });
});

describe('links', () => {
  test('should follow a link inside the project', () => {
    const root = project({ 'shared/a.mdx': 'hello' }, { 'snippets/a.mdx': '../shared/a.mdx', more: 'shared' });
    const { value, diagnostics } = openProject(root);
    expect(diagnostics).toEqual([]);
    expect(value.list().map((file) => file.path)).toEqual(['more/a.mdx', 'shared/a.mdx', 'snippets/a.mdx']);
    expect(value.readText('snippets/a.mdx')).toBe('hello');
  });

  test('should not follow a link to a file that the rules of its folder exclude, in whatever order folders are read', () => {
    const root = project({ 'a.mdx': '', 'z/.gitignore': 'secret.txt', 'z/secret.txt': 'x' }, { 'a/x.txt': '../z/secret.txt' });
    mkdirSync(join(root, '.git'));
    expect(paths(root)).toEqual(['a.mdx']);
  });

  test.each([
    ['a page', 'index.mdx', '/etc/hostname'],
    ['a folder', 'images', '..'],
    ['a device', 'images/zero', '/dev/zero'],
  ])('should refuse %s that leads outside', (_, path, target) => {
    const root = project({ 'a.mdx': '' }, { [path]: target });
    expect(codes(root)).toEqual([`error fs/symlink-escape ${path} points outside the project`]);
    expect(paths(root)).toEqual(['a.mdx']);
  });

  test('should not speak of outside links that are no part of the site', () => {
    const root = project(
      { 'a.mdx': '', 'skills/x.md': '' },
      { 'CLAUDE.md': '../AGENTS.md', '.claude': '..', '.mintlify/skills': '../../x' },
    );
    expect(codes(root)).toEqual([]);
    writeFileSync(join(root, '../AGENTS.md'), '');
    expect(codes(root)).toEqual([]);
  });

  test('should report a link to a file that does not exist', () => {
    expect(codes(project({}, { 'a.mdx': 'b.mdx' }))).toEqual(['warning fs/symlink-broken a.mdx is a link to a file that does not exist']);
  });

  test('should warn of a loop and go on', () => {
    const root = project({ 'a/x.mdx': '', 'c/y.mdx': '' }, { 'a/b': '../a', 'c/d': '../e', 'e/f': '../c', self: 'self' });
    expect(codes(root).sort()).toEqual([
      ...['a/b', 'c/d/f', 'e/f/d'].map(
        (path) => `warning fs/symlink-loop ${path} is a link to a folder that contains it; docsgen does not follow it`,
      ),
      'warning fs/symlink-loop self is a link to itself; docsgen does not follow it',
    ]);
  });

  test('should end although links multiply', () => {
    const links: Record<string, string> = {};
    for (let level = 0; level < 30; level++) for (const name of ['x', 'y']) links[`d${level}/${name}`] = `../d${level + 1}`;
    const root = project({ 'd30/a.mdx': '' }, links);
    expect(codes(root)[0]).toMatch(/fs\/symlink-limit/);
  });

  test('should not publish a hidden file under another name', () => {
    expect(paths(project({ 'a.mdx': '', '.env': 'SECRET' }, { 'config.txt': '.env', git: '.git' }))).toEqual(['a.mdx']);
  });

  test('should not follow a link that was put in the place of a listed file', () => {
    const root = project({ 'a.mdx': 'x' });
    const { value } = openProject(root);
    rmSync(join(root, 'a.mdx'));
    symlinkSync('/etc/hostname', join(root, 'a.mdx'));
    expect(() => value.readText('a.mdx')).toThrow(expect.objectContaining({ kind: 'vanished' }));
  });
});

describe('reading', () => {
  const bad = Buffer.concat([Buffer.from('aé😀'), Buffer.from([0xff, 0x41])]);
  test.each([
    ['on disk', (files: Record<string, string>) => openProject(project(files)).value],
    ['in memory', (files: Record<string, string>) => memory({ ...files, 'bad.mdx': bad })],
  ])('should return text and report problems %s', (where, open) => {
    const files = open({ 'bom.mdx': '\ufeffhi\r\n', 'bad.mdx': '' });
    expect(files.readText('bom.mdx')).toBe('hi\r\n');
    expect(files.list().find((file) => file.path === 'bom.mdx')?.size).toBe(7);
    if (where === 'on disk') writeFileSync(files.absolute('bad.mdx') as string, bad);
    expect(() => files.readText('bad.mdx')).toThrow(expect.objectContaining({ kind: 'encoding', offset: 7 }));
    expect(() => files.read('none.mdx')).toThrow(FileError);
  });

  test('should say which folder there is not', () => {
    expect(codes('/nowhere/at/all')[0]).toMatch(/^error cli\/project/);
  });
});
