import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/project/build/build-site.ts';
import { exportSite } from '../../../../src/project/build/export-site.ts';
import { checkProject } from '../../../../src/project/check/check-project.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../../harness/project.ts';
import { pluginProject } from './plugin-project.ts';

let dir = '';
afterEach(() => removeFolder(dir));

type Files = Readonly<Record<string, string>>;
const outDir = () => join(dir, 'out');
const output = (path: string) => readFileSync(join(outDir(), path), 'utf8');

function project(hooks: string, files: Files = {}, pages: readonly string[] = ['index']): void {
  dir = temporaryFolder('hooks');
  writeProject(dir, {
    'docs.json': docsJson({ pages: [...pages] }),
    'index.mdx': '---\ntitle: Start\n---\n\nText\n',
    'docsgen.config.ts': hooks,
    ...files,
  });
}

const plain = (diagnostics: Awaited<ReturnType<typeof buildSite>>['diagnostics']) =>
  diagnostics
    .filter(({ severity }) => severity !== 'notice')
    .map(({ code, message, location }) => `${location?.file}:${location?.line}:${location?.column} ${code} ${message}`);

async function build(options: Partial<Parameters<typeof buildSite>[0]> = {}) {
  const { status, diagnostics, summary } = await buildSite({ dir, outDir: outDir(), cacheDir: join(dir, '.cache'), ...options });
  return { status, found: plain(diagnostics), fromCache: summary?.fromCache };
}

describe('siteLoaded', () => {
  test('should add variables, pages and front matter, and see the pages of the site', async () => {
    project(
      `import { defineConfig, type SiteInfo } from 'docsgen';
export default defineConfig({
  async siteLoaded(site: SiteInfo) {
    const { path, url, file, title, frontMatter } = site.pages[1]!;
    return {
      variables: { seen: JSON.stringify([site.name, path, url, file, title, frontMatter.owner]), tagged: '<b>plain</b>' },
      frontMatter: { 'guides/a': { tag: 'Beta', title: 'Renamed' } },
      pages: [{ file: 'made.mdx', text: '---\\ntitle: Made\\n---\\n\\n<Note>From a hook, {{tagged}}</Note>\\n\\n[Broken](/nowhere)\\n' }],
    };
  },
});`,
      {
        'index.mdx': '---\ntitle: Start\n---\n\nSeen: {{seen}}. [Made](/made)\n',
        'guides/a.mdx': '---\ntitle: A\nowner: docs\n---\n\nText\n',
      },
      ['index', 'guides/a', 'made'],
    );
    const { status, found } = await build();
    expect([status, found]).toEqual(['built', ['made.mdx:7:1 links/broken "/nowhere" points to a page that does not exist']]);
    expect(output('index.md')).toContain('Seen: ["Test","guides/a","/guides/a","guides/a.mdx","A","docs"].');
    expect(output('guides/a.md')).toContain('# Renamed');
    expect(output('index.html')).toMatch(/Renamed[\s\S]{0,200}Beta/);
    expect(output('made/index.html')).toMatch(/<aside class="callout[\s\S]*From a hook, plain/);
    expect(output('llms.txt')).toContain('/made.md');
    const checked = await checkProject({ dir, useCache: false });
    expect(plain(checked.diagnostics).filter((each) => /links|navigation/.test(each))).toEqual(found);
  });

  test.each([
    ['{ pages: [{ file: "index.mdx", text: "" }] }', 'it adds the page "index.mdx", which already exists'],
    [
      '{ pages: [{ file: "../a.mdx", text: "" }] }',
      'it adds the page "../a.mdx", which is not a path in the project, such as guides/start.mdx',
    ],
    ['{ pages: [{ file: "a.json", text: "" }] }', 'it adds the page "a.json", whose name does not end with .md or .mdx'],
    ['{ frontMatter: { nope: { tag: "x" } } }', 'it sets front matter of "nope", which is not the path of a page'],
    [
      '{ frontMatter: { index: { tag: 1 } } }',
      'its result.frontMatter.index.tag is wrong: Invalid input: expected string, received number',
    ],
    ['{ extra: 1 }', 'its result is wrong: Unrecognized key: "extra"'],
  ])('should report the result %s at the hook', async (result, reason) => {
    project(`export default {\n  siteLoaded: () => (${result}),\n};`);
    const { status, found } = await build();
    expect([status, found]).toEqual(['failed', [`docsgen.config.ts:2:3 plugins/hook hook "siteLoaded" failed: ${reason}`]]);
  });
});

describe('pageCompiled', () => {
  const hooks = `import { readFileSync } from 'node:fs';
export default {
  pageCompiled(page) {
    const word = readFileSync('word.txt', 'utf8').trim();
    const section = page.sections.find(({ text }) => text.includes(word));
    const data = { ids: page.headings.map(({ id }) => id), links: page.links.map(({ href }) => href), word };
    return { data, problems: section ? [{ message: 'avoid ' + word, hint: 'write less', line: 5, column: 3, severity: word === 'never' ? 'error' : 'warning' }] : [] };
  },
  outputs: () => [{ path: 'data.json', content: (site) => JSON.stringify(site.pages.map(({ path, data, headings }) => [path, data, headings.length])) }],
};`;
  const files = {
    'docsgen.config.ts': hooks.replace('(page)', '(page: any)').replace('(site)', '(site: any)'),
    'word.txt': 'very\n',
    'index.mdx': '---\ntitle: Start\n---\n\nIt is very good, see [other](/other).\n\n## More\n',
    'other.mdx': '---\ntitle: Other\n---\n\nThis never ends.\n',
  };

  test('should report problems at their positions, and give its data to outputs', async () => {
    project('', files, ['index', 'other']);
    const { status, found } = await build();
    expect([status, found]).toEqual(['built', ['index.mdx:5:3 plugins/message avoid very']]);
    expect(JSON.parse(output('data.json'))).toEqual([
      ['index', { ids: ['more'], links: ['/other'], word: 'very' }, 1],
      ['other', { ids: [], links: [], word: 'very' }, 0],
    ]);
    const checked = await checkProject({ dir, useCache: false });
    expect(plain(checked.diagnostics)).toContain('index.mdx:5:3 plugins/message avoid very');
  });

  test('should be called again when a file that it read changes, and only then', async () => {
    project('', files, ['index', 'other']);
    await build();
    expect(await build()).toEqual({ status: 'built', found: ['index.mdx:5:3 plugins/message avoid very'], fromCache: 2 });
    writeFileSync(join(dir, 'word.txt'), 'never');
    expect(await build()).toEqual({ status: 'failed', found: ['other.mdx:5:3 plugins/message avoid never'], fromCache: undefined });
  });

  test('should not be called for pages in the cache', async () => {
    const once = (text: string) => `let calls = 0;
export default {
  pageCompiled: () => ({ data: ${JSON.stringify(text)} + ++calls }),
  outputs: () => [{ path: 'data.json', content: (site: any) => JSON.stringify(site.pages.map(({ data }: any) => data)) }],
};`;
    project(once('a'), { 'other.mdx': 'Text' }, ['index', 'other']);
    await build();
    expect(output('data.json')).toBe('["a1","a2"]');
    writeFileSync(join(dir, 'other.mdx'), 'Other text');
    await build();
    expect(output('data.json')).toBe('["a1","a1"]');
    writeFileSync(join(dir, 'docsgen.config.ts'), once('b'));
    await build();
    expect(output('data.json')).toBe('["b1","b2"]');
  });
});

describe('outputs', () => {
  test('should be files that pages can link to, also in an export and with another base path', async () => {
    project(
      `export default { outputs: () => [
  { path: 'data/terms.json', content: async (site: any) => JSON.stringify(site.base) },
  { path: 'data/bytes.custom', mediaType: 'application/x-custom', content: () => new Uint8Array([0, 255]) },
] };`,
      { 'index.mdx': '---\ntitle: Start\n---\n\n[Terms](/data/terms.json), ![Bytes](/data/bytes.custom), [no](/data/other.json)\n' },
    );
    const { status, found } = await build({ base: '/docs' });
    expect([status, found]).toEqual(['built', ['index.mdx:5:58 links/broken "/data/other.json" points to a page that does not exist']]);
    expect(output('data/terms.json')).toBe('"/docs"');
    expect([...readFileSync(join(outDir(), 'data/bytes.custom'))]).toEqual([0, 255]);
    expect(output('_headers')).toContain('/docs/data/bytes.custom\n  Content-Type: application/x-custom');
    expect(output('index.html')).toContain('href="/docs/data/terms.json"');
    await exportSite({ dir, outDir: join(dir, 'offline'), useCache: false });
    expect(readFileSync(join(dir, 'offline/data/terms.json'), 'utf8')).toBe('""');
  });

  test('should not have the path of another file, or one outside of the output folder', async () => {
    const refused = [
      ['../x.json', 'is outside the output folder'],
      ['/x.json', 'is not a valid output path'],
      ['a/../x.json', 'is not a valid output path'],
      ['a\\x.json', 'is not a valid output path'],
      ['a\nb.json', 'is not a valid output path'],
      ['', 'is not a valid output path'],
      ['index.html', 'would overwrite page index'],
      ['index.md', 'would overwrite the Markdown copy of page index'],
      ['index.html/x', 'would overwrite page index'],
      ['images', 'is the path of an existing folder'],
      ['Images/Logo.svg', 'would overwrite a file of the project'],
      ['free.json', 'would overwrite another output'],
      ['robots.txt', 'would overwrite a file that docsgen writes'],
      ['_headers', 'would overwrite a file that docsgen writes'],
      ['404.html', 'would overwrite a file that docsgen writes'],
      ['_docsgen/x.js', 'is in _docsgen, which is reserved for docsgen'],
    ];
    const paths = ['free.json', ...refused.map(([path]) => path)];
    project(`export default {\n  outputs: () => ${JSON.stringify(paths)}.map((path) => ({ path, content: () => 'own' })),\n};`, {
      'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const { status, found } = await build();
    const wanted = refused.map(([path, reason]) => `docsgen.config.ts:2:3 plugins/output output "${path}" ${reason}`);
    expect([status, found]).toEqual(['failed', expect.arrayContaining(wanted)]);
    expect(found).toHaveLength(wanted.length);
    expect(existsSync(join(dir, '../x.json'))).toBe(false);
  });

  test('should contain only pages that their readers can see', async () => {
    project(
      `export default { outputs: () => [{ path: 'pages.json', content: (site: any) => site.pages.map(({ path }: any) => path).join() }] };`,
      {
        'docs.json': docsJson({ pages: ['index', 'closed'] }, { docsgen: { auth: { method: 'password' } } }),
        'index.mdx': '---\ntitle: Start\npublic: true\n---\n\nText\n',
        'closed.mdx': '---\ntitle: Closed\n---\n\nText\n',
      },
    );
    const { found } = await build();
    expect(found).toEqual([]);
    expect(output('pages.json')).toBe('index');
  });
});

describe('docsgen.config.ts', () => {
  test.each([
    ['throw new Error("not today");', '1:7', 'not today'],
    ['export const a = 1;', '1:1', 'it has no default export with hooks'],
    ['export default { siteLoded() {} };', '1:1', 'it has an unknown hook "siteLoded"; the hooks are siteLoaded, pageCompiled, outputs'],
    ['export default { outputs: [] };', '1:1', 'its hook "outputs" is not a function'],
  ])('%s cannot be loaded', async (text, at, reason) => {
    project(text);
    const { status, found } = await build();
    expect([status, found]).toEqual(['failed', [`docsgen.config.ts:${at} plugins/load docsgen.config.ts cannot be loaded: ${reason}`]]);
    expect(plain((await checkProject({ dir, useCache: false })).diagnostics)).toEqual(found);
  });

  test.each([
    ['siteLoaded', '{ siteLoaded(site: unknown) {\n  null!.x;\n} }', '2:9', /^Cannot read properties of null/],
    ['pageCompiled', '{ pageCompiled: async () => {\n  throw new Error("bad page");\n} }', '2:9', /^bad page$/],
    ['outputs', '{ outputs() {\n  return 1;\n} }', '1:18', /^outputs returned no list$/],
    ['outputs', '{ outputs() {\n  return [{ path: "a" }];\n} }', '1:18', /^output 1 has no function "content"$/],
    ['outputs (content of a)', '{ outputs: () => [{ path: "a", content() {\n  return 1;\n} }] }', '1:18', /^content returned neither/],
    ['outputs (content of a)', '{ outputs: () => [{ path: "a", content() {\n  throw new Error("no");\n} }] }', '2:9', /^no$/],
    ['pageCompiled', '{ pageCompiled() {\n  process.exit(3);\n} }', '1:18', /^stopped: the process exited with code 3$/],
  ])('an error of %s in %j is reported at its line', async (hook, config, at, reason) => {
    project(`export default ${config};`);
    const { status, found } = await build();
    expect([status, found]).toEqual(['failed', [expect.stringContaining(`docsgen.config.ts:${at} plugins/hook hook "${hook}" failed: `)]]);
    expect(found[0]?.split(' failed: ')[1]).toMatch(reason);
    expect(plain((await checkProject({ dir, useCache: false })).diagnostics)).toEqual(found);
  });

  test('should neither write, nor read other folders, nor see the environment', async () => {
    project(`import fs from 'node:fs';
import { execFileSync } from 'node:child_process';
const tries = [() => fs.writeFileSync('x', ''), () => fs.readFileSync('/etc/hosts'), () => execFileSync('id'), () => Object.keys(process.env).sort().join()];
const run = (attempt: () => unknown) => { try { return attempt(); } catch (error) { return (error as { code: string }).code; } };
export default { outputs: () => [{ path: 'tries.json', content: () => JSON.stringify(tries.map(run)) }] };`);
    await build();
    const denied = 'ERR_ACCESS_DENIED';
    expect(JSON.parse(output('tries.json'))).toEqual([denied, denied, denied, 'LANG,NODE_ENV,TZ']);
  });

  test('should not run with usePlugins: false', async () => {
    project('throw new Error("loaded");');
    const { status, diagnostics } = await buildSite({ dir, outDir: outDir(), useCache: false, usePlugins: false });
    const off = diagnostics.find(({ code }) => code === 'plugins/off');
    expect([status, off?.location?.file]).toEqual(['built', 'docsgen.config.ts']);
    const checked = await checkProject({ dir, useCache: false, usePlugins: false });
    expect(checked.diagnostics.map(({ code }) => code)).toContain('plugins/off');
  });

  test('should work together with plugins, and leave pages alone without any', async () => {
    dir = pluginProject({
      remarkPlugins: ['remark-emoji'],
      files: {
        'index.mdx': ':rocket: {{word}}',
        'docsgen.config.mjs': "import { word } from './word.mjs';\nexport default { siteLoaded: () => ({ variables: { word } }) };",
        'word.mjs': "export const word = 'lift-off';",
      },
    });
    expect((await build()).found).toEqual([]);
    expect(output('index.md')).toContain('🚀 lift-off');
    writeFileSync(join(dir, 'word.mjs'), "export const word = 'landing';");
    await build();
    expect(output('index.md')).toContain('🚀 landing');
  });
});
