import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { createProject } from '../../../src/project/refactor/create-project.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('new');
});
afterEach(() => removeFolder(folder));

const installed = { 'node_modules/docsgen/dist/docs.schema.json': '{}' };
const configIn = (dir: string) => JSON.parse(readFileSync(join(folder, dir, 'docs.json'), 'utf8')) as Record<string, unknown>;

test.each([
  ['docs', '../node_modules/docsgen/dist/docs.schema.json'],
  ['packages/site', '../../node_modules/docsgen/dist/docs.schema.json'],
])('should name the schema of the installed package in %s', async (dir, schema) => {
  writeProject(folder, installed);
  await createProject(join(folder, dir));
  expect(Object.entries(configIn(dir))[0]).toEqual(['$schema', schema]);
});

test('should name no schema that other computers do not have', async () => {
  await createProject(join(folder, 'docs'));
  expect(configIn('docs')).not.toHaveProperty('$schema');
});

test.each(['./node_modules/docsgen/dist/docs.schema.json', '../schema.json', 'https://example.com/docs.json', 'anything at all'])(
  'should build with the schema %s',
  async (schema) => {
    writeProject(folder, {
      'docs.json': JSON.stringify({
        $schema: schema,
        theme: 'mint',
        name: 'A',
        colors: { primary: '#1d4ed8' },
        navigation: { pages: ['index'] },
      }),
      'index.mdx': '---\ntitle: Home\n---\n\nWords.\n',
    });
    const { status, diagnostics } = await buildSite({ dir: folder, outDir: join(folder, 'dist'), useCache: false });
    expect({ status, config: diagnostics.filter(({ code }) => code !== 'site/address') }).toEqual({ status: 'built', config: [] });
  },
);

test('should write into a folder where tools have left their files, and keep those', async () => {
  writeProject(folder, { '.docsgen/cache/x.pack': '', 'package.json': '{}', 'node_modules/x/index.js': '', '.gitignore': 'secret\n' });
  const { value, diagnostics } = await createProject(folder);
  expect({ diagnostics, hasConfig: value?.includes('docs.json') }).toEqual({ diagnostics: [], hasConfig: true });
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('secret\n');
});

test('should ignore what docsgen writes', async () => {
  const { value } = await createProject(join(folder, 'docs'));
  expect(value).toContain('.gitignore');
  expect(readFileSync(join(folder, 'docs/.gitignore'), 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['.docsgen', 'dist', 'node_modules']),
  );
});
