/** Packages that a workspace installs at its root, and the pages of a site with a plugin that changes nothing. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildSite } from '../../../../src/project/build/build-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../../harness/project.ts';
import { pluginProject } from './plugin-project.ts';

let top = '';
afterEach(() => removeFolder(top));

const manifest = (name: string, dependencies: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js', dependencies });
const append = (text: string) => `tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: ${text} }] });`;

/** A repository with a workspace: `docs` is the site, packages are at the root and above the repository. */
function workspace(markdown: unknown, files: Readonly<Record<string, string>> = {}): string {
  top = temporaryFolder('hoisted');
  writeProject(top, {
    'node_modules/remark-above/package.json': manifest('remark-above'),
    'node_modules/remark-above/index.js': 'export default () => () => {};',
    'repo/node_modules/remark-hello/package.json': manifest('remark-hello', { helper: '1' }),
    'repo/node_modules/remark-hello/index.js': `import { readFileSync } from 'node:fs';
import { hello } from 'helper';
const attempt = (path) => { try { readFileSync(path); return 'read'; } catch (error) { return error.code; } };
export default () => (tree, file) => {
  ${append("hello + ' ' + attempt(file.cwd + '/../node_modules/other/package.json') + ' ' + attempt(file.cwd + '/../secret.txt')")}
};`,
    'repo/node_modules/helper/package.json': manifest('helper', { deep: '1' }),
    'repo/node_modules/helper/index.js': "import { deep } from 'deep'; export const hello = 'hello ' + deep;",
    'repo/node_modules/helper/node_modules/deep/package.json': manifest('deep'),
    'repo/node_modules/helper/node_modules/deep/index.js': "export const deep = 'deep';",
    'repo/node_modules/other/package.json': manifest('other'),
    'repo/node_modules/other/index.js': 'export default 1;',
    'repo/secret.txt': 'secret',
    'repo/docs/docs.json': docsJson({ pages: ['index'] }, { docsgen: { markdown } }),
    'repo/docs/index.mdx': 'Text {{made}}',
    ...files,
  });
  mkdirSync(join(top, 'repo/.git'));
  return join(top, 'repo/docs');
}

async function build(dir: string) {
  const outDir = join(top, 'out');
  const { status, diagnostics } = await buildSite({ dir, outDir, useCache: false });
  return { status, found: diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message), outDir };
}

test('a package at the root of the repository is found, and only it and what it depends on can be read', async () => {
  const { found, outDir } = await build(workspace({ remarkPlugins: ['remark-hello'] }));
  expect(found).toEqual([]);
  expect(readFileSync(join(outDir, 'index.md'), 'utf8')).toContain('hello deep ERR_ACCESS_DENIED ERR_ACCESS_DENIED');
});

test('a package above the repository is not found', async () => {
  const { status, found } = await build(workspace({ remarkPlugins: ['remark-above'] }));
  expect([status, found]).toEqual(['failed', ['plugin "remark-above" is not installed']]);
});

test('plugins and hooks of the project find the packages that they import, also through other modules', async () => {
  const dir = workspace(
    { rehypePlugins: ['./own.mjs'] },
    {
      'repo/docs/own.mjs': `import { text } from './lib/text.mjs';\nexport default () => (tree) => { ${append('text').replace("type: 'paragraph'", "type: 'element', tagName: 'p', properties: {}")} };`,
      'repo/docs/lib/text.mjs': "import { hello } from 'helper';\nexport const text = 'own ' + hello;",
      'repo/docs/docsgen.config.ts':
        "import other from 'other';\nexport default { siteLoaded: () => ({ variables: { made: 'other ' + other } }) };",
    },
  );
  const { found, outDir } = await build(dir);
  expect(found).toEqual([]);
  expect(readFileSync(join(outDir, 'index.md'), 'utf8')).toMatch(/Text other 1\s+own hello deep/);
});

test('a plugin that changes nothing leaves every file of a site as it is', async () => {
  const pages = {
    'index.mdx': [
      '---\ntitle: Start\ndescription: A [link](/other)\n---\n',
      '# Start\n\nText with **bold**, `code`, $x^2$, a footnote[^1], <Tooltip tip="x">tip</Tooltip> & "quotes".\n',
      '## Set up {#own}\n\n| a | b |\n| :- | -: |\n| 1 | `x \\| y` |\n',
      '```js title="a.js" {1}\nconst a = "<b>";\n```\n',
      '<Steps>\n  <Step title="One">\n    - [x] done\n    - open\n  </Step>\n</Steps>\n',
      '<Card title="Card" href="/other">Text</Card>\n\n> [!NOTE]\n> Quote\n',
      'export const n = 2;\n\n{n} and {n + 1}, {[1, 2].map((i) => <b key={i}>{i}</b>)}\n',
      'import Part from \'/snippets/part.mdx\';\n\n<Part word="cat" />\n\n![Image](/a.svg)\n\n[^1]: The note.\n',
    ].join('\n'),
    'other.md':
      '# Other\n\nSetext\n------\n\n1. one\n2. two\n\n<details><summary>More</summary>\n\nInside *HTML*.\n\n</details>\n\nhttps://example.com ~~gone~~\n',
    'snippets/part.mdx': 'A {word}\n',
    'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  };
  const filesOf = async (plugins: readonly string[]) => {
    top = pluginProject({
      remarkPlugins: plugins,
      pages: ['index', 'other'],
      files: { ...pages, 'nothing.mjs': 'export default () => () => {};' },
    });
    const { found, outDir } = await build(top);
    expect(found).toEqual([]);
    const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:html|md|txt|xml|css|js)$/.test(path));
    const files = names.sort().map((path) => [path, readFileSync(join(outDir, path), 'utf8')] as const);
    removeFolder(top);
    return files;
  };
  const without = await filesOf([]);
  expect(without.map(([path]) => path)).toEqual(
    expect.arrayContaining(['index.html', 'index.md', 'other/index.html', 'other.md', 'llms-full.txt']),
  );
  expect(await filesOf(['./nothing.mjs'])).toEqual(without);
});
