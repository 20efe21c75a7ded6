/** Mistakes that no page shows: links without an address, pages without content, stylesheets that browsers ignore. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('check');
});
afterEach(() => removeFolder(folder));

const colors = { primary: '#1d4ed8', light: '#93c5fd', dark: '#1e3a8a' };
const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n${body}\n`;

async function reported(files: Files, navigation: unknown = { pages: ['index', 'a'] }): Promise<string[]> {
  writeProject(folder, {
    'docs.json': docsJson(navigation, { colors }),
    'index.mdx': page('Home', 'Words.'),
    'a.mdx': page('A', 'Words.'),
    ...files,
  });
  const { diagnostics } = await checkProject({ dir: folder, useCache: false });
  return diagnostics.map(({ severity, code, location }) => `${severity} ${code} ${location?.file}:${location?.line}:${location?.column}`);
}

test('should report links without an address', async () => {
  expect(await reported({ 'a.mdx': page('A', '[x](mailto:) [y](tel:) [z](mailto:a@b.dev) [w](mailto:?subject=a)') })).toEqual([
    'notice links/empty a.mdx:4:1',
    'notice links/empty a.mdx:4:14',
  ]);
});

test.each([
  ['nothing', '', ['warning content/empty a.mdx:3:1']],
  ['a comment', '{/* later */}', ['warning content/empty a.mdx:3:1']],
  ['a component that does not exist', 'import A from "/snippets/none.mdx"\n\n<A />', ['warning mdx/import-missing a.mdx:4:15']],
  ['an image', '<img src="https://x.dev/badge.svg" alt="" />', []],
  ['its own code', 'export const A = () => <b>x</b>\n\n<A />', []],
])('should judge a page with %s', async (_name, body, expected) => {
  expect(await reported({ 'a.mdx': page('A', body) })).toEqual(expected);
});

test('should accept an empty root page that lists its group', async () => {
  const groups = [{ group: 'G', root: 'a', directory: 'card', pages: ['index'] }];
  expect(await reported({ 'a.mdx': page('A', '') }, { groups })).toEqual([]);
});

test.each([
  ['.a { color: red; }', []],
  ['.a { bakground: red; }', ['warning styles/unknown-property style.css:1:6']],
  ['/* é */ .a { bakground: red; }', ['warning styles/unknown-property style.css:1:14']],
  ['.a { color: red;\n.b { color: blue; }', ['warning styles/syntax style.css:2:20']],
  ['.a { --my-bakground: 1; -webkit-line-clamp: 2; view-timeline: none; }\n@layer x { .b { @apply mt-2; } }', []],
  ['@container (width > 40rem) { .a:has(> .b) { & .c { inset: 0; } } }', []],
])('should check the stylesheet %j', async (css, expected) => {
  expect(await reported({ 'style.css': css })).toEqual(expected);
});

test('should fix what has one meaning', async () => {
  writeProject(folder, {
    'docs.json': docsJson({ pages: ['index'] }, { colors }),
    'index.mdx': page('Home', '<div style="color: red">Words.</div>'),
    'style.css': '.a { bakground: red; }\n',
  });
  const { diagnostics, fixed } = await checkProject({ dir: folder, useCache: false, fix: true });
  expect({ diagnostics, fixed }).toEqual({ diagnostics: [], fixed: 2 });
});
