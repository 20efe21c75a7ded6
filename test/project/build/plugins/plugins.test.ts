import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/project/build/build-site.ts';
import { checkProject } from '../../../../src/project/check/check-project.ts';
import { removeFolder } from '../../../harness/project.ts';
import { type PluginProject, pluginProject } from './plugin-project.ts';

let dir = '';
afterEach(() => removeFolder(dir));

const outDir = () => join(dir, 'out');
const html = (path = '') => readFileSync(join(outDir(), path, 'index.html'), 'utf8');
const markdown = (path = 'index') => readFileSync(join(outDir(), `${path}.md`), 'utf8');

async function build(options: { readonly usePlugins?: boolean; readonly useCache?: boolean } = {}) {
  const { status, diagnostics, summary } = await buildSite({ dir, outDir: outDir(), cacheDir: join(dir, '.cache'), ...options });
  return {
    status,
    fromCache: summary?.fromCache,
    found: diagnostics
      .filter(({ code }) => code !== 'site/address')
      .map(({ code, message, hint, location }) => ({
        code,
        message,
        hint,
        at: location && `${location.file}:${location.line}:${location.column}`,
      })),
  };
}

function project(options: PluginProject, installed?: string[]): void {
  dir = pluginProject(options, installed);
}

/** `:::tip` and the other directives as callouts, as a project would write it. */
const callouts = `
const names = { note: 'Note', tip: 'Tip', warning: 'Warning' };
export default function callouts() {
  return (tree) => {
    const visit = (node) => {
      const name = node.type === 'containerDirective' ? names[node.name] : undefined;
      if (name) node.data = { hName: name, hProperties: { title: node.attributes.title } };
      for (const child of node.children ?? []) visit(child);
    };
    visit(tree);
  };
}
`;

describe('a site with plugins', () => {
  test('should show what they make in HTML, the Markdown copy, search and the outline', async () => {
    project({
      remarkPlugins: ['remark-directive', './plugins/callouts.mjs', 'remark-emoji'],
      rehypePlugins: [['rehype-autolink-headings', { behavior: 'append' }]],
      files: {
        'plugins/callouts.mjs': callouts,
        'index.mdx': [
          '---\ntitle: Start\n---\n',
          '# Start\n',
          'Ship it :rocket:, it costs $5 and $6, but $x^2$ is a formula.\n',
          ':::tip{title="A tip"}\nSee [below](#set-up).\n:::\n',
          '## Set up {#set-up}\n\n## Set up\n',
          '<Card title="Card" href="/">Text</Card>\n',
          'import Part from \'/snippets/part.mdx\'\n\n<Part word="cat" />\n',
          '```js title="a.js" {1}\nconst a = 1;\n```\n',
        ].join('\n'),
        'snippets/part.mdx': 'A {word} :cat:',
      },
    });
    const { status, found } = await build();
    expect([status, found]).toEqual(['built', []]);
    const page = html();
    expect(page).toContain('Ship it 🚀, it costs $5 and $6, but ');
    expect(page).toContain('class="katex"');
    expect(page).toMatch(/<aside class="callout[^>]*data-kind="tip"/);
    expect(page).toContain('A cat 🐱');
    expect(page).toContain('a.js');
    // The repeated title is left out, and headings have the ids that they have without plugins.
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).toMatch(/<h2 id="set-up"[\s\S]*href="#set-up"[\s\S]*<h2 id="set-up-2"[\s\S]*href="#set-up-2"/);
    expect(page).not.toContain('heading-anchor" href="#set-up"');
    const copy = markdown();
    expect(copy).toContain('Ship it 🚀, it costs $5 and $6, but $x^2$ is a formula.');
    expect(copy).toContain('> **Tip: A tip**');
    expect(copy).toContain('## Set up\n\n## Set up\n');
    expect(copy).toContain('A cat 🐱');
    expect(copy).toContain('const a = 1;');
  });

  test('should take unchanged pages from the cache, until a plugin, its options or a file that it read changes', async () => {
    const include = (suffix: string) => `
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
export default ({ sign }) => (tree, file) => {
  const text = readFileSync(join(file.cwd, 'data', file.stem + '.txt'), 'utf8');
  tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: text + sign + ${JSON.stringify(suffix)} }] });
};`;
    project({
      remarkPlugins: [['./include.mjs', { sign: '!' }]],
      pages: ['index', 'other'],
      files: { 'include.mjs': include('.'), 'data/index.txt': 'one', 'data/other.txt': 'two', 'index.mdx': 'Home', 'other.mdx': 'Other' },
    });
    expect([(await build()).found, html().includes('one!.'), html('other').includes('two!.')]).toEqual([[], true, true]);
    expect((await build()).fromCache).toBe(2);
    writeFileSync(join(dir, 'data/index.txt'), 'three');
    expect([(await build()).fromCache, html().includes('three!.')]).toEqual([1, true]);
    writeFileSync(join(dir, 'include.mjs'), include(' End'));
    expect([(await build()).fromCache, html().includes('three! End'), html('other').includes('two! End')]).toEqual([0, true, true]);
    const config = join(dir, 'docs.json');
    writeFileSync(config, readFileSync(config, 'utf8').replace('"!"', '"?"'));
    expect([(await build()).fromCache, html().includes('three? End')]).toEqual([0, true]);
  });

  test('should report a plugin that fails at the page, with its name, and show the page without plugins', async () => {
    project({
      remarkPlugins: ['./throws.mjs', 'remark-emoji'],
      pages: ['index', 'good'],
      files: {
        'throws.mjs': `export default () => (tree, file) => {
          const heading = tree.children.find((node) => node.type === 'heading');
          if (heading) file.fail('headings are not allowed', heading.position);
        };`,
        'index.mdx': '---\ntitle: Start\n---\n\nText :cat:\n\n## Heading\n',
        'good.mdx': 'Good :cat:',
      },
    });
    const { status, found } = await build();
    expect(status).toBe('failed');
    expect(found).toEqual([
      {
        code: 'plugins/failed',
        message: 'plugin "./throws.mjs" failed: headings are not allowed',
        hint: 'fix the page or the options of the plugin in docs.json, or remove the plugin',
        at: 'index.mdx:7:1',
      },
    ]);
  });

  test('should report messages of plugins as warnings at their positions', async () => {
    project({
      remarkPlugins: ['./lint.ts'],
      files: {
        'lint.ts': `import type { Node } from './types.ts';
export default () => (tree: Node, file: { message(...values: unknown[]): void }) => file.message('write less', tree.children[1].children[0].position);`,
        'index.mdx': '---\ntitle: Start\n---\n\nOne\n\n**Two** three\n',
      },
    });
    const { status, found } = await build();
    expect([status, found]).toEqual([
      'built',
      [{ code: 'plugins/message', message: './lint.ts: write less', hint: undefined, at: 'index.mdx:7:1' }],
    ]);
  });

  test('should report plugins that cannot be loaded at their places in docs.json', async () => {
    const expected = [
      [
        'remark-nothing',
        'plugins/not-installed',
        'plugin "remark-nothing" is not installed',
        /^run npm install --prefix \S+ remark-nothing$/,
      ],
      [
        '@scope/name/sub',
        'plugins/not-installed',
        'plugin "@scope/name/sub" is not installed',
        /^run npm install --prefix \S+ @scope\/name$/,
      ],
      ['node:fs', 'plugins/not-installed', 'plugin "node:fs" is not installed', /^run npm install/],
      ['remark-emoji/../x', 'plugins/not-installed', 'plugin "remark-emoji/../x" is not installed', /^run npm install/],
      ['./missing.mjs', 'plugins/not-installed', 'plugin file "./missing.mjs" does not exist in the project', /^fix the path/],
      ['../outside.mjs', 'plugins/not-installed', 'plugin file "../outside.mjs" does not exist in the project', /^fix the path/],
      [
        './site.js',
        'plugins/load',
        'plugin file "./site.js" does not have the extension .mjs, .cjs, .ts, .mts or .cts',
        /^rename it to \.mjs/,
      ],
      ['./nothing.mjs', 'plugins/load', 'plugin "./nothing.mjs" cannot be loaded: it exports no plugin function', /^install/],
      ['./throws.mjs', 'plugins/load', 'plugin "./throws.mjs" cannot be loaded: not today', /^install/],
    ] as const;
    project(
      {
        remarkPlugins: expected.map(([name]) => name),
        files: {
          'index.mdx': 'Text',
          'site.js': '1;',
          'nothing.mjs': 'export const a = 1;',
          'throws.mjs': 'throw new Error("not today");',
        },
      },
      [],
    );
    const { status, found } = await build();
    expect(status).toBe('failed');
    const wanted = expected.map(([name, code, message, hint]) => {
      const lines = readFileSync(join(dir, 'docs.json'), 'utf8').split('\n');
      const line = lines.findIndex((text) => text.includes(JSON.stringify(name)));
      const at = `docs.json:${line + 1}:${(lines[line] ?? '').indexOf('"') + 1}`;
      return { code, message, hint: expect.stringMatching(hint), at };
    });
    expect(found).toHaveLength(wanted.length);
    expect(found).toEqual(expect.arrayContaining(wanted));
  });

  test('should load nothing with usePlugins: false', async () => {
    project({
      remarkPlugins: ['./writes.mjs'],
      files: { 'writes.mjs': 'throw new Error("loaded");', 'index.mdx': 'Text :cat:' },
    });
    const { status, found } = await build({ usePlugins: false });
    expect([status, found.map(({ code }) => code)]).toEqual(['built', ['plugins/off']]);
    expect(html()).toContain('Text :cat:');
    expect((await checkProject({ dir, usePlugins: false, useCache: false })).diagnostics.map(({ code }) => code)).toContain('plugins/off');
  });
});

describe('the process of plugins', () => {
  test('should not write, start processes or threads, read other folders or see the environment', async () => {
    const tries = {
      write: "fs.writeFileSync('written.txt', 'x')",
      process: "execFileSync('id')",
      thread: "new Worker('1', { eval: true })",
      read: "fs.readFileSync('/etc/hosts')",
      environment: 'Object.keys(process.env).sort().join()',
    };
    const code = Object.entries(tries).map(([name, each]) => `${name}: () => ${each}`);
    project({
      remarkPlugins: ['./tries.mjs'],
      files: {
        'tries.mjs': `
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
const tries = { ${code.join(', ')} };
export default () => (tree) => {
  for (const [name, attempt] of Object.entries(tries)) {
    let result;
    try { result = attempt(); } catch (error) { result = error.code; }
    tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: name + ': ' + result }] });
  }
};`,
        'index.mdx': 'Text',
      },
    });
    const { found } = await build();
    expect(found).toEqual([]);
    const results = ['write', 'process', 'thread', 'read'].map((name) => `<p>${name}: ERR_ACCESS_DENIED</p>`);
    for (const result of [...results, '<p>environment: LANG,NODE_ENV,TZ</p>']) expect(html()).toContain(result);
  });

  test('should report a plugin that ends it, at every page', async () => {
    project({
      remarkPlugins: ['./exits.mjs'],
      pages: ['index', 'other'],
      files: { 'exits.mjs': 'export default () => () => process.exit(3);', 'index.mdx': 'Text', 'other.mdx': 'Text' },
    });
    const { status, found } = await build();
    expect(status).toBe('failed');
    expect(found.map(({ message, at }) => [message, at])).toEqual([
      ['the plugins stopped: the process exited with code 3', 'index.mdx:1:1'],
      ['the plugins stopped: the process exited with code 3', 'other.mdx:1:1'],
    ]);
  });

  test('should report an error that a plugin throws later', async () => {
    project({
      remarkPlugins: ['./late.mjs'],
      files: {
        'late.mjs': 'export default () => () => new Promise(() => setTimeout(() => { throw new Error("too late"); }, 10));',
        'index.mdx': 'Text',
      },
    });
    expect((await build()).found.map(({ message }) => message)).toEqual(['plugin "./late.mjs" failed: too late']);
    rmSync(join(dir, 'out'), { recursive: true, force: true });
  });
});
