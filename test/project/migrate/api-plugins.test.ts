/** API reference plugins of other tools become `openapi` entries, and the URLs of their pages are answered. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { findSite, migrateSite } from '../../../src/project/migrate/migrate-site.ts';
import { type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let dir = '';
afterEach(() => removeFolder(dir));

const spec = (title: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/pets/{petId}': {
        get: {
          operationId: 'getPetById',
          summary: 'Find a pet',
          parameters: [{ $ref: './parts/id.json' }],
          responses: { 200: { description: 'The pet' } },
        },
        delete: { summary: 'Remove a pet', parameters: [{ $ref: './parts/id.json' }], responses: { 204: { description: 'Removed' } } },
      },
    },
  });
const id = JSON.stringify({ name: 'petId', in: 'path', required: true, schema: { type: 'string' } });

async function migrated(files: Files) {
  dir = temporaryFolder('migrate-api');
  writeProject(dir, files);
  const out = join(dir, 'new');
  const { value } = await migrateSite({ dir, out }, findSite(dir, undefined).value as never);
  const docs = JSON.parse(readFileSync(join(out, 'docs.json'), 'utf8'));
  const errors = (await checkProject({ dir: out, useCache: false })).diagnostics.filter(({ severity }) => severity === 'error');
  const redirects = Object.fromEntries(
    (docs.redirects ?? []).map(({ source, destination }: Record<string, string>) => [source, destination]),
  );
  return { out, navigation: docs.navigation, redirects, errors, urls: value?.proof.urls, missing: value?.proof.missingUrls };
}

test('docusaurus-openapi-docs, with generated pages in the repository and without', async () => {
  const plugin = (config: string) => `module.exports = { title: 'Docs', url: 'https://a.example', baseUrl: '/',
    presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]],
    plugins: [['docusaurus-plugin-openapi-docs', { id: 'api', docsPluginId: 'classic', config: ${config} }]], themes: ['docusaurus-theme-openapi-docs'] };`;
  const { out, navigation, redirects, errors, urls, missing } = await migrated({
    'docusaurus.config.js':
      plugin(`{ petstore: { specPath: 'apis/pets.json', outputDir: 'docs/petstore', sidebarOptions: { groupPathsBy: 'tag' } },
      second: { specPath: './apis/second.json', outputDir: 'docs/second' } }`),
    'sidebars.js': "module.exports = { docs: ['intro'], api: require('./docs/petstore/sidebar.js') };",
    'docs/intro.md': '# Intro\n\nText\n',
    'docs/petstore/pet-by-id.api.mdx':
      '---\nid: pet-by-id\ntitle: "Find a pet"\nsidebar_label: "Find a pet"\napi: eJx\n---\n\nimport MethodEndpoint from "@theme/ApiExplorer/MethodEndpoint";\n\n<MethodEndpoint\n  method={"get"}\n  path={"/pets/{petId}"}\n></MethodEndpoint>\n',
    'docs/petstore/pets.info.mdx': '---\nid: pets\ntitle: "Pets"\n---\n\nimport ApiLogo from "@theme/ApiLogo";\n',
    'docs/petstore/sidebar.js': "module.exports = [{ type: 'doc', id: 'petstore/pet-by-id' }];",
    'apis/pets.json': spec('Pets'),
    'apis/second.json': spec('Second'),
    'apis/parts/id.json': id,
  });
  expect(navigation).toEqual({
    groups: [
      { group: 'Docs', pages: ['docs/intro'] },
      { group: 'Petstore', openapi: { source: 'openapi/pets/pets.json', directory: 'docs/petstore' } },
      { group: 'Second', openapi: { source: 'openapi/second/second.json', directory: 'docs/second' } },
    ],
  });
  expect(existsSync(join(out, 'openapi/pets/parts/id.json'))).toBe(true);
  // The id in the generated file wins over the rule.
  expect(redirects['/docs/petstore/pet-by-id']).toBe('/docs/petstore/find-a-pet');
  expect(redirects['/docs/petstore/pets']).toBe('/docs/petstore/find-a-pet');
  expect(redirects['/docs/second/get-pet-by-id']).toBe('/docs/second/find-a-pet');
  expect([errors, missing]).toEqual([[], []]);
  expect(urls?.found).toBe(urls?.total);
});

test('starlight-openapi', async () => {
  const { navigation, redirects, errors, missing } = await migrated({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightOpenAPI, { openAPISidebarGroups } from 'starlight-openapi';
export default defineConfig({ integrations: [starlight({ title: 'Docs',
  plugins: [starlightOpenAPI([{ base: 'api/pets', schema: './schemas/pets.json', sidebar: { label: 'Pets API' } }])],
  sidebar: [{ label: 'Guides', items: ['guides/start'] }, ...openAPISidebarGroups] })] });`,
    'src/content/docs/index.md': '---\ntitle: Home\n---\n\nSee [the API](/api/pets/operations/getpetbyid/).\n',
    'src/content/docs/guides/start.md': '---\ntitle: Start\n---\n\nText\n',
    'schemas/pets.json': spec('Pets'),
    'schemas/parts/id.json': id,
  });
  expect(navigation.groups.at(-1)).toEqual({
    group: 'Pets API',
    openapi: { source: 'openapi/pets/pets.json', directory: 'api/pets' },
  });
  expect(redirects).toMatchObject({ '/api/pets': '/api/pets/find-a-pet', '/api/pets/operations/getpetbyid': '/api/pets/find-a-pet' });
  expect([errors, missing]).toEqual([[], []]);
});

test('vitepress-openapi', async () => {
  const { navigation, redirects, errors, missing } = await migrated({
    'package.json': '{ "devDependencies": { "vitepress": "1", "vitepress-openapi": "1" } }',
    'docs/.vitepress/config.ts': `import { useSidebar } from 'vitepress-openapi';
import spec from '../public/pets.json' with { type: 'json' };
const sidebar = useSidebar({ spec, linkPrefix: '/operations/' });
export default { title: 'Docs', cleanUrls: true, themeConfig: { sidebar: [{ text: 'Guide', items: [{ text: 'Start', link: '/start' }] }, ...sidebar.generateSidebarGroups()] } };`,
    'docs/.vitepress/theme/index.ts': `import DefaultTheme from 'vitepress/theme';
import { theme, useOpenapi } from 'vitepress-openapi/client';
import spec from '../../public/pets.json' with { type: 'json' };
export default { extends: DefaultTheme, enhanceApp({ app }) { useOpenapi({ spec }); theme.enhanceApp({ app }); } };`,
    'docs/start.md': '# Start\n\nText\n',
    'docs/operations/[operationId].md':
      '---\naside: false\n---\n\n<script setup>\nconst x = 1\n</script>\n\n<OAOperation :operationId="x" />\n',
    'docs/operations/[operationId].paths.js': 'export default { paths: () => [] }',
    'docs/public/pets.json': spec('Pets'),
    'docs/public/parts/id.json': id,
  });
  expect(navigation.groups.at(-1)).toEqual({
    group: 'API reference',
    openapi: { source: 'openapi/pets/pets.json', directory: 'operations' },
  });
  expect(redirects).toMatchObject({ '/operations/getPetById': '/operations/find-a-pet' });
  expect([errors, missing]).toEqual([[], []]);
});
