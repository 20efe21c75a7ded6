import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definition } from '../../../src/apps/language-server/definition.ts';
import { codeActions } from '../../../src/apps/language-server/diagnostics.ts';
import { foldingRanges } from '../../../src/apps/language-server/folding.ts';
import { hover } from '../../../src/apps/language-server/hover.ts';
import { documentLinks } from '../../../src/apps/language-server/links.ts';
import { references } from '../../../src/apps/language-server/references.ts';
import { rename, renamedPath } from '../../../src/apps/language-server/rename.ts';
import { documentSymbols, workspaceSymbols } from '../../../src/apps/language-server/symbols.ts';
import { Workspace } from '../../../src/apps/language-server/workspace.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { type EditedSite, marked, openSite, site } from './edited-site.ts';

let edited: EditedSite;
beforeAll(async () => {
  edited = await openSite();
});
afterAll(() => edited.close());

const textOf = (file: string) => site[file] as string;
/** `file:line:character` of a location, 1-based as people write it. */
const at = ({ uri, range }: { uri: string; range: { start: { line: number; character: number } } }) =>
  `${uri.slice(uri.indexOf('/site/') + 6)}:${range.start.line + 1}:${range.start.character + 1}`;
const config = (from: string, to: string) => textOf('docs.json').replace(from, to);
const page = (from: string, to: string) => textOf('index.mdx').replace(from, to);

describe('hover', () => {
  test.each([
    ['a key of docs.json', 'docs.json', '{ "the▮me": "mint" }', 'Page layout'],
    ['a key of a group', 'docs.json', config('"icon"', '"ic▮on"'), 'icon library'],
    ['a page of the navigation', 'docs.json', config('guides/start', 'guides/st▮art'), '**Start here**\n\nThe first steps.'],
    ['an operation of the navigation', 'docs.json', config('GET /users', 'GET /us▮ers'), 'All of them.'],
    ['a link', 'index.mdx', page('(/guides/start)', '(/guides/s▮tart)'), '**Start here**\n\nThe first steps.\n\n`/guides/start`'],
    ['a component', 'index.mdx', page('<Card', '<Ca▮rd'), '**<Card>**'],
    ['a prop', 'index.mdx', page('icon="rocket"', 'ic▮on="rocket"'), 'An icon name'],
    ['front matter', 'index.mdx', page('description:', 'descr▮iption:'), 'Line under the title'],
  ])('should explain %s', async (_name, file, text, words) => {
    const { document, offset } = marked(file, text);
    expect(JSON.stringify(hover(await edited.view(), document, offset))).toContain(JSON.stringify(words).slice(1, -1));
  });

  test('should be silent in text and code', async () => {
    for (const text of ['Wor▮ds', '`<Ca▮rd>`', '```\n<Ca▮rd>\n```']) {
      const { document, offset } = marked('index.mdx', text);
      expect(hover(await edited.view(), document, offset)).toBeUndefined();
    }
  });
});

describe('definition', () => {
  test.each([
    ['a link', 'index.mdx', page('(/guides/start)', '(/guides/s▮tart)'), 'guides/start.mdx:1:1'],
    ['an anchor', 'index.mdx', page('#set-up', '#set▮-up'), 'guides/start.mdx:6:1'],
    ['an anchor of the page', 'index.mdx', page('(#more-words)', '(#more▮-words)'), 'index.mdx:13:1'],
    ['an import', 'index.mdx', page('/snippets/note', '/snippets/no▮te'), 'snippets/note.mdx:1:1'],
    ['an imported component', 'index.mdx', page('<Note2', '<No▮te2'), 'snippets/note.mdx:1:1'],
    ['a card', 'index.mdx', page('"/guides/deep/end"', '"/guides/de▮ep/end"'), 'guides/deep/end.mdx:1:1'],
    ['a relative link', 'guides/deep/end.mdx', textOf('guides/deep/end.mdx').replace('../start', '../st▮art'), 'guides/start.mdx:1:1'],
    ['a page of the navigation', 'docs.json', config('guides/deep', 'guides/d▮eep'), 'guides/deep/end.mdx:1:1'],
    ['a $ref', 'docs.json', config('./nav/more.json', './nav/mo▮re.json'), 'nav/more.json:1:1'],
    ['a page of a file behind a $ref', 'nav/more.json', '{ "group": "More", "pages": ["mo▮re"] }', 'more.mdx:1:1'],
    ['a description', 'docs.json', config('api/users.json', 'api/us▮ers.json'), 'api/users.json:1:1'],
    ['an operation of the navigation', 'docs.json', config('POST /users', 'POST /us▮ers'), 'api/users.json:18:7'],
    ['an operation of front matter', 'written.mdx', textOf('written.mdx').replace('GET /teams', 'GET /te▮ams'), 'api/users.json:28:7'],
    [
      'a link to an operation',
      'guides/deep/end.mdx',
      textOf('guides/deep/end.mdx').replace('list-users', 'list-us▮ers'),
      'api/users.json:9:7',
    ],
  ])('should find %s', async (_name, file, text, place) => {
    const { document, offset } = marked(file, text);
    const found = definition(await edited.view(), document, offset);
    expect(found && at(found)).toBe(place);
  });

  test('should not leave the project', async () => {
    for (const text of ['[a](../../../../etc/pass▮wd)', "import A from '../../se▮cret.mdx';"]) {
      const { document, offset } = marked('guides/start.mdx', text);
      expect(definition(await edited.view(), document, offset)).toBeUndefined();
    }
  });
});

/** `file:line:character` of each text in a file of the site. */
const places = (found: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(found)
    .flatMap(([file, texts]) =>
      texts.map((text) => {
        const before = textOf(file).slice(0, textOf(file).indexOf(text));
        return `${file}:${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
      }),
    )
    .sort();

test.each([
  [
    'a page',
    'docs.json',
    config('guides/start', 'guides/st▮art'),
    {
      'docs.json': ['guides/start'],
      'guides/deep/end.mdx': ['../start'],
      'index.mdx': ['/guides/start)', '/guides/start#'],
      'snippets/note.mdx': ['/guides/start'],
    },
  ],
  [
    'a page, in its own text',
    'guides/deep/end.mdx',
    'Wor▮ds',
    { 'docs.json': ['guides/deep'], 'guides/start.mdx': ['./deep/end'], 'index.mdx': ['/guides/deep/end'] },
  ],
  ['a snippet', 'snippets/note.mdx', 'A no▮te', { 'index.mdx': ['/snippets/note.mdx'] }],
  ['a $ref', 'docs.json', config('./nav/more.json', './nav/mo▮re.json'), { 'docs.json': ['./nav/more.json'] }],
  [
    'an operation',
    'docs.json',
    config('GET /users', 'GET /us▮ers'),
    { 'docs.json': ['GET /users'], 'guides/deep/end.mdx': ['/api-reference/list-users'] },
  ],
  ['an operation of a page', 'written.mdx', textOf('written.mdx').replace('/teams', '/te▮ams'), { 'written.mdx': ['GET /teams'] }],
])('should find the references to %s', async (_name, file, text, found) => {
  const { document, offset } = marked(file, text);
  expect(
    references(await edited.view(), document, offset, false)
      .map(at)
      .sort(),
  ).toEqual(places(found));
});

describe('rename', () => {
  test('should offer the path of a page', async () => {
    const { document, offset } = marked('docs.json', config('guides/start', 'guides/st▮art'));
    const view = await edited.view();
    expect(renamedPath(view, document, offset)).toMatchObject({ placeholder: 'guides/start' });
    expect(renamedPath(view, document, document.text.indexOf('"mint"') + 2)).toBeUndefined();
  });

  test.each([
    ['guides/start', 'guides/begin', ['docs.json', 'guides/deep/end.mdx', 'index.mdx', 'snippets/note.mdx'], ['guides/start.mdx']],
    ['guides/', 'manual', ['docs.json', 'index.mdx', 'snippets/note.mdx'], ['guides/deep/end.mdx', 'guides/start.mdx']],
    ['snippets/note.mdx', 'snippets/hint.mdx', ['index.mdx'], ['snippets/note.mdx']],
  ])('should move %s to %s', async (from, to, changed, moved) => {
    const outcome = await rename(await edited.view(), [{ from, to }], { dir: edited.dir, movesFiles: true });
    const changes = 'edit' in outcome ? (outcome.edit.documentChanges ?? []) : [];
    const files = (uris: readonly string[]) => uris.map((uri) => uri.slice(uri.indexOf('/site/') + 6)).sort();
    expect(files(changes.flatMap((change) => ('textDocument' in change ? [change.textDocument.uri] : [])))).toEqual(changed);
    expect(files(changes.flatMap((change) => ('oldUri' in change ? [change.oldUri] : [])))).toEqual(moved);
  });

  test.each([
    ['guides/start', '../outside'],
    ['guides/start', 'index'],
  ])('should refuse to move %s to %s', async (from, to) => {
    expect(await rename(await edited.view(), [{ from, to }], { dir: edited.dir, movesFiles: true })).toHaveProperty('problems');
  });

  test('should refuse to move a page through a link out of the project', async () => {
    const outside = temporaryFolder('outside');
    const view = await edited.view();
    symlinkSync(outside, join(edited.dir, 'linked'));
    const outcome = await rename(view, [{ from: 'guides/start', to: 'linked/start' }], { dir: edited.dir, movesFiles: true });
    unlinkSync(join(edited.dir, 'linked'));
    removeFolder(outside);
    expect(outcome).toMatchObject({ problems: [{ code: 'cli/rename-place' }] });
  });
});

test('should open no project through a link out of the workspace', async () => {
  const folder = temporaryFolder('workspace');
  const files = { 'docs.json': docsJson({ pages: ['index'] }), 'index.mdx': '---\ntitle: Home\n---\n' };
  writeProject(join(folder, 'outside'), files);
  writeProject(join(folder, 'workspace/own'), files);
  mkdirSync(join(folder, 'workspace/empty'));
  symlinkSync('../outside', join(folder, 'workspace/linked'));
  symlinkSync('own', join(folder, 'workspace/inside'));
  const workspace = new Workspace({ publish: () => undefined, onError: () => undefined, usePlugins: false });
  const uri = (path: string) => pathToFileURL(join(folder, 'workspace', path)).href;
  try {
    await workspace.setFolders([uri('')]);
    const found = ['linked/index.mdx', 'own/index.mdx', 'inside/index.mdx'].map((path) => workspace.fileOf(uri(path))?.file);
    expect(found).toEqual([undefined, 'index.mdx', 'index.mdx']);
  } finally {
    await workspace.close();
    removeFolder(folder);
  }
});

test('should list headings, keys and the pages of the project', async () => {
  const view = await edited.view();
  const outline = documentSymbols(view, { file: 'guides/start.mdx', text: textOf('guides/start.mdx') });
  expect(outline.map(({ name, children }) => [name, children?.map((child) => child.name)])).toEqual([
    ['Set up', ['Inside']],
    ['Last', []],
  ]);
  const keys = documentSymbols(view, { file: 'docs.json', text: textOf('docs.json') });
  expect(keys.map(({ name }) => name)).toEqual(['theme', 'name', 'colors', 'icons', 'navigation']);
  expect(keys[4]?.children?.[0]?.children?.map(({ name }) => name)).toEqual(['Start', 'API']);
  const named = (query: string) => workspaceSymbols(view, query).map(({ name }) => name);
  expect(named('')).toEqual(expect.arrayContaining(['Home', 'Start here', 'GET /users']));
  expect(named('more words')).toEqual(['More words']);
  expect(named('strt')).toEqual(['Start here']);
});

test('should link what exists', async () => {
  const view = await edited.view();
  const links = documentLinks(view, { file: 'index.mdx', text: `${textOf('index.mdx')}\n[a](/nope) [b](https://x.dev)\n` });
  expect(links.map(({ range, target }) => `${range.start.line + 1} ${target?.slice(target.indexOf('/site/') + 6)}`)).toEqual([
    '6 snippets/note.mdx',
    '7 snippets/box.jsx',
    '9 guides/start.mdx',
    '9 guides/start.mdx#L6',
    '9 index.mdx#L13',
    '15 guides/deep/end.mdx',
  ]);
  expect(documentLinks(view, { file: 'docs.json', text: textOf('docs.json') })).toHaveLength(7);
});

test('should fold front matter, sections, components and code', () => {
  const text = '---\ntitle: A\n---\n\n## One\n\n<Steps>\n  <Step>\n    Words\n  </Step>\n</Steps>\n\n```js\ncode\n```\n\n## Two\n\nWords\n';
  const ranges = foldingRanges({ file: 'a.mdx', text }).map(({ startLine, endLine }) => [startLine, endLine]);
  expect(ranges).toEqual([
    [0, 2],
    [4, 14],
    [6, 10],
    [7, 9],
    [12, 14],
    [16, 18],
  ]);
  expect(foldingRanges({ file: 'docs.json', text: '{\n  "a": {\n    "b": 1\n  }\n}' }).map(({ startLine }) => startLine)).toEqual([0, 1]);
});

describe('diagnostics', () => {
  test('should be those of check, with unsaved texts', async () => {
    const own = await openSite({
      ...site,
      'index.mdx': `${textOf('index.mdx')}\n[a](/nope) <Crad>b</Crad> [c](/guides/start.mdx)\n\n<Card titel="d" icon="rokcet" />\n`,
    });
    const found = await checkProject({ dir: own.dir, useCache: false });
    const key = ({ code, severity, message, location }: (typeof found.diagnostics)[number]) =>
      `${location?.file}:${location?.line}:${location?.column} ${severity} ${code} ${message}`;
    expect([...own.published.values()].flat().map(key).sort()).toEqual(found.diagnostics.map(key).sort());
    expect(found.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['links/broken', 'links/extension', 'icons/unknown']));
    own.project.setText('index.mdx', '---\ntitle: Home\n---\n\n[a](/still-nope)\n', 'file:///unused');
    await own.project.settled();
    const codes = own.published.get('index.mdx')?.map(({ code, location }) => `${location?.line} ${code}`);
    expect(codes).toEqual(['5 links/broken']);
    own.project.closeText('index.mdx');
    await own.project.settled();
    expect([...own.published.values()].flat().map(key).sort()).toEqual(found.diagnostics.map(key).sort());
    await own.close();
  });

  test('should offer each fix, and all of them', async () => {
    const text = '---\ntitle: Home\n---\n\n[a](/guides/start.mdx) [b](/Guides/start)\n\n[c](/guides/start.mdx)\n';
    const own = await openSite({ ...site, 'index.mdx': text });
    const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } };
    const actions = codeActions(await own.view(), { file: 'index.mdx', text }, range);
    expect(actions.map(({ title }) => title)).toEqual([
      'Replace "/guides/start.mdx" with "/guides/start"',
      'Replace "/Guides/start" with "/guides/start"',
      'Fix all docsgen problems in this file',
    ]);
    expect(Object.values(actions[2]?.edit?.changes ?? {})[0]).toHaveLength(3);
    expect(codeActions(await own.view(), { file: 'index.mdx', text }, range, ['source.fixAll']).map(({ kind }) => kind)).toEqual([
      'source.fixAll.docsgen',
    ]);
    await own.close();
  });
});
