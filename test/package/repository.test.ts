/** The laws of the repository that `npm run check` also enforces, with proofs that the checks can fail. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { repository } from '../harness/cli.ts';
import { removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

/** A copy of one check script in a repository of its own making. */
function checkIn(script: string, files: Record<string, string>): { status: number | null; text: string } {
  const folder = temporaryFolder('law');
  folders.push(folder);
  mkdirSync(join(folder, 'scripts'));
  cpSync(join(repository, 'scripts', script), join(folder, 'scripts', script));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeProject(folder, files);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', script)], { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

describe('layers', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'a stage that imports another one',
      { 'src/stages/navigation/a.ts': "import { b } from '../mdx/b.ts';\n", 'src/stages/mdx/b.ts': '' },
      'stages/navigation may not import stages/mdx',
    ],
    [
      'a type import from a layer above',
      { 'src/model/a.ts': "import type { B } from '../stages/mdx/b.ts';\n", 'src/stages/mdx/b.ts': '' },
      'stages is not below model',
    ],
    [
      'browser code in Node.js',
      { 'src/cli/a.ts': "import '../browser/b.ts';\n", 'src/browser/b.ts': '' },
      'only browser code imports browser code',
    ],
    [
      'a stage in the browser',
      { 'src/browser/a.ts': "import '../stages/mdx/b.ts';\n", 'src/stages/mdx/b.ts': '' },
      'browser code imports only shared',
    ],
    [
      'a cycle of types',
      { 'src/model/a.ts': "import type { B } from './b.ts';\n", 'src/model/b.ts': "import './a.ts';\n" },
      'model/a.ts → model/b.ts',
    ],
    ['a folder of no layer', { 'src/helpers/a.ts': '' }, 'src/helpers/a.ts is in no layer'],
  ])('refuses %s', (_name, files, text) => {
    const outcome = checkIn('check-layers.mjs', files);
    expect(outcome.text).toContain(text);
    expect(outcome.status).toBe(1);
  });

  test('hold in this repository', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(repository, 'scripts/check-layers.mjs')], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d{3,} files, 0 problems\n$/) });
  });
});

describe('sizes', () => {
  const lines = (count: number) => '  f();\n'.repeat(count);

  test.each<[string, Record<string, string>, string]>([
    ['a function', { 'src/a.ts': `\n\nexport function a(): void {\n${lines(59)}}\n` }, 'src/a.ts:3: a has 61 lines'],
    ['an arrow function', { 'src/b/a.ts': `const a = async () => {\n${lines(59)}};\n` }, 'src/b/a.ts:1: a has 61 lines'],
    ['a method', { 'src/a.ts': `class A {\n  async #b() {\n${lines(59)}  }\n}\n` }, 'src/a.ts:2: #b has 61 lines'],
    ['a component', { 'src/a.tsx': `const A = () => (\n<>\n${'<br />\n'.repeat(58)}</>\n);\n` }, 'src/a.tsx:1: A has 62 lines'],
    [
      'a function with a long function inside',
      { 'src/a.ts': `function a() {\n  return { b() {\n${lines(59)}  } };\n}\n` },
      'src/a.ts:1: a has 63 lines, more than 60\nsrc/a.ts:2: b has 61 lines',
    ],
    ['a file', { 'src/a.ts': 'f();\n'.repeat(421) }, 'src/a.ts:421: the file has 421 lines'],
    [
      'a folder',
      Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`src/b/${index}.ts`, ''])),
      'src/b: the folder has 26 source files',
    ],
    ['a file that is not TypeScript', { 'src/a.ts': `${lines(60)}function {` }, 'src/a.ts:61: '],
  ])('refuses %s', (_name, files, text) => {
    const outcome = checkIn('check-sizes.mjs', files);
    expect(outcome.text).toContain(text);
    expect(outcome.status).toBe(1);
  });

  test('accepts the largest that is allowed, and generated files', () => {
    const outcome = checkIn('check-sizes.mjs', {
      'src/a.ts': `function a(): void {\n${lines(58)}}\n${'f();\n'.repeat(360)}`,
      'src/a.generated.ts': 'f();\n'.repeat(1000),
      ...Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`src/b/${index}.ts`, ''])),
    });
    expect(outcome).toEqual({ status: 0, text: '26 files, 0 problems\n' });
  });

  test('hold in this repository', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(repository, 'scripts/check-sizes.mjs')], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d{3,} files, 0 problems\n$/) });
  });
});

describe('doc comments', () => {
  test.each<[string, string, string]>([
    ['a function', '/** The file. */\n\nexport function a(): void {}\n', 'src/a.ts:3: a has no doc comment'],
    ['a type', 'export type A = string;\n', 'A has no'],
    ['a constant below a comment of a line', '// why\nexport const a = 1;\n', 'a has no'],
    ['a class', '/** One. */\nconst a = 1;\nexport abstract class B {}\n', 'B has no'],
  ])('are missed at %s', (_name, text, problem) => {
    const outcome = checkIn('check-comments.mjs', { 'src/a.ts': text, 'templates/b.tsx': '' });
    expect(outcome.text).toContain(problem);
    expect(outcome.status).toBe(1);
  });

  test.each<[string, string]>([
    ['above a note to a tool', '/** One. */\n// biome-ignore lint: why\nexport type A = any;\n'],
    ['above overloads', '/**\n * One.\n */\nexport function a(b: 1): 1;\nexport function a(b: unknown): unknown {}\n'],
    ['where what is passed on is made', "export type { A } from './a.ts';\nexport { b } from './b.ts';\n"],
  ])('are found %s', (_name, text) => {
    expect(checkIn('check-comments.mjs', { 'src/a.ts': text, 'templates/b.tsx': '' })).toMatchObject({ status: 0 });
  });
});

describe('check of the lock file', () => {
  const lockOf = (entry: object) => ({
    'package.json': JSON.stringify({ dependencies: { x: '1.0.0' }, devDependencies: {} }),
    'package-lock.json': JSON.stringify({
      packages: { '': {}, 'node_modules/@asyncapi/specs': { version: '6.11.1', license: 'MIT', integrity: 'sha512-x', ...entry } },
    }),
  });

  test.each<[string, object, string]>([
    ['a release published by an attacker', { version: '6.8.3' }, 'known compromised release'],
    ['no integrity', { integrity: undefined }, 'has no integrity'],
    ['a git dependency', { resolved: 'git+ssh://git@example.org/x.git' }, 'does not come from the registry'],
    ['a lock without the packages of other platforms', { optionalDependencies: { '@x/darwin': '1.0.0' } }, 'misses @x/darwin'],
    ['an install script', { hasInstallScript: true }, 'runs a script at install'],
    ['a licence that binds users', { license: 'GPL-3.0-only' }, 'is under GPL-3.0-only'],
    ['one part of a licence that binds users', { license: '(MIT AND LGPL-3.0-only)' }, 'is under (MIT AND LGPL-3.0-only)'],
  ])('refuses %s', (_name, entry, text) => {
    const outcome = checkIn('check-lock.mjs', lockOf(entry));
    expect(outcome.text).toContain(text);
    expect(outcome.status).toBe(1);
  });

  test('accepts a plain entry', () => {
    expect(checkIn('check-lock.mjs', lockOf({})).status).toBe(0);
  });

  test('holds in this repository', () => {
    expect(execFileSync(process.execPath, [join(repository, 'scripts/check-lock.mjs')], { encoding: 'utf8' })).toContain(', 0 faults');
  });
});

describe('notices', () => {
  const heads = () =>
    [...readFileSync(join(repository, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8').matchAll(/^(\S+)@\d\S* \((.+)\)$/gm)].map(
      ([, name = '', licence = '']) => ({ name, licence }),
    );

  test('name what became part of our code', () => {
    const parts = [
      '@mdx-js/mdx',
      '@shikijs/core',
      'commander',
      'fastest-levenshtein',
      'ignore',
      'image-size',
      'js-yaml',
      'mermaid',
      'shiki',
    ];
    expect(heads().map(({ name }) => name)).toEqual(expect.arrayContaining(parts));
  });

  test('have licences that allow publishing them: the check of the lock file skips what only building needs', () => {
    const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];
    // Of diagrams: two that bind their own files alone, and one whose licence (MIT) is only in its text.
    expect(heads().filter(({ licence }) => !permissive.includes(licence))).toEqual([
      { name: 'dompurify', licence: '(MPL-2.0 OR Apache-2.0)' },
      { name: 'elkjs', licence: 'EPL-2.0 OR GPL-3.0-or-later' },
      { name: 'khroma', licence: 'see below' },
    ]);
  });
});

test('the version is the same in package.json and in the lock', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')).packages[''].version).toBe(version);
});
