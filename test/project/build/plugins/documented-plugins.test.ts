/** The examples of docs/write/plugins.mdx, as written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildSite } from '../../../../src/project/build/build-site.ts';
import { repository } from '../../../harness/cli.ts';
import { removeFolder } from '../../../harness/project.ts';
import { pluginProject } from './plugin-project.ts';

const page = readFileSync(join(repository, 'docs/write/plugins.mdx'), 'utf8');
const blocks = [...page.matchAll(/```(\S+ ?\S*)\n([\s\S]*?)```/g)].map(([, info, text]) => ({ info, text: text as string }));
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
