/** Folders without a docs.json: a folder of Markdown files is a site, and a site of another tool is recognised. */
import { afterAll, describe, expect, test } from 'vitest';
import { openProject } from '../../../src/platform/files/disk.ts';
import { loadConfig } from '../../../src/stages/config/index.ts';
import { type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folders: string[] = [];
afterAll(() => folders.forEach(removeFolder));

function load(files: Files) {
  const folder = temporaryFolder('no-config');
  folders.push(folder);
  writeProject(folder, files);
  const { value, diagnostics } = loadConfig({ files: openProject(folder).value });
  return {
    navigation: value?.navigation,
    found: diagnostics.map(({ code, hint }) => `${code} ${hint?.replace(/\S*no-config-\w+/, 'DIR')}`),
  };
}

describe('a folder without docs.json', () => {
  test('that has pages is a site in the order of its folders', () => {
    const { navigation, found } = load({
      'README.md': '# Home',
      'LICENSE.md': 'x',
      '10-last.md': '',
      '2-guides/index.md': '# Guides',
      '2-guides/b.md': '',
      '2-guides/a.mdx': '',
      'snippets/part.md': '',
    });
    expect(found).toEqual(['config/from-folders create docs.json to set the name, colors and navigation of the site']);
    const text = JSON.stringify(navigation);
    const order = ['README', 'Guides', '2-guides/index', '2-guides/a', '2-guides/b', '10-last'].map((part) => text.indexOf(`"${part}"`));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(text).not.toContain('LICENSE');
    expect(text).not.toContain('snippets');
  });

  test('that is empty is an error', () => expect(load({ 'a.txt': '' }).found[0]).toMatch(/^config\/missing /));

  test.each<[string, Files]>([
    ['docusaurus', { 'website/docusaurus.config.ts': '', 'docs/a.md': '' }],
    ['vitepress', { 'docs/.vitepress/config.mts': '' }],
    ['starlight', { 'astro.config.mjs': "import starlight from '@astrojs/starlight'" }],
    ['nextra', { 'next.config.js': '', 'package.json': '{"dependencies":{"nextra":"4"}}' }],
    ['mkdocs', { 'mkdocs.yml': '', 'docs/index.md': '' }],
    ['gitbook', { 'SUMMARY.md': '', 'README.md': '' }],
  ])('of %s names the command', (tool, files) =>
    expect(load(files).found).toEqual([`config/other-tool run docsgen migrate DIR --from ${tool} to convert it into a new folder`]),
  );

  test('of mdBook is a folder of pages', () =>
    expect(load({ 'book.toml': '', 'SUMMARY.md': '# x' }).found[0]).toMatch(/^config\/from-folders /));
});
