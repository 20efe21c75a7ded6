import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { LiveSite } from '../../../src/project/live/live-site.ts';
import { removeFolder } from '../../harness/project.ts';
import { pluginProject } from '../build/plugins/plugin-project.ts';

let dir = '';
let live: LiveSite;
afterEach(async () => {
  await live.close();
  removeFolder(dir);
});

const suffix = (text: string) => `import { readFileSync } from 'node:fs';
export default () => (tree, file) => {
  const value = readFileSync(file.cwd + '/words.txt', 'utf8') + ${JSON.stringify(text)};
  tree.children.push({ type: 'paragraph', children: [{ type: 'text', value }] });
};`;

async function pageHtml(): Promise<string> {
  const answer = await live.answer('/');
  return answer.kind === 'page' ? answer.html : answer.kind;
}

test('should follow changes of a plugin, of a file that it reads and of docs.json', async () => {
  dir = pluginProject({
    remarkPlugins: ['./suffix.mjs'],
    files: { 'suffix.mjs': suffix('one'), 'words.txt': 'word ', 'index.mdx': 'Text' },
  });
  live = new LiveSite({ dir, useCache: false });
  await live.open();
  expect(await pageHtml()).toContain('<p>word one</p>');
  writeFileSync(join(dir, 'suffix.mjs'), suffix('second'));
  await live.refresh(['suffix.mjs'], false);
  expect(await pageHtml()).toContain('<p>word second</p>');
  writeFileSync(join(dir, 'words.txt'), 'other ');
  await live.refresh(['words.txt'], false);
  expect(await pageHtml()).toContain('<p>other second</p>');
  writeFileSync(join(dir, 'suffix.mjs'), 'export default 1;');
  await live.refresh(['suffix.mjs'], false);
  expect(live.siteDiagnostics.map(({ code }) => code)).toContain('plugins/load');
  writeFileSync(join(dir, 'suffix.mjs'), suffix('third'));
  await live.refresh(['suffix.mjs'], false);
  expect([await pageHtml(), live.siteDiagnostics]).toEqual([expect.stringContaining('<p>other third</p>'), []]);
});

test('should read pages without plugins where they are not allowed, as in an editor', async () => {
  dir = pluginProject({ remarkPlugins: ['./suffix.mjs'], files: { 'suffix.mjs': 'throw new Error();', 'index.mdx': 'Text' } });
  live = new LiveSite({ dir, useCache: false, usePlugins: false });
  await live.open();
  expect(await pageHtml()).toContain('<p>Text</p>');
  expect(live.siteDiagnostics.map(({ code }) => code)).toEqual(['plugins/off']);
});
