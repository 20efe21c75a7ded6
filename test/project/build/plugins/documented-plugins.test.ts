/** The examples of docs/write/plugins.mdx and docs/write/hooks.mdx, as written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/project/build/build-site.ts';
import { repository } from '../../../harness/cli.ts';
import { removeFolder } from '../../../harness/project.ts';
import { pluginProject } from './plugin-project.ts';

const page = readFileSync(join(repository, 'docs/write/plugins.mdx'), 'utf8');
const blocksOf = (text: string) =>
  [...text.matchAll(/```(\S+ ?\S*)\n([\s\S]*?)```/g)].map(([, info = '', code]) => ({ info, text: code as string }));
const blocks = blocksOf(page);
const configs = blocks.filter(({ info }) => info === 'json docs.json').map(({ text }) => JSON.parse(text).docsgen.markdown);

let dir = '';
afterEach(() => removeFolder(dir));

async function built(options: Parameters<typeof pluginProject>[0]): Promise<string> {
  dir = pluginProject(options);
  const outDir = join(dir, 'out');
  const { status } = await buildSite({ dir, outDir, useCache: false });
  expect(status).toBe('built');
  return readFileSync(join(outDir, 'index.html'), 'utf8');
}

test('the packages that are installed are those of the first example', async () => {
  const [{ remarkPlugins, rehypePlugins }] = configs;
  const installed = /^npm install --prefix \. (.+)$/m.exec(blocks[0]?.text ?? '')?.[1]?.split(' ');
  expect([...remarkPlugins, ...rehypePlugins].flat().filter((entry) => typeof entry === 'string')).toEqual(installed);
  const html = await built({ remarkPlugins, rehypePlugins, files: { 'index.mdx': ':rocket: [out](https://example.com)' } });
  expect(html).toMatch(/<p>🚀 <a href="https:\/\/example.com"/);
});

test('the plugin of the second example makes callouts', async () => {
  const plugin = blocks.find(({ info }) => info === 'js plugins/callouts.mjs')?.text as string;
  const html = await built({
    ...configs[1],
    files: { 'plugins/callouts.mjs': plugin, 'index.mdx': ':::tip\nUse **it**.\n:::' },
  });
  expect(html).toMatch(/<aside class="callout[^>]*data-kind="tip"[\s\S]*Use <strong>it<\/strong>/);
});

test('the tested plugins are those that are installed for tests', () => {
  const section = /## Tested plugins\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
  const named = [...section.matchAll(/`((?:remark|rehype)-[\w-]+)` (\d+)/g)].map(([, name, major]) => `${name} ${major}`);
  const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const installed = named.map((each) => each.split(' ')[0] as string).map((name) => `${name} ${devDependencies[name]?.split('.')[0]}`);
  expect(named).toEqual(installed);
  expect(named.length).toBeGreaterThan(9);
  const tested = readFileSync(join(repository, 'test/project/build/plugins/popular-plugins.test.ts'), 'utf8');
  expect(named.filter((each) => !tested.includes(`'${each.split(' ')[0]}'`))).toEqual([]);
});

describe('the examples of hooks', () => {
  const sections = readFileSync(join(repository, 'docs/write/hooks.mdx'), 'utf8').split(/^## /m);

  async function builtWith(heading: string, pages: readonly string[], files: Readonly<Record<string, string>>) {
    const section = sections.find((text) => text.startsWith(heading)) ?? '';
    const example = Object.fromEntries(blocksOf(section).map(({ info, text }) => [info.replace(/^\S+ /, ''), text]));
    dir = pluginProject({ pages, files: { ...example, ...files } });
    const { status, diagnostics } = await buildSite({ dir, outDir: join(dir, 'out'), useCache: false });
    const found = diagnostics
      .filter(({ severity }) => severity !== 'notice')
      .map(({ message, location }) => `${location?.file}: ${message}`);
    return { status, found, file: (path: string) => readFileSync(join(dir, 'out', path), 'utf8') };
  }

  test('the number of pages', async () => {
    const start = readFileSync(join(repository, 'docs/write/hooks.mdx'), 'utf8');
    const config = blocksOf(start)[0]?.text as string;
    const { found, file } = await builtWith('', ['index'], { 'docsgen.config.ts': config, 'index.mdx': '{{pages}} pages' });
    expect([found, file('index.md')]).toEqual([[], expect.stringContaining('1 pages')]);
  });

  test('a glossary', async () => {
    const { status, found, file } = await builtWith('Add a glossary', ['index', 'linked', 'glossary'], {
      'index.mdx': 'Create an API key.',
      'linked.mdx': 'Create an [API key](/glossary#api-key).',
    });
    expect([status, found]).toEqual(['built', ['index.mdx: "API key" is not linked to the glossary']]);
    expect(file('glossary/index.html')).toMatch(/<h2 id="webhook"[\s\S]*A request that we send to your server\./);
  });

  test('a status badge', async () => {
    const { status, found, file } = await builtWith('Show a status badge', ['index', 'guides/export'], {
      'index.mdx': '![Version {{version}}](/badges/version.svg)',
      'guides/export.mdx': 'Export',
    });
    expect([status, found]).toEqual(['built', []]);
    expect(file('badges/version.svg')).toContain('<title>Version 2.1</title>');
    expect(file('index.html')).toMatch(
      /<img[^>]*src="\/badges\/version\.svg"[^>]*alt="Version 2\.1"|alt="Version 2\.1"[^>]*src="\/badges\/version\.svg"/,
    );
    expect(file('index.html')).toMatch(/Export[\s\S]{0,200}Beta/);
  });

  test('an extra index', async () => {
    const { status, found, file } = await builtWith('Write an extra index', ['index'], {
      'index.mdx': `---\ntitle: Start\n---\n\n## First steps\n\n${'word '.repeat(500)}`,
    });
    expect([status, found]).toEqual(['built', []]);
    expect(JSON.parse(file('index/headings.json'))).toEqual([
      { title: 'First steps', url: '/#first-steps' },
      { title: 'Start', url: '/', minutes: 3 },
    ]);
  });
});
