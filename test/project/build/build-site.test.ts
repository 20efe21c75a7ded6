import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BuildOptions, buildSite } from '../../../src/project/build/build-site.ts';
import { runCli } from '../../harness/cli.ts';
import { docsJson, hashFiles, hashTree, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let folder: string;
let project: string;
let out: string;
beforeEach(() => {
  folder = temporaryFolder('build');
  project = join(folder, 'project');
  out = join(folder, 'out');
  mkdirSync(project);
});
afterEach(() => removeFolder(folder));

const build = (change: Partial<BuildOptions> = {}) => buildSite({ dir: project, outDir: out, ...change });
const page = (path: string) => readFileSync(join(out, path, 'index.html'), 'utf8');
const site = (files: Record<string, string | Uint8Array>, navigation: unknown = { pages: ['index', 'a', 'b'] }) =>
  writeProject(project, { 'docs.json': docsJson(navigation), 'index.mdx': 'Home', 'a.mdx': 'A', 'b.mdx': 'B', ...files });

describe('what a build gives', () => {
  test('should hold the pages, the assets and nothing of the source', async () => {
    site({
      'images/x.svg': '<svg width="30" height="20"/>',
      'a.mdx': '![x](/images/x.svg)',
      'snippets/s.mdx': 'S',
      'package.json': '{}',
      'x.map': '',
    });
    const { status, diagnostics, summary } = await build();
    expect({ status, diagnostics }).toEqual({ status: 'built', diagnostics: [] });
    expect(summary).toMatchObject({ pages: 3, fromCache: 0 });
    const files = [...hashFiles(out).keys()].filter((path) => !path.startsWith('_docsgen/'));
    expect(files).toEqual([
      '.docsgen-manifest.json',
      '.docsgen-site.json',
      '.nojekyll',
      '.well-known/agent-skills/index.json',
      '.well-known/llms.txt',
      '.well-known/skills/index.json',
      '.well-known/skills/test/SKILL.md',
      '404.html',
      '_headers',
      'a.md',
      'a/index.html',
      'b.md',
      'b/index.html',
      'images/x.svg',
      'index.html',
      'index.md',
      'llms-full.txt',
      'llms.txt',
      'robots.txt',
      'sitemap.xml',
      'skill.md',
    ]);
    expect(page('a')).toMatch(/<img[^>]*width="30"[^>]*height="20"/);
  });

  test('should read pages and snippets in UTF-16, also with author code, and report the line of an error', async () => {
    const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    site({
      'a.mdx': wide("import Part from '/snippets/part.mdx'\n\nÄ <Part/>"),
      'b.mdx': wide("import { Sum } from '/snippets/sum.jsx'\nimport Part from '/snippets/part.mdx'\n\n<Sum of={[1, 2]}/>\n\n<Part/>"),
      'index.mdx': wide("export const Bad = () => {\n  throw new Error('no')\n}\n\n<Bad/>"),
      'snippets/part.mdx': wide('Pärt'),
      'snippets/sum.jsx': wide('export const Sum = ({ of }) => <b>{of.reduce((a, b) => a + b)} Sümme</b>'),
    });
    const { diagnostics } = await build({ allowErrors: true });
    expect(page('a')).toContain('Ä Pärt');
    expect(page('b')).toMatch(/<b>3 Sümme<\/b>[\s\S]*Pärt/);
    expect(diagnostics.map(({ code, location }) => `${code} ${location?.file}:${location?.line}`).sort()).toEqual([
      'mdx/encoding a.mdx:1',
      'mdx/encoding b.mdx:1',
      'mdx/encoding index.mdx:1',
      'mdx/encoding snippets/part.mdx:1',
      'mdx/encoding snippets/sum.jsx:1',
      'mdx/render index.mdx:2',
    ]);
  });

  test('should be the same in another place, language, and time zone', async () => {
    site({ 'a.mdx': '# A\n\n```js\nconst a = 1;\n```\n\n<Tabs><Tab title="x">1</Tab></Tabs>', 'z.png': png(2, 3) });
    const elsewhere = join(folder, 'else/where');
    mkdirSync(elsewhere, { recursive: true });
    const copy = join(elsewhere, 'copy');
    const first = await runCli(['build', 'project', '--out', 'one', '--no-cache'], {
      cwd: folder,
      env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
    });
    expect(first.exit, first.stderr).toBe(0);
    writeProject(
      copy,
      Object.fromEntries([...hashFiles(project).keys()].reverse().map((path) => [path, readFileSync(join(project, path))])),
    );
    const second = await runCli(['build', '--out', '../two'], {
      cwd: copy,
      env: { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    });
    expect(second.exit, second.stderr).toBe(0);
    expect(hashTree(join(elsewhere, 'two'))).toBe(hashTree(join(folder, 'one')));
  });
});

describe('the second build', () => {
  test.each([
    ['nothing', 3, () => {}],
    ['a page', 2, () => writeProject(project, { 'b.mdx': 'B changed' })],
    ['a snippet that a page shows', 2, () => writeProject(project, { 'snippets/s.mdx': 'changed' })],
    ['a snippet inside a snippet', 2, () => writeProject(project, { 'snippets/t.mdx': 'changed' })],
    ['the size of an image', 2, () => writeProject(project, { 'x.png': png(9, 9) })],
    ['the title of another page', 2, () => writeProject(project, { 'b.mdx': '---\ntitle: New\n---\nB' })],
    [
      'a component that a page computes with',
      2,
      () => writeProject(project, { 'snippets/hi.jsx': 'export const Hi = () => <b>changed</b>;' }),
    ],
    ['the list of pages', 1, () => site({ 'c.mdx': 'C' }, { pages: ['index', 'a', 'b', 'c'] })],
    ['a page that is linked', 1, () => rmSync(join(project, 'b.mdx'))],
    ['a variable', 0, () => writeProject(project, { 'docs.json': docsJson({ pages: ['index', 'a', 'b'] }, { variables: { name: 'x' } }) })],
  ])('should equal a build from nothing after a change of %s', async (_, reused, change) => {
    site({
      'index.mdx': "import S from '/snippets/s.mdx';\n\n<S />\n\nSee [B](/b) {{name}}.",
      'snippets/s.mdx': "import T from '/snippets/t.mdx';\n\nHello <T />",
      'snippets/t.mdx': 'inner',
      'a.mdx': "import { Hi } from '/snippets/hi.jsx';\n\n![x](/x.png) <Hi />",
      'snippets/hi.jsx': "import { useState } from 'react';\nexport const Hi = () => { const [n] = useState(1); return <b>{n}</b>; };",
      'x.png': png(4, 5),
    });
    await build();
    change();
    const warm = await build();
    const warmTree = hashTree(out);
    const cold = await build({ useCache: false });
    expect(hashTree(out)).toBe(warmTree);
    expect(warm.diagnostics).toEqual(cold.diagnostics);
    expect(warm.summary?.fromCache).toBe(reused);
  });

  test('should report the same diagnostics from the cache', async () => {
    site({ 'a.mdx': '[x](/nowhere)' });
    const first = await build();
    expect(first.diagnostics.map((found) => found.code)).toEqual(['links/broken']);
    const second = await build();
    expect(second.summary?.fromCache).toBe(3);
    expect(second.diagnostics).toEqual(first.diagnostics);
  });
});

const twoPatterns = { groups: [{ group: 'G', pages: ['index', 'a'] }], tabs: [{ tab: 'T', pages: ['b'] }] };

describe('icons of the frame', () => {
  test('should be reported where no library has them', async () => {
    site({ 'a.mdx': '---\ntitle: A\nicon: wwwzzz\n---\n\nText' });
    const found = (await build()).diagnostics.filter(({ code }) => code === 'icons/unknown');
    expect(found).toMatchObject([{ location: { file: 'a.mdx', line: 3, column: 1 } }]);
  });
});

describe('the content of a diagnostic', () => {
  test.each([
    [
      'an icon where it is asked for',
      '<CardGroup>\n<Card title="up" icon="upp" />\n</CardGroup>',
      'icons/unknown',
      { line: 2, column: 24 },
      /^use "/,
    ],
    ['a picture under the address of the site', '![x](/docs/images/x.svg)', 'links/asset-missing', { line: 1, column: 1 }, /--base \/docs/],
    ['a page under the address of the site', '[x](/docs/b)', 'links/broken', { line: 1, column: 1 }, /--base \/docs/],
    ['a page that is nowhere', '[x](/docs/nowhere/at-all)', 'links/broken', { line: 1, column: 1 }, undefined],
  ])('%s', async (_, text, code, place, hint) => {
    site({ 'images/x.svg': '<svg width="30" height="20"/>', 'a.mdx': text });
    const [found] = (await build()).diagnostics.filter((each) => each.code === code);
    expect(found?.location).toMatchObject({ file: 'a.mdx', ...place });
    if (hint === undefined) expect(found?.hint).toBeUndefined();
    else expect(found?.hint).toMatch(hint);
  });
});

describe('links to pages of a description that is not read', () => {
  test('should be left open, not judged', async () => {
    const groups = [
      { group: 'G', pages: ['index', 'a'] },
      { group: 'API', openapi: 'https://api.example/openapi.json' },
    ];
    site(
      { 'a.mdx': '[x](/api-reference/users/list) [y](/nowhere)', 'guides/b.mdx': '[x](../api-reference/users/list) [y](../../nowhere)' },
      { groups },
    );
    const found = (await build()).diagnostics.map(({ severity, code, hint }) => `${severity} ${code} ${hint ?? ''}`);
    expect(found).toEqual([
      expect.stringMatching(/^warning openapi\/remote /),
      'notice links/broken fix https://api.example/openapi.json first: docsgen cannot read it, so it cannot tell whether the page exists',
      'warning links/broken ',
      'notice links/broken fix https://api.example/openapi.json first: docsgen cannot read it, so it cannot tell whether the page exists',
      'warning links/broken ',
    ]);
  });

  test('should be left open where a description is there and is none', async () => {
    const groups = [
      { group: 'G', pages: ['index', 'a'] },
      { group: 'API', openapi: 'broken.yaml' },
    ];
    site({ 'a.mdx': '[x](/api-reference/users/list) [y](/nowhere)', 'broken.yaml': 'openapi: 3.1.0\npaths: {' }, { groups });
    const found = (await build()).diagnostics.map(({ severity, code, hint }) => `${severity} ${code} ${hint ?? ''}`);
    expect(found.filter((text) => text.includes(' links/'))).toEqual([
      'notice links/broken fix broken.yaml first: docsgen cannot read it, so it cannot tell whether the page exists',
      'warning links/broken ',
    ]);
  });

  test('should be left open where a redirect leads to one', async () => {
    const groups = [
      { group: 'G', pages: ['index'] },
      { group: 'API', openapi: 'https://api.example/openapi.json' },
    ];
    const redirects = [
      { source: '/api-reference/*', destination: '/api-reference/users/list' },
      { source: '/old/*', destination: '/old/start' },
    ];
    site({ 'docs.json': docsJson({ groups }, { redirects }) });
    const found = (await build()).diagnostics.filter(({ code }) => code === 'config/redirect');
    expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      'notice redirect loop /api-reference/* -> /api-reference/*; docsgen ignores the redirect',
      'warning redirect loop /old/* -> /old/*; docsgen ignores the redirect',
    ]);
  });
});

describe('listed pages in folders with names of tools', () => {
  const folders = ['build', 'dist', 'coverage', 'tmp', 'temp'];
  test('should be built, and named when a rule leaves them out', async () => {
    const names = folders.map((name) => `${name}/page`);
    const links = names.map((name) => `[${name}](/${name})`).join('\n');
    site(
      { 'index.mdx': links, '.mintignore': 'temp/\n', ...Object.fromEntries(names.map((name) => [`${name}.mdx`, `In ${name}`])) },
      { pages: ['index', ...names] },
    );
    const { status, diagnostics } = await build();
    expect(status).toBe('built');
    for (const name of names.slice(0, -1)) expect(page(name)).toContain(`In ${name}`);
    expect(existsSync(join(out, 'temp'))).toBe(false);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^config\/page-ignored page "temp\/page" is ignored: \.mintignore:1 /),
      expect.stringMatching(/^links\/broken "\/temp\/page" /),
    ]);
  });
});

describe('page files next to the list with the content', () => {
  test('should be built without an entry in the navigation', async () => {
    site({ 'index.mdx': '---\ntitle: Welcome\n---\n\nHome' }, { pages: ['index'], tabs: [{ tab: 'T', pages: ['a', 'b'] }] });
    const { status, diagnostics } = await build();
    expect({ status, codes: diagnostics.map(({ code, severity }) => `${severity} ${code}`) }).toEqual({
      status: 'built',
      codes: ['warning config/nav-pattern'],
    });
    expect(page('')).toContain('Home');
    expect(page('a')).not.toContain('Welcome');
  });
});

describe('a site that does not say its address', () => {
  const notices = async (more: Record<string, unknown>, change: Partial<BuildOptions> = {}) => {
    site({ 'docs.json': docsJson({ pages: ['index', 'a', 'b'] }, more) });
    const { summary, status } = await build({ isStrict: true, ...change });
    expect(status).toBe('built');
    return summary?.notices.map(({ severity, message }) => `${severity} ${message.split(',')[0]}`);
  };
  const metatags = (tags: Record<string, string>) => ({ seo: { metatags: tags } });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['nothing said', {}, ['notice the URL of the site is not set']],
    ['an address', metatags({ canonical: 'https://docs.example.com' }), []],
    ['an address with a path and a slash', metatags({ canonical: 'http://example.com/docs/' }), []],
    ['a path', metatags({ canonical: '/docs' }), ['notice "/docs" is not the URL of a site']],
    ['a bare host', metatags({ canonical: 'docs.example.com' }), ['notice "docs.example.com" is not the URL of a site']],
    ['an empty address', metatags({ canonical: ' ' }), ['notice the URL of the site is not set']],
    ['a site that asks not to be found', metatags({ robots: 'noindex, nofollow' }), []],
    ['other tags', metatags({ 'og:site_name': 'x' }), ['notice the URL of the site is not set']],
  ])('should be reported once, and fail nothing: %s', async (_what, more, expected) => {
    expect(await notices(more)).toEqual(expected);
  });

  test('should not be reported for a site on a disk', async () => {
    expect(await notices({}, { isForDisk: true })).toEqual([]);
  });
});

describe('how a build ends', () => {
  test.each([
    ['no docs.json', () => writeProject(project, { 'notes.txt': '' }), {}, 'failed', ['config/missing']],
    ['an output folder that is the project', () => site({}), { outDir: '.' }, 'refused', ['cli/outdir']],
    ['a page that cannot be parsed', () => site({ 'a.mdx': '<Card>' }), {}, 'failed', ['mdx/syntax']],
    ['the same when allowed', () => site({ 'a.mdx': '<Card>' }), { allowErrors: true }, 'built', ['mdx/syntax']],
    ['two root patterns', () => site({}, twoPatterns), {}, 'failed', ['config/nav-pattern']],
    ['two root patterns when allowed', () => site({}, twoPatterns), { allowErrors: true }, 'built', ['config/nav-pattern']],
    [
      'a link out of the project, even when errors are allowed',
      () => {
        site({});
        symlinkSync('/etc/hostname', join(project, 'c.mdx'));
      },
      { allowErrors: true },
      'failed',
      ['fs/symlink-escape'],
    ],
    ['a warning', () => site({ 'a.mdx': '[x](/nowhere)' }), {}, 'built', ['links/broken']],
    ['a warning when strict', () => site({ 'a.mdx': '[x](/nowhere)' }), { isStrict: true }, 'failed', ['links/broken']],
  ])('should show by its status: %s', async (_, prepare, options, status, codes) => {
    prepare();
    const { outDir, ...rest } = options as Partial<BuildOptions>;
    const result = await build({ ...rest, ...(outDir && { outDir: join(project, outDir) }) });
    expect({ status: result.status, codes: result.diagnostics.map((found) => found.code) }).toEqual({ status, codes });
    expect(existsSync(out)).toBe(status === 'built');
  });

  test('should stop when asked, and leave nothing', async () => {
    site({});
    const controller = new AbortController();
    const result = await build({ signal: controller.signal, onProgress: ({ stage }) => stage === 'render' && controller.abort() });
    expect(result.status).toBe('interrupted');
    expect(readdirSync(folder)).toEqual(['project']);
  });

  test.each([
    ['vanishes', (path: string) => rmSync(path, { force: true }), 'failed', 'io/vanished'],
    ...(process.getuid?.() === 0 ? [] : [['is closed', (path: string) => chmodSync(path, 0), 'environment', 'io/permission'] as const]),
  ] as const)('should say which file %s during the build', async (_, spoil, status, code) => {
    site({ 'x.png': png(1, 1) });
    const result = await build({ onProgress: ({ stage }) => stage === 'render' && spoil(join(project, 'x.png')) });
    expect(result).toMatchObject({ status, diagnostics: [{ code, message: expect.stringContaining('x.png') }] });
    expect(readdirSync(folder)).toEqual(['project']);
  });
});

/** The smallest picture of a size: enough for who reads its head. */
function png(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4);
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  header.writeUInt8(8, 16);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), header, deflateSync(Buffer.alloc(0))]);
}
