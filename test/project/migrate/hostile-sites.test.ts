/** Sites of strangers that `docsgen migrate` is run on: nothing is read or written outside, and it always comes to an end. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { globMatcher } from '../../../src/project/migrate/glob.ts';
import { findSite, migrateSite } from '../../../src/project/migrate/migrate-site.ts';
import type { MigrationReport } from '../../../src/project/migrate/proof/report.ts';
import { type Files, hashTree, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folders: string[] = [];
afterAll(() => folders.forEach(removeFolder));

const secret = 'CANARY-OUTSIDE';

/** A project three folders below a temporary folder, with a file next to it. */
function project(files: Files): { readonly dir: string; readonly around: string } {
  const around = temporaryFolder('hostile-migration');
  folders.push(around);
  writeProject(around, { 'secret.md': secret, 'secret/docs.md': secret });
  const dir = join(around, 'a/b/project');
  mkdirSync(dir, { recursive: true });
  writeProject(dir, files);
  return { dir, around };
}

async function migrated(
  files: Files,
  links: Readonly<Record<string, string>> = {},
): Promise<{ readonly report: MigrationReport; readonly text: (path: string) => string }> {
  const { dir, around } = project(files);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(dir, path));
  const before = hashTree(around);
  const found = findSite(dir, undefined);
  if (!found.value) throw new Error(found.diagnostics[0]?.message);
  const { value, diagnostics } = await migrateSite({ dir, out: join(dir, 'new') }, found.value);
  if (!value) throw new Error(diagnostics[0]?.message);
  expect(hashTree(around, /^a\/b\/project\/new\//)).toBe(before);
  for (const path of execFileSync('find', [join(dir, 'new'), '-type', 'f'], { encoding: 'utf8' })
    .trim()
    .split('\n'))
    expect(readFileSync(path, 'latin1')).not.toContain(secret);
  return { report: value, text: (path) => readFileSync(join(dir, 'new', path), 'utf8') };
}

const vitepress = (config: string, more: Files = {}): Files => ({
  '.vitepress/config.mjs': config,
  'index.md': '# Home\n\nHello\n',
  'a.md': '# A\n\nText\n',
  ...more,
});
const docusaurus = (options: string, more: Files): Files => ({
  'docusaurus.config.js': `module.exports = { title: 'x', presets: [['classic', ${options}]] };`,
  'docs/start.md': '# Start\n',
  ...more,
});
const starlight = 'import starlight from "@astrojs/starlight"; export default { integrations: [starlight({ title: "x" })] };';
/** Names that each contain the one before twice. */
const doubled = (first: string, next: (before: string) => string) =>
  Array.from({ length: 40 }, (_, index) => `const a${index} = ${index === 0 ? first : next(`a${index - 1}`)};`).join('\n');

describe('paths that lead out', () => {
  test.each<[string, Files, string]>([
    ['a slug of Docusaurus', docusaurus('{}', { 'docs/a.md': '---\nslug: /../../../../out/a\n---\n# Out\n' }), 'out/a.mdx'],
    ['a relative slug', docusaurus('{}', { 'docs/a.md': '---\nslug: ../../../../out/a\n---\n# Out\n' }), 'out/a.mdx'],
    ['a page of React', docusaurus('{}', { 'src/pages/a.md': '---\nslug: ../../../../out/a\n---\n# Out\n' }), 'out/a.mdx'],
    ['a post', docusaurus('{}', { 'blog/2024-01-01-a.md': '---\nslug: ../../../../out/a\n---\n# Out\n' }), 'out/a.mdx'],
    ['a base path', docusaurus('{ docs: { routeBasePath: "../../../../out" } }', {}), 'out/start.mdx'],
    [
      'a slug of Starlight',
      {
        'astro.config.mjs': starlight,
        'src/content/docs/index.md': '---\ntitle: x\n---\n',
        'src/content/docs/a.md': '---\ntitle: Out\nslug: ../../../../out/a\n---\n',
      },
      'out/a.mdx',
    ],
    ['a rewrite of VitePress', vitepress('export default { rewrites: { "a.md": "../../../../out/a.md" } };'), 'out/a.mdx'],
    [
      'a slug of a MkDocs post',
      {
        'mkdocs.yml': 'site_name: x\nplugins: [blog]\n',
        'docs/index.md': '# x\n',
        'docs/blog/posts/p.md': '---\ndate: 2024-01-01\nslug: ../../../../../../../../out/a\n---\n# Out\n',
      },
      'out/a.mdx',
    ],
  ])('%s stays in the new site', async (_title, files, path) => {
    const { report, text } = await migrated(files);
    expect(text(path)).toMatch(/Out|Start|Text/);
    expect([report.proof.isBuilt, report.proof.missingUrls]).toEqual([true, []]);
  });

  test.each<[string, Files, Record<string, string>?]>([
    ['docs_dir', { 'mkdocs.yml': 'site_name: x\ndocs_dir: ../../..\n', 'docs/index.md': '# x\n' }],
    ['INHERIT', { 'mkdocs.yml': 'INHERIT: ../../../secret.md\nsite_name: x\n', 'docs/index.md': '# x\n' }],
    ['srcDir', vitepress('export default { srcDir: "../../.." };')],
    ['staticDirectories', docusaurus('{}', { 'docs/a.md': '![x](/secret.md) ![y](/docs.md)\n' })],
    ['root of GitBook', { '.gitbook.yaml': 'root: ../../..\nstructure:\n  readme: secret.md\n', 'README.md': '# x\n' }],
    [
      'SUMMARY.md',
      { 'SUMMARY.md': '* [a](../../../secret.md)\n* [b](README.md)\n', 'README.md': '# x\n\n{% include "../../../secret.md" %}\n' },
    ],
    ['includes', vitepress('export default {};', { 'a.md': '<!--@include: ../../../secret.md-->\n\n<<< @/../../../secret.md\n' })],
    [
      'a link',
      vitepress('export default {};', { 'b.md': '![x](./linked.md)\n\n<!--@include: ./linked.md-->\n' }),
      { 'linked.md': '../../../secret.md', more: '../../../secret' },
    ],
    ['a module', vitepress('import text from "../../../../secret.md"; export default { title: String(text) };')],
    ['a file at run time', vitepress('import fs from "fs"; export default { title: fs.readFileSync("../../../secret.md", "utf8") };')],
  ])('%s reads nothing outside', async (_title, files, links) => {
    await migrated(files, links);
  });

  test('in place, nothing is written through a link', async () => {
    const { dir, around } = project(vitepress('export default { rewrites: { "a.md": "guide/a.md" } };'));
    symlinkSync('../../../secret', join(dir, 'guide'));
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: dir });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'a');
    const before = hashTree(around, /\/\.git\//);
    const found = findSite(dir, undefined).value;
    if (!found) throw new Error('no site was found');
    const { diagnostics } = await migrateSite({ dir, out: dir, inPlace: true }, found);
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('contains the symbolic link "guide"')]);
    expect(hashTree(around, /\/\.git\//)).toBe(before);
  });
});

describe('input that takes long', () => {
  test.each<[string, Files]>([
    ['a loop that only the end of its thread stops', vitepress('[].indexOf.call({ length: 2 ** 53 - 1 }, 1); export default {};')],
    [
      'constants that contain one another',
      vitepress(`${doubled('[1]', (name) => `[${name}, ${name}]`)}\nthrow 1;\nexport default { themeConfig: { sidebar: a39 } };`),
    ],
    [
      'a navigation of shared items',
      vitepress(
        `${doubled('{ text: "x", link: "/a" }', (name) => `{ text: "x", items: [${name}, ${name}] }`)}\nexport default { themeConfig: { sidebar: [a39] } };`,
      ),
    ],
    [
      'a pattern that backtracks',
      vitepress('export default { rewrites: { ":x((?:a|a)+).md": "c.md" } };', { [`${'a'.repeat(60)}b.md`]: '# x\n' }),
    ],
    ['a pattern that is none', vitepress('export default { rewrites: { ":x([).md": "c.md" } };')],
    [
      'a glob of many folders',
      vitepress(`export default { srcExclude: ["${'**/'.repeat(30)}x.md"] };`, { [`${'d/'.repeat(60)}y.md`]: '# x\n' }),
    ],
    [
      'files that include one another',
      vitepress(
        'export default {};',
        Object.fromEntries(Array.from({ length: 2 }, (_, index) => [`i${index}.md`, `<!--@include: ./i${1 - index}.md-->\n`.repeat(12)])),
      ),
    ],
    [
      'marks of the conversion in the text',
      vitepress('export default {};', { 'a.md': '# A\n\n\ue000Tx\ue001 \ue000F99\ue001 \ue000I99\ue001\n\n\ue000F99\ue001\n' }),
    ],
    [
      'aliases of YAML',
      {
        'mkdocs.yml': `site_name: x\nnav:\n  - k0: &a0 [{ x: index.md }]\n${Array.from({ length: 30 }, (_, index) => `  - k${index + 1}: &a${index + 1} [{ l: *a${index} }, { r: *a${index} }]`).join('\n')}\n`,
        'docs/index.md': '# x\n',
      },
    ],
    ['YAML that contains itself', { 'mkdocs.yml': 'site_name: x\nnav: &n\n  - a: *n\n', 'docs/index.md': '---\na: &a [*a]\n---\n# x\n' }],
    [
      'deep lists',
      {
        'SUMMARY.md': Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}* [a](a.md)`).join('\n'),
        'README.md': '# x\n',
        'a.md': '# a\n',
      },
    ],
  ])('%s comes to an end', { timeout: 60_000 }, async (_title, files) => {
    const { report } = await migrated(files);
    expect(report.pages).toBeGreaterThan(0);
  });

  test('links between folders come to an end', { timeout: 60_000 }, async () => {
    const { dir } = project({ 'SUMMARY.md': '* [x](README.md)', 'README.md': '# x\n' });
    for (let index = 0; index < 12; index++) {
      writeProject(dir, { [`d${index}/x.txt`]: '' });
      for (let other = 0; other < 12; other++) if (other !== index) symlinkSync(`../d${other}`, join(dir, `d${index}/l${other}`));
    }
    const found = findSite(dir, undefined).value;
    if (!found) throw new Error('no site was found');
    const { value } = await migrateSite({ dir, out: join(dir, 'new') }, found);
    expect(value?.pages).toBe(1);
  });

  test('a pipe is no file', async () => {
    const { dir } = project(vitepress('export default {};'));
    execFileSync('mkfifo', [join(dir, 'pipe.md')]);
    const found = findSite(dir, undefined).value;
    if (!found) throw new Error('no site was found');
    const { value } = await migrateSite({ dir, out: join(dir, 'new') }, found);
    expect(value?.pages).toBe(2);
    expect(existsSync(join(dir, 'new/pipe.mdx'))).toBe(false);
  });

  test('a pattern whose result is unknown is reported', { timeout: 60_000 }, async () => {
    const { report } = await migrated(vitepress('export default { rewrites: { ":x([).md": "c.md" } };'));
    expect(report.unconverted).toEqual([expect.objectContaining({ file: '.vitepress/config.mjs', what: 'rewrites' })]);
  });
});

test.each([
  ['*.md', 'a.md', true],
  ['*.md', 'b/a.md', false],
  ['b/*/a.md', 'b/c/a.md', true],
  ['b/*/a.md', 'b/c/d/a.md', false],
  ['**/a.md', 'a.md', true],
  ['**/a.md', 'b/c/a.md', true],
  ['**/a.md', 'b/ca.md', false],
  ['b/**', 'b/c/a.md', true],
  ['b/**', 'ba.md', false],
  ['b/**/*.md', 'b/a.md', true],
  ['a+(b).md', 'a+(b).md', true],
  ['a?.md', 'ab.md', false],
  ['*a*', 'bab', true],
  ['*a*b', 'xaxab', true],
  ['', '', true],
])('the glob "%s" and "%s"', (glob, path, isMatch) => {
  expect(globMatcher(glob)(path)).toBe(isMatch);
});

test.each(['docsgen.config.ts', 'docsgen.config.mjs'])(
  '%s of the old site does not run, now or in builds of the new site',
  async (name) => {
    const hooks = "throw new Error('This ran.');\n";
    const { report, text } = await migrated({
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': `# Home\n\n[Settings](${name})\n`,
      [`docs/${name}`]: hooks,
    });
    expect([report.proof.isBuilt, report.checkBefore?.errors, report.checkAfter?.errors]).toEqual([true, 0, 0]);
    expect(text('index.mdx')).toContain(`(/files/${name})`);
    expect(text(`files/${name}`)).toBe(hooks);
    expect(() => text(name)).toThrow('ENOENT');
  },
);
