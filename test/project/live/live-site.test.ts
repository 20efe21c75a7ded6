import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { LiveSite } from '../../../src/project/live/live-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { withoutStyles } from '../../harness/without-styles.ts';

let folder: string;
let live: LiveSite;
afterEach(async () => {
  await live.close();
  removeFolder(folder);
});

const count = 600;
const numbers = Array.from({ length: count }, (_, index) => index);
const titleOf = (path: string) => live.site?.pages.find((page) => page.path === path)?.title;

function openLargeSite(rest: Readonly<Record<string, string>> = {}): void {
  folder = temporaryFolder('live');
  const groups = numbers
    .filter((index) => index % 20 === 0)
    .map((from) => ({ group: `Group ${from}`, pages: numbers.slice(from, from + 20).map((index) => `guides/p-${index}`) }));
  const pages = numbers.map((index) => [`guides/p-${index}.mdx`, `---\ntitle: Title ${index}\n---\n\n[Far](/guides/p-580) away`]);
  writeProject(join(folder, 'project'), { 'docs.json': docsJson({ groups }), ...Object.fromEntries(pages), ...rest });
  live = new LiveSite({ dir: join(folder, 'project'), useCache: false });
}

test('should show the first page of a large site, with its neighbours, before the rest is read', async () => {
  openLargeSite();
  const first = await live.answer('/guides/p-300');
  expect(first).toMatchObject({ kind: 'page', diagnostics: [] });
  const html = first.kind === 'page' ? first.html : '';
  expect(['Title 299', 'Title 300', 'Title 301', 'Title 319'].filter((title) => !html.includes(title))).toEqual([]);
  expect(titleOf('guides/p-10')).toBe('P 10');

  await live.open();
  expect(titleOf('guides/p-10')).toBe('Title 10');
});

test('should show the same page once all is read, and what a build writes', async () => {
  openLargeSite();
  const first = await live.answer('/guides/p-300');
  await live.open();
  const second = await live.answer('/guides/p-300');
  expect(first.kind === 'page' && second.kind === 'page' && second.html === first.html).toBe(true);
  await live.work();
  // A site without a URL is reported by builds alone.
  expect(live.diagnostics.map(({ code }) => code)).not.toContain('site/address');
  const out = join(folder, 'built');
  await buildSite({ dir: join(folder, 'project'), outDir: out, useCache: false });
  for (const path of ['guides/p-300', 'guides/p-0', 'guides/p-599']) {
    const answer = await live.answer(`/${path}`);
    expect(answer.kind === 'page' && withoutStyles(answer.html)).toBe(withoutStyles(readFileSync(join(out, path, 'index.html'), 'utf8')));
  }
});

test('should wait for the whole site when a name is not enough', async () => {
  const secret = '-----BEGIN PRIVATE KEY-----';
  openLargeSite({ 'notes.txt': secret, 'lonely.mdx': '---\nurl: https://example.com\n---\n', 'guides/p-599.mdx': 'Last words.' });
  expect(await live.answer('/')).toEqual({ kind: 'redirect', href: '/guides/p-0', isPermanent: false });
  expect(await live.answer('/notes.txt')).toMatchObject({ kind: 'nothing' });
  expect(await live.answer('/lonely')).toMatchObject({ kind: 'redirect', href: 'https://example.com' });
  expect(await live.answer('/guides/p-599')).toMatchObject({ kind: 'page', page: { title: 'P 599' } });
});

test('should say what is wrong with docs.json of a large site as of any other', async () => {
  openLargeSite({ 'docs.json': '{ "name": ' });
  expect(await live.answer('/guides/p-300')).toEqual({ kind: 'no-site' });
  expect(live.siteDiagnostics.map(({ code }) => code)).toContain('config/json');
});

test('should keep the pages of a description that is saved incomplete, with its error, until it is complete', async () => {
  const description = (title: string, box = "{ $ref: './paths/box.yaml' }") =>
    `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /boxes: { get: { summary: ${title} } }\n  /box: ${box}\n`;
  const files = {
    'docs.json': docsJson({ groups: [{ group: 'API', openapi: 'depot.yaml' }] }),
    'index.mdx': 'Home',
    'depot.yaml': description('List boxes'),
    'paths/box.yaml': 'get: { summary: One box }',
  };
  folder = temporaryFolder('live');
  const project = join(folder, 'project');
  writeProject(project, files);
  live = new LiveSite({ dir: project, useCache: false });
  const [list, box] = ['/api-reference/list-boxes', '/api-reference/one-box'];
  const kinds = async () => [(await live.answer(list)).kind, (await live.answer(box)).kind];
  const errors = () =>
    live.siteDiagnostics.flatMap(({ severity, code, location }) => (severity === 'error' ? [`${code} ${location?.file}`] : []));
  const save = async (changed: Readonly<Record<string, string>>) => {
    writeProject(project, changed);
    await live.refresh(Object.keys(changed), false);
  };
  expect(await kinds()).toEqual(['page', 'page']);

  for (const [half, code] of [
    ['openapi: 3.1.0\npaths: { /boxes: { get', 'parse'],
    ['', 'parse'],
    ['info: { title: T }', 'version'],
  ] as const) {
    await save({ 'depot.yaml': half });
    expect([await kinds(), errors(), live.isCurrent]).toEqual([['page', 'page'], [`openapi/${code} depot.yaml`], false]);
  }
  await save({ 'paths/box.yaml': 'get: { summary: "One' });
  expect([await kinds(), errors().sort()]).toEqual([
    ['page', 'page'],
    ['openapi/parse paths/box.yaml', 'openapi/version depot.yaml'],
  ]);
  await save({ 'index.mdx': '---\ntitle: Other\n---\n' });
  expect([await kinds(), errors().length, live.absolute('depot.yaml')]).toEqual([['page', 'page'], 2, join(project, 'depot.yaml')]);
  // What nothing refers to any more is no fault of the site.
  await save({ 'depot.yaml': description('List boxes', '{ get: { summary: One box } }') });
  expect([await kinds(), errors(), live.isCurrent]).toEqual([['page', 'page'], [], true]);
  await save({ 'depot.yaml': description('Every box', '{}') });
  expect([await kinds(), (await live.answer('/api-reference/every-box')).kind]).toEqual([['nothing', 'nothing'], 'page']);
  rmSync(join(project, 'depot.yaml'));
  await live.refresh(['depot.yaml'], true);
  expect((await live.answer('/api-reference/every-box')).kind).toBe('nothing');
});

test('should show all pages that compute when they are the first, and requested at once', async () => {
  folder = temporaryFolder('live');
  const names = Array.from({ length: 12 }, (_, index) => `p-${index}`);
  const pages = names.map((name) => [
    `${name}.mdx`,
    `---\ntitle: ${name}\n---\n\nexport const words = ['${name}'];\n\n{words.map((word) => \`computed \${word}\`)}\n`,
  ]);
  writeProject(join(folder, 'project'), { 'docs.json': docsJson({ pages: names }), ...Object.fromEntries(pages) });
  live = new LiveSite({ dir: join(folder, 'project'), useCache: false });
  await live.open();
  const shown = await Promise.all(names.map(async (name) => ({ name, answer: await live.answer(`/${name}`) })));
  expect(shown.filter(({ name, answer }) => answer.kind !== 'page' || !answer.html.includes(`computed ${name}`))).toEqual([]);
});

test('should not keep the result of a check that a change has overtaken', async () => {
  folder = temporaryFolder('live');
  writeProject(folder, { 'docs.json': docsJson({ pages: ['index', 'two'] }), 'index.mdx': 'One', 'two.mdx': 'Two' });
  const texts = new Map<string, string>();
  live = new LiveSite({ dir: folder, useCache: false, texts });
  await live.open();
  const write = async (href: string) => {
    texts.set('index.mdx', `[One](${href})`);
    await live.refresh(['index.mdx'], false);
  };
  // The change comes at every point of the check.
  for (let at = 0; at < 60; at++) {
    await write(`/old-${at}`);
    const checking = live.check();
    for (let tick = 0; tick < at; tick++) await (at % 2 === 0 ? setImmediate() : undefined);
    const writing = write(`/new-${at}`);
    await live.check();
    await Promise.all([checking, writing]);
    expect(live.checked?.all.filter(({ message }) => message.includes('/old-')) ?? []).toEqual([]);
  }
});
