/** `docsgen rename`: what is written where, what is refused, and that nothing is ever half done. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { machineCode } from '../../../src/platform/cache/machine-key.ts';
import { finishReplacing, replaceFiles } from '../../../src/platform/files/replace-files.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { type RenameOptions, renameInProject } from '../../../src/project/refactor/rename-project.ts';
import { docsJson, type Files, hashTree, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { runWarm } from '../../harness/warm-cli.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('rename');
});
afterEach(() => removeFolder(folder));

const rename = (from: string, to: string, options: Partial<RenameOptions> = {}) =>
  renameInProject({ dir: folder, from, to, useCache: false, ...options });
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const problems = async () =>
  (await checkProject({ dir: folder, useCache: false })).diagnostics.filter(({ severity }) => severity !== 'notice');

/** Every way to name a page, a picture and a snippet. */
const everything: Files = {
  'docs.json': `{
  "$schema": "https://mintlify.com/docs.json",
  "theme": "mint",   "name": "Test",
  "colors": { "primary": "#1d4ed8" },
  "favicon": "/images/dot.svg",
  "navbar": { "links": [{ "label": "Start", "href": "/guides/start#one" }] },
  "navigation": {
    "groups": [
      { "group": "guides/start", "pages": ["index", "guides/start", "/guides/next.mdx"] },
      { "group": "B", "root": "guides/index", "pages": ["b", "other/page"] }
    ]
  },
  "redirects": [
    {
      "source": "/old",
      "destination": "/guides/start"
    },
    { "source": "/older/:rest*", "destination": "/guides/:rest*" }
  ]
}
`,
  'index.mdx': `---
title: Home
icon: /images/dot.svg
---
import Note from "/snippets/note.mdx";

[/guides/start](/guides/start#one "t") [two][ref] [three](./guides/start.mdx?x=1) \`/guides/start\`

<Card title="Start" href="/guides/start" img="/images/dot.svg" /> <a href='/guides/start/'>x</a> ![d](images/dot.svg)

\`\`\`md
[x](/guides/start)
\`\`\`

<Note />

[ref]: </guides/start#one>
`,
  'guides/index.mdx': '---\ntitle: Guides\n---\n[start](./start) [b](../b)\n',
  'guides/start.mdx':
    '---\ntitle: Start\n---\nimport Note from "../snippets/note.mdx"\n\n## One\n\n[next](./next) [up](../b) [one](#one) [abs](/guides/next) ![d](../images/dot.svg)\n\n<Note />\n',
  'guides/next.mdx': '---\ntitle: Next\n---\r\n[start](start)\r\n',
  'b.mdx':
    '---\ntitle: B\n---\nimport { Box } from "/snippets/box.jsx"\n\nexport const to = [{ href: "/guides/start" }];\n\n<Box to="/guides/start" />\n',
  'other/page.mdx': '---\ntitle: Other\n---\nText.\n',
  'quiet.mdx': '---\ntitle: Quiet\nhidden: true\n---\nText.\n',
  'snippets/note.mdx': 'See [start](/guides/start).\n',
  'snippets/box.jsx': 'export const Box = ({ to }) => <a href={to ?? "/guides/start"}>x</a>;\n',
  'images/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>',
  'style.css': 'body { background: url(/images/dot.svg) }\n',
};

describe('a page', () => {
  test('should move where an API description lies on a host that only --allow-remote opens', async () => {
    const groups = [{ group: 'A', pages: ['index'] }];
    writeProject(folder, {
      'docs.json': docsJson({ groups: [...groups, { group: 'API', openapi: 'http://localhost:9/api.json' }] }),
      'index.mdx': '---\ntitle: Home\n---\n',
    });
    expect(await rename('index', 'start')).toMatchObject({ status: 'built', diagnostics: [] });
    writeProject(folder, { 'docs.json': docsJson({ groups: [...groups, { group: 'API', openapi: 'file:///etc/passwd' }] }) });
    expect(await rename('start', 'index')).toMatchObject({ status: 'failed', diagnostics: [{ code: 'config/remote-denied' }] });
  });

  test('should take everything with it that names it', async () => {
    writeProject(folder, everything);
    const result = await rename('guides/start', 'manual/first');
    expect(result.diagnostics).toEqual([]);
    expect(result).toMatchObject({ status: 'built', moved: [{ from: 'guides/start.mdx', to: 'manual/first.mdx' }], redirects: 1 });
    expect(existsSync(join(folder, 'guides/start.mdx'))).toBe(false);
    const source = everything as Record<string, string>;
    expect(read('docs.json')).toBe(
      (source['docs.json'] as string)
        .replace('"/guides/start#one"', '"/manual/first#one"')
        .replace('"index", "guides/start"', '"index", "manual/first"')
        .replace('"destination": "/guides/start"', '"destination": "/manual/first"')
        .replace('"/guides/:rest*" }\n', '"/guides/:rest*" },\n    { "source": "/guides/start", "destination": "/manual/first" }\n'),
    );
    expect(read('index.mdx')).toBe(
      (source['index.mdx'] as string)
        .replace('](/guides/start#one "t")', '](/manual/first#one "t")')
        .replace('./guides/start.mdx?x=1', './manual/first.mdx?x=1')
        .replace('href="/guides/start"', 'href="/manual/first"')
        .replace("'/guides/start/'", "'/manual/first/'")
        .replace('</guides/start#one>', '</manual/first#one>'),
    );
    expect(read('manual/first.mdx')).toBe((source['guides/start.mdx'] as string).replace('(./next)', '(../guides/next)'));
    expect(read('guides/index.mdx')).toContain('[start](../manual/first) [b](../b)');
    expect(read('guides/next.mdx')).toBe('---\ntitle: Next\n---\r\n[start](../manual/first)\r\n');
    expect(read('b.mdx')).toBe((source['b.mdx'] as string).replaceAll('/guides/start', '/manual/first'));
    expect(read('snippets/note.mdx')).toBe('See [start](/manual/first).\n');
    expect(read('snippets/box.jsx')).toContain('"/manual/first"');
    expect(read('other/page.mdx')).toBe(source['other/page.mdx']);
    expect(await problems()).toEqual([]);
    expect(readdirSync(folder)).not.toContain('.docsgen');
  });

  test('should come back as if it had never gone', async () => {
    writeProject(folder, everything);
    await rename('guides/start', 'manual/first', { addRedirects: false });
    await rename('manual/first', 'guides/start', { addRedirects: false });
    expect(read('docs.json')).toBe(everything['docs.json']);
    expect(read('b.mdx')).toBe(everything['b.mdx']);
  });

  test('should not be redirected in a circle when it comes back', async () => {
    writeProject(folder, everything);
    await rename('b', 'c');
    await rename('c', 'b');
    const { redirects } = JSON.parse(read('docs.json'));
    expect(redirects).toEqual([
      { source: '/old', destination: '/guides/start' },
      { source: '/older/:rest*', destination: '/guides/:rest*' },
      { source: '/c', destination: '/b' },
    ]);
    expect(await problems()).toEqual([]);
  });

  test('should take the place of a redirect that a page has stood before', async () => {
    const redirects = [{ source: '/a', destination: '/index' }];
    writeProject(folder, { 'docs.json': docsJson({ pages: ['index', 'a'] }, { redirects }), 'index.mdx': 'Home', 'a.mdx': 'A' });
    expect((await rename('a', 'b')).redirects).toBe(1);
    expect(JSON.parse(read('docs.json')).redirects).toEqual([{ source: '/a', destination: '/b' }]);
  });

  test.each([
    ['[{ "source": "/x", "destination": "/y" }]', ', '],
    ['[{"source":"/x","destination":"/y"},{"source":"/z","destination":"/y"}]', ','],
    ['[ { "source": "/x", "destination": "/y" }, { "source": "/z", "destination": "/y" } ]', ', '],
    ['[\n    { "source": "/x", "destination": "/y" }\n  ]', ',\n    '],
  ])('should write its redirect as those in %j are written', async (list, between) => {
    const before = `{\n  "name": "T", "theme": "mint", "colors": { "primary": "#123456" },\n  "navigation": { "pages": ["index", "a"] },\n  "redirects": ${list}\n}\n`;
    writeProject(folder, { 'docs.json': before, 'index.mdx': 'Home', 'a.mdx': 'A' });
    await rename('a', 'b');
    const [, open, colon] = /^\{(\s*)"source"(:\s*)/.exec(list.slice(list.indexOf('{'))) as unknown as [string, string, string];
    expect(read('docs.json')).toContain(`}${between}{${open}"source"${colon}"/a"`);
  });

  test('should leave a redirect also where it is a link to another site', async () => {
    writeProject(folder, {
      'docs.json': docsJson({ pages: ['index', 'out'] }),
      'index.mdx': 'Home',
      'out.mdx': '---\ntitle: Out\nurl: https://x.dev\n---\n',
    });
    expect((await rename('out', 'away')).redirects).toBe(1);
    expect(JSON.parse(read('docs.json'))).toMatchObject({
      navigation: { pages: ['index', 'away'] },
      redirects: [{ source: '/out', destination: '/away' }],
    });
  });

  test.each([
    ['guides/start.mdx', 'x', 'x.mdx'],
    ['/guides/start', '/x.mdx', 'x.mdx'],
    ['./guides/start', 'other/', 'other/start.mdx'],
    ['guides/start', 'v1.2/x', 'v1.2/x.mdx'],
    ['guides/start', 'guides/Start', 'guides/Start.mdx'],
  ])('should be named %s → %s', async (from, to, expected) => {
    writeProject(folder, everything);
    expect((await rename(from, to)).moved).toEqual([{ from: 'guides/start.mdx', to: expected }]);
    expect(readdirSync(join(folder, expected, '..'))).toContain(expected.split('/').at(-1));
  });
});

describe('a folder', () => {
  test('should move with its pages, each with a redirect', async () => {
    writeProject(folder, everything);
    const { redirects, diagnostics } = await rename('guides/', 'manual');
    expect(diagnostics).toEqual([]);
    expect(redirects).toBe(3);
    expect(read('docs.json')).toContain('{ "source": "/older/:rest*", "destination": "/manual/:rest*" }');
    expect(existsSync(join(folder, 'guides'))).toBe(false);
    expect(read('docs.json')).toContain('"root": "manual/index"');
    expect(read('docs.json')).toContain('"/manual/next.mdx"');
    expect(read('docs.json')).toContain('{ "source": "/guides", "destination": "/manual" }');
    expect(read('manual/index.mdx')).toBe(everything['guides/index.mdx']);
    expect(read('manual/start.mdx')).toBe((everything['guides/start.mdx'] as string).replace('(/guides/next)', '(/manual/next)'));
    expect(await problems()).toEqual([]);
  });

  test('should move with images and snippets', async () => {
    writeProject(folder, everything);
    await rename('images', 'media/pictures');
    await rename('snippets/note.mdx', 'snippets/common/hint.mdx');
    expect(read('docs.json')).toContain('"favicon": "/media/pictures/dot.svg"');
    expect(read('style.css')).toBe('body { background: url(/media/pictures/dot.svg) }\n');
    expect(read('index.mdx')).toContain('icon: /media/pictures/dot.svg');
    expect(read('index.mdx')).toContain('![d](media/pictures/dot.svg)');
    expect(read('index.mdx')).toContain('import Note from "/snippets/common/hint.mdx";');
    expect(read('guides/start.mdx')).toContain('import Note from "../snippets/common/hint.mdx"');
    expect(read('guides/start.mdx')).toContain('![d](../media/pictures/dot.svg)');
    expect(await problems()).toEqual([]);
  });
});

test('should follow imports as the compiler does: from the root without a slash, and of the index of a folder', async () => {
  writeProject(folder, {
    'docs.json': docsJson({ pages: ['index', 'guides/a'] }),
    'index.mdx': 'import Note from "texts/note.mdx"\nimport Parts from "./parts"\n\n<Note />\n\n<Parts />\n',
    'guides/a.mdx': 'import Parts from "/parts"\n\n<Parts />\n',
    'texts/note.mdx': 'A note.\n',
    'parts/index.mdx': 'Parts.\n',
  });
  await rename('texts', 'words');
  await rename('parts/index.mdx', 'pieces/index.mdx');
  expect(read('index.mdx')).toContain('import Note from "words/note.mdx"\nimport Parts from "./pieces"\n');
  await rename('pieces/index.mdx', 'pieces/all.mdx');
  expect(read('index.mdx')).toContain('import Parts from "./pieces/all"\n');
  expect(read('guides/a.mdx')).toContain('import Parts from "/pieces/all"\n');
  expect(await problems()).toEqual([]);
});

test('should change files that docs.json refers to, and API descriptions', async () => {
  const description = (path: string) =>
    `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  ${path}:\n    get:\n      operationId: a\n      description: See [a](/a).\n      responses: { '200': { description: ok } }\n`;
  writeProject(folder, {
    'docs.json': docsJson(
      { $ref: './config/navigation.json' },
      { redirects: { $ref: 'config/redirects.json' }, api: { openapi: ['apis/one.yaml'] } },
    ),
    'config/navigation.json': '{\n\t"pages": ["index", "a", "apis/one.yaml GET /x"]\n}\n',
    'config/redirects.json': '[]\n',
    'index.mdx': '---\ntitle: Home\n---\n[a](/a)\n',
    'a.mdx': '---\ntitle: A\nopenapi: apis/two.yaml GET /y\n---\n',
    'apis/one.yaml': description('/x'),
    'apis/two.yaml': description('/y'),
  });
  expect((await rename('a', 'b')).diagnostics).toEqual([]);
  expect(read('config/navigation.json')).toBe('{\n\t"pages": ["index", "b", "apis/one.yaml GET /x"]\n}\n');
  expect(read('config/redirects.json')).toBe('[\n  { "source": "/a", "destination": "/b" }\n]\n');
  expect(read('apis/two.yaml')).toContain('See [a](/b).');
  expect((await rename('apis', 'specs')).diagnostics).toEqual([]);
  expect(read('config/navigation.json')).toContain('"specs/one.yaml GET /x"');
  expect(read('b.mdx')).toContain('openapi: specs/two.yaml GET /y');
  expect(JSON.parse(read('docs.json')).api.openapi).toEqual(['specs/one.yaml']);
  expect((await rename('config', 'settings')).diagnostics).toEqual([]);
  expect(JSON.parse(read('docs.json')).navigation).toEqual({ $ref: './settings/navigation.json' });
});

describe('what is refused', () => {
  test.each([
    ['nowhere', 'x', 'cli/rename-missing'],
    ['guides/start', 'b', 'cli/rename-exists'],
    ['guides/start', 'B', 'cli/rename-exists'],
    ['guides/start', '../x', 'cli/rename-place'],
    ['guides/start', '.hidden/x', 'cli/rename-place'],
    ['quiet', 'snippets/quiet', 'cli/rename-breaks'],
    ['guides/start', 'aux', 'cli/rename-breaks'],
    ['guides', 'guides/inner', 'cli/rename-place'],
    ['images/dot.svg', 'images/dot.png', 'cli/rename-place'],
    ['docs.json', 'x.json', 'cli/rename-config'],
  ])('%s → %s', async (from, to, code) => {
    writeProject(folder, everything);
    const before = hashTree(folder);
    const result = await rename(from, to);
    expect(result.status).toBe('refused');
    expect(result.diagnostics[0]?.code).toBe(code);
    expect(hashTree(folder)).toBe(before);
  });

  test('should be a link that no edit can reach, unless a redirect answers for it', async () => {
    writeProject(folder, {
      'docs.json': docsJson({ pages: ['index', 'a'] }),
      'index.mdx': '---\ntitle: Home\n---\n[x](/%61)\n',
      'a.mdx': '---\ntitle: A\n---\nText.\n',
      'b.css': 'a{}',
    });
    expect((await rename('a', 'c', { isDryRun: true })).status).toBe('built');
    expect((await rename('a', 'c')).diagnostics).toEqual([]);
  });
});

describe('the changes', () => {
  test('should only be shown by --dry-run', async () => {
    writeProject(folder, everything);
    const before = hashTree(folder, /^\.docsgen/);
    const { exit, stdout } = await runWarm(['rename', 'other/page', 'other/leaf', '--dir', folder, '--dry-run'], { cwd: folder });
    expect(exit).toBe(0);
    expect(stdout).toContain('--- a/other/page.mdx\n+++ b/other/leaf.mdx\n');
    expect(stdout).toContain(
      '-      { "group": "B", "root": "guides/index", "pages": ["b", "other/page"] }\n+      { "group": "B", "root": "guides/index", "pages": ["b", "other/leaf"] }\n',
    );
    expect(stdout).toMatch(/Would move 1 file, with 2 changes in 1 file and 1 redirect\n$/);
    expect(hashTree(folder, /^\.docsgen/)).toBe(before);
  });

  test('should be refused by a folder that cannot be written, and leave nothing behind', () => {
    writeProject(folder, { 'a.txt': 'a', '.docsgen': 'a file' });
    const problems = replaceFiles(folder, { write: new Map([['a.txt', Buffer.from('b')]]), move: [], remove: [] });
    expect(problems).toMatchObject([{ severity: 'error', code: expect.stringMatching(/^io\//) }]);
    expect([read('a.txt'), readdirSync(folder)]).toEqual(['a', ['.docsgen', 'a.txt']]);
  });

  test('should be finished by the next run when one is killed in between', async () => {
    writeProject(folder, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    const changes = {
      write: new Map([
        ['a.txt', Buffer.from('A')],
        ['x/d.txt', Buffer.from('D')],
      ]),
      move: [{ from: 'b.txt', to: 'x/b.txt' }],
      remove: ['c.txt'],
    };
    // A run that was killed after its journal and its first step.
    const staging = join(folder, '.docsgen/edit');
    mkdirSync(staging, { recursive: true });
    writeFileSync(join(staging, '0'), 'A');
    writeFileSync(join(staging, '1'), 'D');
    mkdirSync(join(folder, 'x'));
    renameSync(join(folder, 'b.txt'), join(folder, 'x/b.txt'));
    const signed = (value: unknown, root = folder) => {
      const journal = JSON.stringify(value);
      return JSON.stringify({ journal, code: machineCode('journal', [root, journal]) });
    };
    const writes = [
      { path: 'a.txt', staged: '0', sha256: hash('sha256', 'A') },
      { path: 'x/d.txt', staged: '1', sha256: hash('sha256', 'D') },
    ];
    writeFileSync(join(staging, 'journal.json'), signed({ moves: changes.move, removes: changes.remove, writes }));
    expect(finishReplacing(folder)).toEqual({ value: true, diagnostics: [] });
    expect([read('a.txt'), read('x/b.txt'), read('x/d.txt'), existsSync(join(folder, 'c.txt')), readdirSync(folder)]).toEqual([
      'A',
      'b',
      'D',
      false,
      ['a.txt', 'x'],
    ]);

    // A journal that came with a project, and wants more.
    for (const wish of [
      { moves: [], removes: ['../outside.txt'], writes: [] },
      { moves: [{ from: 'a.txt', to: 'link/b.txt' }], removes: [], writes: [] },
      { moves: [], removes: [], writes: [{ path: 'a.txt', staged: '../../a.txt' }] },
      { moves: 'x' },
    ]) {
      const outside = temporaryFolder('outside');
      writeFileSync(join(folder, '..', 'outside.txt'), 'kept');
      symlinkSync(outside, join(folder, 'link'));
      mkdirSync(staging, { recursive: true });
      writeFileSync(join(staging, 'journal.json'), signed(wish));
      expect(finishReplacing(folder)).toEqual({ value: false, diagnostics: [] });
      expect([read('a.txt'), read('../outside.txt'), readdirSync(outside)]).toEqual(['A', 'kept', []]);
      unlinkSync(join(folder, 'link'));
      unlinkSync(join(folder, '..', 'outside.txt'));
      removeFolder(outside);
    }
    // One that stays inside, but that this machine did not write for this folder.
    const inside = { moves: [{ from: 'a.txt', to: 'b.txt' }], removes: [], writes: [] };
    for (const text of [JSON.stringify(inside), JSON.stringify({ journal: JSON.stringify(inside) }), signed(inside, '/other')]) {
      mkdirSync(staging, { recursive: true });
      writeFileSync(join(staging, 'journal.json'), text);
      expect(finishReplacing(folder)).toEqual({ value: false, diagnostics: [] });
      expect(readdirSync(folder)).toEqual(['a.txt', 'x']);
    }
    // Another text than the one that was written.
    mkdirSync(staging, { recursive: true });
    writeFileSync(join(staging, '0'), 'B');
    writeFileSync(join(staging, 'journal.json'), signed({ moves: [], removes: [], writes: writes.slice(0, 1) }));
    expect(finishReplacing(folder)).toEqual({ value: true, diagnostics: [] });
    expect(read('a.txt')).toBe('A');

    const elsewhere = temporaryFolder('elsewhere');
    writeProject(elsewhere, { 'edit/journal.json': '{}', 'edit/kept.txt': 'kept' });
    symlinkSync(elsewhere, join(folder, '.docsgen'));
    expect(finishReplacing(folder)).toEqual({ value: false, diagnostics: [] });
    expect(replaceFiles(folder, { write: new Map(), move: [], remove: ['a.txt'] })).toMatchObject([{ code: 'io/permission' }]);
    expect(readdirSync(join(elsewhere, 'edit'))).toEqual(['journal.json', 'kept.txt']);
    unlinkSync(join(folder, '.docsgen'));
    removeFolder(elsewhere);

    // A run that was killed before its journal: nothing has happened, and nothing is left.
    mkdirSync(staging, { recursive: true });
    writeFileSync(join(staging, '0'), 'never');
    expect(finishReplacing(folder)).toEqual({ value: false, diagnostics: [] });
    replaceFiles(folder, { write: new Map([['a.txt', Buffer.from('2')]]), move: [], remove: ['x/b.txt', 'x/d.txt'] });
    expect([read('a.txt'), readdirSync(folder)]).toEqual(['2', ['a.txt']]);
  });
});

test('should leave a pattern of redirects that only a part of its pages leaves', async () => {
  writeProject(folder, everything);
  await rename('guides/start', 'manual/start');
  expect(read('docs.json')).toContain('{ "source": "/older/:rest*", "destination": "/guides/:rest*" }');
});
