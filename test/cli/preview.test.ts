/** `docsgen preview` in real repositories. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatPreview } from '../../src/cli/report/preview.ts';
import { compareText } from '../../src/project/preview/compare-text.ts';
import { type GitProject, gitProject } from '../harness/git-project.ts';
import { docsJson, type Files, hashTree, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import { runWarm } from '../harness/warm-cli.ts';

let folder: string;
let repository: string;
let project: GitProject;
beforeEach(() => {
  folder = temporaryFolder('preview');
  repository = join(folder, 'repository');
  mkdirSync(repository);
  project = gitProject(repository);
});
afterEach(() => removeFolder(folder));

const page = (title: string, text: string) => `---\ntitle: ${JSON.stringify(title)}\n---\n\n${text}\n`;
const site = (pages: Record<string, string>, rest = {}): Files => ({
  'docs/docs.json': docsJson({ pages: Object.keys(pages) }, rest),
  ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`docs/${name}.mdx`, text])),
});
const run = (...args: string[]) => {
  const TMPDIR = join(folder, 'tmp');
  mkdirSync(TMPDIR, { recursive: true });
  return runWarm(['preview', 'docs', '--cache-dir', join(folder, 'cache'), ...args], { cwd: repository, env: { TMPDIR } });
};
const previewOf = async (...args: string[]) => {
  const { exit, stdout, stderr } = await run('--format', 'json', ...args);
  expect(stderr).toBe('');
  const { changes, findings, ...rest } = JSON.parse(stdout);
  const named = (list: { code: string; location?: { file: string } }[]) => list.map(({ code, location }) => `${location?.file} ${code}`);
  return {
    exit,
    ...rest,
    changes: changes.map(({ change, url, from }: Record<string, string>) => [change, from, url].filter(Boolean).join(' ')),
    added: named(findings.new),
    fixed: named(findings.fixed),
  };
};

describe('a branch', () => {
  test('is compared with its base: pages, problems, and a site to look at', async () => {
    const commit = project.commit(
      site({
        index: page('Home', 'Welcome.'),
        start: page('Start', '[x](/nope)'),
        old: page('Old', 'A.\n\nB.'),
        gone: page('Gone', 'Bye.'),
      }),
    );
    project.git('checkout', '--quiet', '-b', 'change');
    project.git('rm', '--quiet', '-r', 'docs');
    const pages = { index: page('Home', 'Welcome, all.'), start: page('Start', '[x](/nowhere)'), new: page('Old', 'A.\n\nB.') };
    // Not committed: the working tree counts.
    writeProject(repository, site(pages));
    const before = hashTree(join(repository, '.git'));
    const out = join(folder, 'out');

    const expected = {
      base: 'main',
      commit,
      pages: 3,
      changes: ['changed /', 'changed /start', 'moved /old /new', 'removed /gone'],
      added: ['start.mdx links/broken'],
      fixed: ['start.mdx links/broken'],
    };
    expect(await previewOf('--base', 'main', '--out', out, '--base-path', '/docs')).toEqual({ exit: 0, ...expected });
    expect(hashTree(join(repository, '.git'))).toBe(before);
    expect(readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('docsgen'))).toEqual([]);
    const differences = readFileSync(join(out, '_docsgen/preview.html'), 'utf8');
    expect(differences).toContain('<a href="/docs/new">/new</a>');
    expect(differences).toContain('<ins>, all</ins>');
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Welcome, all.');
    expect(readdirSync(out)).toContain('.docsgen-site.json');
    // The folder belongs to docsgen, so the next preview replaces it.
    expect((await previewOf('--base', 'main', '--out', out)).exit).toBe(0);
  });

  test('without differences', async () => {
    project.commit(site({ index: page('Home', 'Welcome.') }));
    const { exit, stdout } = await run('--base', 'HEAD', '--quiet');
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: `No page changed compared with HEAD (${project.git('rev-parse', '--short=7', 'HEAD')})\n`,
    });
  });

  test('with errors is compared as far as possible, and fails', async () => {
    project.commit(site({ index: page('Home', 'Welcome.'), bad: page('Bad', 'Fine.') }));
    writeProject(repository, site({ index: page('Home', 'Welcome back.'), bad: page('Bad', '<Card>') }));
    const { exit, changes, added } = await previewOf('--base', 'main');
    expect({ exit, added }).toEqual({ exit: 1, added: ['bad.mdx mdx/syntax'] });
    expect(changes).toContain('changed /');
  });

  test('that brings the first documentation', async () => {
    project.commit({ 'README.md': 'No documentation.' });
    writeProject(repository, site({ index: page('Home', 'Welcome.') }));
    const { stdout } = await run('--base', 'main', '--quiet');
    expect(stdout).toContain('New documentation: 1 page compared with main');
    expect(stdout).toContain('added   / "Home"');
  });
});

describe('the base', () => {
  test.each([
    ['--base', 'no-such-branch', 'cli/preview-ref commit "no-such-branch" not found'],
    ['--base', 'main:docs', 'cli/preview-ref'],
    ['--base=--all', '', 'cli/preview-ref'],
  ])('%s %s is refused', async (option, value, message) => {
    project.commit(site({ index: page('Home', 'Welcome.') }));
    const { exit, stdout, stderr } = await run(...[option, value].filter(Boolean));
    expect({ exit, stdout: stdout.replace(/^reading.*\n/gm, '') }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('whose files are damaged is refused', async () => {
    project.commit(site({ index: page('Home', 'Welcome.') }));
    const blob = project.git('rev-parse', 'main:docs/index.mdx');
    rmSync(join(repository, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const { exit, stderr } = await run('--base', 'main');
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: expect.stringContaining('cli/preview-checkout cannot check out "main" in a temporary folder: '),
    });
  });

  test('is refused without a temporary folder', async () => {
    project.commit(site({ index: page('Home', 'Welcome.') }));
    const { exit, stderr } = await runWarm(['preview', 'docs', '--base', 'main'], {
      cwd: repository,
      env: { TMPDIR: join(folder, 'none') },
    });
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: expect.stringContaining('cli/preview-checkout cannot check out "main" in a temporary folder: ENOENT'),
    });
  });

  test('needs a repository', async () => {
    writeProject(folder, site({ index: page('Home', 'Welcome.') }));
    const { exit, stderr } = await runWarm(['preview', 'docs', '--base', 'main'], { cwd: folder });
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining('cli/preview-repository') });
  });

  test('that cannot be built is reported with its errors', async () => {
    project.commit({ 'docs/docs.json': '{ "name": ', 'docs/index.mdx': page('Home', 'Welcome.') });
    writeProject(repository, site({ index: page('Home', 'Welcome.') }));
    const { exit, stderr } = await run('--base', 'main');
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^docs\/docs\.json:1:\d+ error config\/\S+[\s\S]*error cli\/preview-base/);
  });

  test('can have errors in single pages', async () => {
    project.commit(site({ index: page('Home', 'Welcome.'), bad: page('Bad', '<Card>') }));
    writeProject(repository, site({ index: page('Home', 'Welcome.'), bad: page('Bad', 'Fine.') }));
    expect(await previewOf('--base', 'main')).toMatchObject({ exit: 0, changes: ['changed /bad'], fixed: ['bad.mdx mdx/syntax'] });
  });

  test('is read with the ignore rules of its own repository, where tracked files are not ignored', async () => {
    const pages = { index: page('Home', 'Welcome.'), 'kept/a': page('A', 'a') };
    project.commit({ '.gitignore': 'kept/\n' });
    writeProject(repository, site(pages));
    project.git('add', '--all');
    project.git('add', '--force', 'docs/kept/a.mdx');
    project.git('commit', '--quiet', '--message=A change');
    expect(await previewOf('--base', 'HEAD')).toMatchObject({ exit: 0, pages: 2, changes: [], added: [], fixed: [] });
  });

  test('can be fetched without its history', async () => {
    project.commit(site({ index: page('Home', 'Welcome.') }));
    project.commit(site({ index: page('Home', 'Welcome back.') }));
    const clone = join(folder, 'clone');
    project.git('clone', '--quiet', '--depth=1', `file://${repository}`, clone);
    writeProject(clone, site({ index: page('Home', 'Welcome again.') }));
    const { exit, stdout } = await runWarm(['preview', 'docs', '--base', 'origin/main', '--quiet', '--cache-dir', join(folder, 'cache')], {
      cwd: clone,
    });
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining('changed / "Home" words +1 −1') });
  });

  test('with a folder that is a link out of the repository is not read', async () => {
    writeProject(join(folder, 'secret'), { 'docs.json': docsJson({ pages: ['index'] }), 'index.mdx': page('Secret', 'secret') });
    symlinkSync(join(folder, 'secret'), join(repository, 'docs'));
    project.commit({});
    project.git('rm', '--quiet', 'docs');
    writeProject(repository, site({ index: page('Home', 'Welcome.') }));
    expect(await previewOf('--base', 'main')).toMatchObject({ exit: 0, changes: ['added /'] });
  });
});

test('a repository of strangers starts no program, and nothing outside of it is read', async () => {
  writeProject(folder, { 'secret.md': 'CANARY-OUTSIDE' });
  const canary = join(folder, 'canary');
  const attack = join(folder, 'attack.sh');
  writeFileSync(attack, `#!/bin/sh\necho "$0 $*" >> '${canary}'\ncat\n`);
  chmodSync(attack, 0o755);
  const hooks = join(folder, 'hooks');
  mkdirSync(hooks);
  for (const name of ['post-checkout', 'post-index-change', 'reference-transaction']) symlinkSync(attack, join(hooks, name));
  const html = '<b>x</b> `<script>alert(1)</script>` <!-- --> </td></table><img src=x onerror=alert(1)>';
  project.commit(site({ index: page('Home', 'Welcome.'), old: page('</title><script>alert(1)</script>', html) }));
  symlinkSync('../../secret.md', join(repository, 'docs/linked.md'));
  writeProject(repository, {
    '.gitattributes': '* filter=evil diff=evil ident\n',
    '.gitmodules': '[submodule "s"]\n\tpath = docs/s\n\turl = ext::x\n',
  });
  project.git('add', '--all');
  project.git('update-index', '--add', '--cacheinfo', `160000,${project.git('rev-parse', 'HEAD').trim()},docs/s`);
  project.git('commit', '--quiet', '--message=Links');
  rmSync(join(repository, 'docs/linked.md'));
  writeProject(repository, {
    'docs/index.mdx': page('Home', `Changed. \`${'<img src=x onerror=alert(1)>'}\``),
    'docs/old.mdx': page('Old', 'Gone.'),
  });
  for (const [key, value] of [
    ['filter.evil.smudge', attack],
    ['filter.evil.clean', attack],
    ['filter.evil.process', attack],
    ['diff.evil.textconv', attack],
    ['diff.external', attack],
    ['core.fsmonitor', attack],
    ['core.hooksPath', hooks],
    ['core.sshCommand', attack],
    ['core.pager', attack],
    ['core.editor', attack],
    ['gpg.program', attack],
    ['log.showSignature', 'true'],
    ['credential.helper', `!${attack}`],
    ['protocol.ext.allow', 'always'],
    ['remote.origin.url', `ext::${attack}`],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['alias.log', `!${attack}`],
    ['include.path', '/dev/null'],
  ] as const)
    project.git('config', key, value);
  const out = join(folder, 'out');
  const { exit, stdout } = await run('--base', 'HEAD', '--format', 'markdown', '--out', out, '--no-cache');
  expect(exit).not.toBe(70);
  expect(existsSync(canary) ? readFileSync(canary, 'utf8') : '').toBe('');
  expect(stdout).toContain('2 pages changed');
  expect(stdout).not.toMatch(/(?<!\\)<(?:script|img)|CANARY/);
  const differences = readFileSync(join(out, '_docsgen/preview.html'), 'utf8');
  expect(differences).not.toMatch(/<script|<img|<b>|CANARY/);
  expect(differences).toContain('&lt;img');
  for (const base of ['--upload-pack=x', '-x', '', 'HEAD^{/(a+)+$}', 'nope\n::error::x', '@{-1}', 'HEAD:docs'])
    expect([base, (await run(`--base=${base}`)).exit]).toEqual([base, 2]);
  expect(existsSync(canary)).toBe(false);
});

test('pages that need sign-in are compared, and their text is not in the written site', async () => {
  const settings = { docsgen: { auth: { method: 'password' } } };
  const pages = (text: string) => ({
    index: `---\ntitle: Home\npublic: true\n---\n\nWelcome.\n`,
    inside: page('Inside', text),
  });
  project.commit(site(pages('treasure one'), settings));
  writeProject(repository, site(pages('treasure two'), settings));
  const out = join(folder, 'out');
  expect(await previewOf('--base', 'main', '--out', out)).toMatchObject({ exit: 0, pages: 2, changes: ['changed /inside'] });
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => readFileSync(join(file.parentPath, file.name), 'utf8').includes('treasure'))).toEqual([]);
});

test('a commit is named once, or by its branch, and the summary links to the differences', async () => {
  const commit = project.commit(site({ index: page('Home', 'Welcome.'), start: page('Start', 'Install it.') }));
  writeProject(repository, site({ index: page('Home', 'Welcome.'), start: page('Start', 'See [x](/strat).') }));
  const short = commit.slice(0, 7);
  expect((await run('--base', commit, '--quiet')).stdout).toContain(`1 page changed compared with ${short}\n`);
  const out = join(folder, 'out');
  const markdown = ['--base', commit, '--base-name', 'main', '--format', 'markdown', '--url', 'https://pr.example.com/docs/'];
  const { stdout } = await run(...markdown, '--out', out);
  const differences = '[Show the differences](<https://pr.example.com/docs/_docsgen/preview.html>)';
  expect(stdout).toContain(`1 page changed compared with \`main\` (${short}). ${differences}.\n`);
  expect(stdout).toMatch(/ points to a page that does not exist\. Hint: .*start/);
  expect(readFileSync(join(out, '_docsgen/preview.html'), 'utf8')).toContain('<h1>Changes compared with main</h1>');
  expect((await run(...markdown)).stdout).not.toContain('Show the differences');
});

test('text of authors is inert in Markdown', () => {
  const evil = '`code` | [x](javascript:1) ![i](//e.example/p) <img src=x> @admin #12 \u202e https://e.example';
  const change = { change: 'changed', url: '/a`b|c', title: evil, isPublic: true, ...compareText('a', 'b') } as const;
  const problem = {
    code: 'links/broken',
    severity: 'warning',
    message: `"${evil}"\n::error::x`,
    location: { file: 'a`|b.mdx', line: 3, column: 1 },
  } as const;
  const preview = { commit: 'a'.repeat(40), isNew: false, pages: 1, changes: [change], findings: { added: [problem], fixed: [] } };
  const text = formatPreview(preview, 'markdown', { base: 'ma`in', url: 'https://preview.example/', prefix: 'docs/' });
  expect(text).toContain('compared with ``ma`in`` (aaaaaaa).');
  expect(text).toContain('](<https://preview.example/a%60b%7Cc>) | ``/a`b\\|c`` | changed | +1 −1 | +1 −1 |');
  expect(text).toContain('- ``docs/a`\\|b.mdx:3`` warning `links/broken` ');
  const rest = text.replace(/`{1,2}[^\n]*?`{1,2}(?= |$)/gm, '').replace(/^\| --- .*$/m, '');
  expect(rest).not.toMatch(/(?<!\\)(?:<img|!\[|\[x|@|#1)|@\w|#\d|\u202e|^::/m);
});
