import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { openProject } from '../../../src/platform/files/disk.ts';

const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'docsgen-ignored-'));
  made.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const listed = (dir: string, exclude?: string[]) =>
  openProject(dir, exclude)
    .value.list()
    .map((file) => file.path);

function git(root: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-c', 'core.excludesFile=/dev/null', ...args], { cwd: root, env, encoding: 'utf8' });
}

/** What git would add: files that it tracks or does not ignore, without rule files. */
function gitFiles(root: string, dir = root): string[] {
  const all = git(dir, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  return all.filter((path) => path !== '' && !path.endsWith('.gitignore')).sort();
}

describe('files that git ignores', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['a folder anywhere', { '.gitignore': 'build/\n', 'build/a.mdx': '', 'x/build/b.mdx': '', 'c.mdx': '' }, ['c.mdx']],
    ['a folder at the root only', { '.gitignore': '/build\n', 'build/a.mdx': '', 'x/build/b.mdx': '' }, ['x/build/b.mdx']],
    ['an exception', { '.gitignore': '*.mdx\n!keep.mdx\n', 'a.mdx': '', 'x/keep.mdx': '' }, ['x/keep.mdx']],
    ['no exception below an ignored folder', { '.gitignore': 'x/\n!x/keep.mdx\n', 'x/keep.mdx': '', 'a.mdx': '' }, ['a.mdx']],
    ['rules of an inner folder', { 'x/.gitignore': 'out\n', 'x/out/a.mdx': '', 'x/y/out': '', 'out/b.mdx': '' }, ['out/b.mdx']],
    ['an inner exception', { '.gitignore': 'gen/\n', 'x/.gitignore': '!gen/\n', 'x/gen/a.mdx': '', 'gen/b.mdx': '' }, ['x/gen/a.mdx']],
    ['an inner rule with a slash', { 'x/.gitignore': '/a.mdx\ny/b.mdx\n', 'x/a.mdx': '', 'x/z/a.mdx': '', 'x/y/b.mdx': '' }, ['x/z/a.mdx']],
    [
      'folders with special names',
      { 'a [b]!/.gitignore': '*.txt\n', 'a [b]!/x.txt': '', 'a [b]!/x.mdx': '', 'y.txt': '' },
      ['a [b]!/x.mdx', 'y.txt'],
    ],
    [
      'comments, blanks and a byte order mark',
      { '.gitignore': '\ufeff# a\n\n \na.mdx\r\n\\#b.mdx\n', 'a.mdx': '', '#b.mdx': '', 'c.mdx': '' },
      ['c.mdx'],
    ],
    ['a .gitignore that is a folder', { '.gitignore/x': 'a.mdx', 'a.mdx': '' }, ['a.mdx']],
    ['what .mintignore brings back', { '.gitignore': 'build/\n', '.mintignore': '!build/\n', 'build/a.mdx': '' }, ['build/a.mdx']],
    [
      'what .mintignore leaves out besides',
      { '.gitignore': '!drafts\n', '.mintignore': 'drafts\n', 'drafts/a.mdx': '', 'b.mdx': '' },
      ['b.mdx'],
    ],
  ])('should leave out %s', (_, files, expected) => {
    expect(listed(folder(files))).toEqual(expected);
  });

  test('should follow the rules of the folders above, up to the root of the repository', () => {
    const root = folder({
      '.gitignore': 'a.mdx\n',
      'repo/.git/HEAD': '',
      'repo/.gitignore': 'out/\n/docs/only.mdx\n',
      'repo/packages/.gitignore': 'gen\n',
      'repo/docs/out/x.mdx': '',
      'repo/docs/only.mdx': '',
      'repo/docs/a.mdx': '',
      'repo/docs/gen/b.mdx': '',
    });
    expect(listed(join(root, 'repo/docs'))).toEqual(['a.mdx', 'gen/b.mdx']);
  });

  test('should read a project that its repository ignores as a whole', () => {
    const root = folder({ '.git/HEAD': '', '.gitignore': 'tmp/\n*.log\n', 'tmp/site/a.mdx': '', 'tmp/site/b.log': '' });
    expect(listed(join(root, 'tmp/site'))).toEqual(['a.mdx', 'b.log']);
  });

  test.each([2, 4])('should keep files that git tracks (index version %i)', (version) => {
    const root = folder({
      '.gitignore': 'lib/\n',
      'docs/lib/a.mdx': '',
      'docs/lib/deep/er/b.mdx': '',
      'docs/lib/new.mdx': '',
      'docs/c.mdx': '',
    });
    git(root, 'init', '-q');
    git(root, 'add', '-f', 'docs/lib/a.mdx', 'docs/lib/deep', 'docs/c.mdx', '.gitignore');
    git(root, 'update-index', '--index-version', String(version));
    expect(listed(join(root, 'docs'))).toEqual(['c.mdx', 'lib/a.mdx', 'lib/deep/er/b.mdx']);
    expect(openProject(join(root, 'docs')).value.ignored?.('lib/new.mdx')).toMatchObject({ file: '../.gitignore', line: 1, rule: 'lib/' });
    writeFileSync(join(root, '.git/index'), 'DIRC\0\0\0\u0002\0\0\0\u0009');
    expect(listed(join(root, 'docs'))).toEqual(['c.mdx']);
  });

  test('should agree with git on any rules', () => {
    const name = fc.constantFrom('a', 'b', 'build', 'x.mdx', 'y.txt');
    const path = fc
      .array(name, { minLength: 1, maxLength: 4 })
      .map((names) => `${names.map((part) => part.replace('.', '-')).join('/')}/f.mdx`);
    const rule = fc
      .tuple(
        fc.constantFrom('', '!'),
        fc.constantFrom('', '/', '**/'),
        fc.array(fc.constantFrom('a', 'b', 'build', '*', 'f.mdx', 'x*', '*.mdx', '**'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/'),
      )
      .map(([not, start, parts, end]) => not + start + parts.join('/') + end);
    const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(
        fc.array(path, { minLength: 1, maxLength: 12 }),
        rules,
        rules,
        fc.constantFrom('a', 'b', 'build'),
        (paths, outer, inner, at) => {
          const root = folder({ ...Object.fromEntries(paths.map((one) => [one, ''])), '.gitignore': outer, [`${at}/.gitignore`]: inner });
          git(root, 'init', '-q');
          expect(listed(root)).toEqual(gitFiles(root));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the reason why a file is left out', () => {
  const root = () =>
    folder({
      '.gitignore': '\n*.draft.mdx\n',
      '.mintignore': 'old\n',
      'x/.gitignore': '# generated\ngen/\n',
      'x/gen/a.mdx': '',
      'old/a.mdx': '',
      'b.draft.mdx': '',
      '.hidden/a.mdx': '',
      'node_modules/p/a.mdx': '',
      'out/.docsgen-manifest.json': '{}',
      'out/a.mdx': '',
      'kept.mdx': '',
    });

  test.each([
    ['b.draft.mdx', { kind: 'rule', path: 'b.draft.mdx', rule: '*.draft.mdx', file: '.gitignore', line: 2 }],
    ['x/gen/a.mdx', { kind: 'rule', path: 'x/gen/', rule: 'gen/', file: 'x/.gitignore', line: 2 }],
    ['old/a.mdx', { kind: 'rule', path: 'old/', rule: 'old', file: '.mintignore', line: 1 }],
    ['.hidden/a.mdx', { kind: 'hidden', path: '.hidden/' }],
    ['node_modules/p/a.mdx', { kind: 'packages', path: 'node_modules/' }],
    ['out/a.mdx', { kind: 'output', path: 'out/' }],
    ['kept.mdx', undefined],
    ['old/missing.mdx', undefined],
    ['../outside.mdx', undefined],
    ['', undefined],
  ])('should be known of %j', (path, expected) => {
    expect(openProject(root()).value.ignored?.(path)).toEqual(expected);
  });
});
