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

test('should follow changes of docsgen.config.ts, of what it imports and of what its hooks read', async () => {
  const config = (word: string) => `import { readFileSync } from 'node:fs';
import { sign } from './sign.ts';
export default {
  siteLoaded: () => ({ variables: { text: readFileSync('words.txt', 'utf8').trim() + ${JSON.stringify(word)} + sign } }),
  pageCompiled: () => ({ problems: [{ message: readFileSync('rule.txt', 'utf8').trim() }] }),
  outputs: () => [{ path: 'made.txt', content: (site: any) => site.variables.text }],
};`;
  dir = pluginProject({
    files: {
      'docsgen.config.ts': config('one'),
      'sign.ts': "export const sign = '!';",
      'words.txt': 'word ',
      'rule.txt': 'first',
      'index.mdx': 'Text {{text}}',
    },
  });
  live = new LiveSite({ dir, useCache: false });
  await live.open();
  const save = async (path: string, text: string) => {
    writeFileSync(join(dir, path), text);
    await live.refresh([path], false);
  };
  const messages = () => live.diagnostics.filter(({ code }) => code.startsWith('plugins/')).map(({ message }) => message);
  expect([(await pageHtml()).includes('Text wordone!'), messages()]).toEqual([true, ['first']]);
  await save('docsgen.config.ts', config('two'));
  expect(await pageHtml()).toContain('Text wordtwo!');
  await save('sign.ts', "export const sign = '?';");
  expect(await pageHtml()).toContain('Text wordtwo?');
  await save('words.txt', 'other');
  expect(await pageHtml()).toContain('Text othertwo?');
  const made = await live.answer('/made.txt');
  expect(made.kind === 'file' && 'data' in made.file && made.file.data).toBe('othertwo?');
  await save('rule.txt', 'second');
  await pageHtml();
  expect(messages()).toEqual(['second']);
  await save('docsgen.config.ts', 'export default {');
  expect(live.siteDiagnostics.map(({ code, location }) => [code, location?.file])).toEqual([['plugins/load', 'docsgen.config.ts']]);
  await save('docsgen.config.ts', config('three'));
  expect([await pageHtml(), live.siteDiagnostics]).toEqual([expect.stringContaining('Text otherthree?'), []]);
});
