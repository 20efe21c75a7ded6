import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repository, runCli } from '../harness/cli.ts';
import { docsJson, hashTree, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import { runWarm } from '../harness/warm-cli.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('cli');
});
afterEach(() => removeFolder(folder));

const run = (...args: string[]) => runWarm(args, { cwd: folder });
/** In a process of its own, started as a person starts it. */
const start = (...args: string[]) => runCli(args, { cwd: folder });
const site = (pages: Record<string, string>, rest = {}) =>
  writeProject(folder, {
    'docs.json': docsJson({ pages: Object.keys(pages).map((file) => file.replace('.mdx', '')) }, rest),
    ...pages,
  });

const withAddress = { seo: { metatags: { canonical: 'https://docs.example.com' } } };

/** Codes of the diagnostics that were printed. */
const codesOf = (stderr: string) => [...stderr.matchAll(/^\S+ (?:error|warning|notice) (\S+)/gm)].map(([, code]) => code);

describe('the command line', () => {
  test('should say its version and nothing else', async () => {
    const { exit, stdout, stderr } = await start('--version');
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([['-v'], ['-V'], ['-v', 'build'], ['-V', 'build']])('should say its version by %s %s, too', async (...args) => {
    const { exit, stdout, stderr } = await start(...args);
    expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: (await start('--version')).stdout, stderr: '' });
  });

  test.each([
    [['--help'], /Commands:\n\s+build .*\n(?:.*\n)*\s+new /],
    [['help'], /Commands:\n\s+build .*\n(?:.*\n)*\s+help \[command\.\.\.\] /],
    [['help', 'build'], /--allow-errors/],
    [['build', '--help'], /Usage: docsgen build/],
    [['help', 'serve', 'keys', 'create'], /Usage: docsgen serve keys create/],
    [['build', '--help'], /--base <path> .*\n\s+--strict/],
  ])('should help: %s', async (args, expected) => {
    const { exit, stdout, stderr } = await run(...args);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(expected);
  });

  test.each([
    [['buidl'], /unknown command 'buidl'\n\(Did you mean build\?\)/],
    [['help', 'biuld'], /unknown command 'biuld'\n\(Did you mean build\?\)/],
    [['help', 'serve', 'kyes'], /unknown command 'kyes'\n\(see docsgen serve --help\)/],
    [['broken-links'], /unknown command 'broken-links'\n\(Did you mean check\?\)\n\(see docsgen --help\)/],
    [['help', 'init'], /\(Did you mean new\?\)/],
    [['serve', 'projects', 'create'], /unknown command 'create'\n\(see docsgen serve projects --help\)/],
    [['help', 'serve', 'keys', 'init'], /unknown command 'init'\n\(see docsgen serve keys --help\)/],
    [['agent', 'x', '--minutes', 'soon'], /It must be a number of minutes/],
    [['build', '--strct'], /unknown option '--strct'\n\(Did you mean --strict\?\)\n\(see docsgen build --help\)/],
    [['build', '--format', 'xml'], /Allowed choices are pretty, json, sarif, github/],
    [['build', '--base', 'https://x.dev/'], /It must be a path such as \/docs/],
    [['build', '--redirects', 'apache'], /Known hosts are vercel and nginx/],
    [['build', 'a', 'b'], /too many arguments/],
    [[], /Usage: docsgen/],
  ])('should refuse %j', async (args, expected) => {
    const { exit, stdout, stderr } = await run(...args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(expected);
  });

  test('should say in one line that Node is too old', () => {
    const script = readFileSync(join(repository, 'bin/docsgen.js'), 'utf8').replaceAll('process.versions.node', "'18.0.0'");
    writeFileSync(join(folder, 'old.mjs'), script);
    expect(() => execFileSync(process.execPath, [join(folder, 'old.mjs'), 'build'], { stdio: 'pipe' })).toThrow(
      expect.objectContaining({ status: 2, stderr: expect.objectContaining({}) }),
    );
  });
});

describe('docsgen build', () => {
  test('should build, and say nothing on stderr when all is well', async () => {
    site({ 'index.mdx': '---\ntitle: Hello\n---\n\nHi **there**.\n', 'a/b.mdx': '# B\n' }, withAddress);
    const { exit, stdout, stderr } = await start('build', '--out', 'site');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(
      /^reading\ncompiling 2 pages\nrendering 2 pages\nBuilt 2 pages in .* into site: \d+ files, .*\n {2}load .*compile .*render .*write .*\n$/,
    );
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toContain('<strong>there</strong>');
    expect(readdirSync(folder).sort()).toEqual(['.docsgen', 'a', 'docs.json', 'index.mdx', 'site']);
  });

  test.each([
    ['a good site', 'Hi', 0],
    ['a bad one', '<Tip>', 1],
  ])('should go on building %s when nobody reads its words', async (_, text, exit) => {
    site({ 'index.mdx': text });
    const outcome = await runCli(['build'], { cwd: folder, closed: ['stdout', 'stderr'] });
    expect(outcome).toMatchObject({ exit, signal: null });
    expect(readdirSync(folder).sort()).toEqual(['.docsgen', ...(exit === 0 ? ['dist'] : []), 'docs.json', 'index.mdx']);
  });

  test('should count one page as one', async () => {
    site({ 'index.mdx': 'Hi' });
    expect((await run('build')).stdout).toMatch(/^reading\ncompiling 1 page\nrendering 1 page\nBuilt 1 page in /);
    // With other options, because the same build again could be up to date.
    expect((await run('build', '--strict')).stdout).toContain('; 1 page from the cache\n');
  });

  test('should name files as seen from the working folder', async () => {
    writeProject(join(folder, 'docs'), { 'index.md': '# Hello\n\n[a](/none)\n' });
    const { stderr } = await run('check', 'docs');
    expect(stderr).toContain('docs/index.md:3:1 warning links/broken');
    // The notice about docs.json is not at a file that does not exist.
    expect((await start('build', 'docs')).stderr).toMatch(/^notice site\/address/m);
  });

  test('should be quiet when asked', async () => {
    site({ 'index.mdx': 'Hi' });
    expect(await run('build', '-q')).toMatchObject({ exit: 0, stdout: '', stderr: '' });
  });

  test.each([
    ['json', (text: string) => JSON.parse(text).map((found: { code: string }) => found.code)],
    ['sarif', (text: string) => JSON.parse(text).runs[0].results.map((found: { ruleId: string }) => found.ruleId)],
    ['github', (text: string) => [...text.matchAll(/^::warning file=docs\.json,.*title=(.*?)::/gm)].map((match) => match[1])],
  ])('should speak %s', async (format, read) => {
    site({ 'index.mdx': 'Hi' }, { navgation: 1, ...withAddress });
    const { exit, stdout, stderr } = await run('build', '--format', format);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(read(stdout)).toEqual(['config/unknown-key']);
  });

  test('should fail on warnings with --strict, and keep the old site', async () => {
    site({ 'index.mdx': 'Hi' });
    await run('build');
    const before = hashTree(join(folder, 'dist'));
    site({ 'index.mdx': 'Ho' }, { navgation: 1 });
    const { exit, stdout, stderr } = await start('build', '--strict');
    expect(exit).toBe(1);
    expect(stdout).toMatch(/\nNothing was written: 1 warning, which --strict counts as errors\n$/);
    expect(stderr).toMatch(/^docs\.json:\d+:\d+ warning config\/unknown-key/);
    expect(hashTree(join(folder, 'dist'))).toBe(before);
  });

  test('should write pages with errors only when they are allowed', async () => {
    site({ 'index.mdx': 'Fine', 'bad.mdx': '---\ntitle: Bad\n---\n\n<Card title="x">\n\nnever closed\n' });
    const refused = await run('build');
    expect(refused.exit).toBe(1);
    expect(refused.stderr).toMatch(/^bad\.mdx:\d+:\d+ error mdx\//);
    expect(readdirSync(folder)).not.toContain('dist');
    const allowed = await run('build', '--allow-errors');
    expect(allowed.exit).toBe(0);
    expect(readFileSync(join(folder, 'dist/bad/index.html'), 'utf8')).toContain('This page could not be built completely');
  });

  test('should name the missing folder', async () => {
    const { exit, stderr } = await start('build', 'nowhere');
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^error cli\/project the folder nowhere does not exist\n/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('should name a folder outside the working folder by its whole path', async () => {
    expect((await run('build', '/no/such/folder')).stderr).toMatch(/^error cli\/project the folder \/no\/such\/folder does not exist\n/);
  });

  test('should ask for the folder when docs.json itself is named', async () => {
    writeProject(folder, { 'docs/docs.json': '{}' });
    const { exit, stderr } = await run('build', 'docs/docs.json');
    expect(exit).toBe(2);
    expect(stderr).toBe('error cli/project docs/docs.json is a file, not a folder\n  hint: specify its folder: docsgen build docs\n');
  });
});

describe('docsgen dev', () => {
  test('should say that an address is not of this computer', async () => {
    site({ 'index.mdx': 'Hi' });
    // TEST-NET-1 (RFC 5737): no computer has it.
    const { exit, stderr } = await run('dev', '--host', '192.0.2.1', '--no-open');
    expect(exit).toBe(3);
    expect(stderr).toContain('error dev/cannot-listen cannot listen on 192.0.2.1: EADDRNOTAVAIL');
  });
});

describe('docsgen serve', () => {
  test('should name the folder of the site when that of the project is asked for', async () => {
    site({ 'index.mdx': 'Hi' });
    expect((await run('serve', '.')).stderr).not.toContain('hint:');
    await run('build', '--out', 'dist');
    const { exit, stderr } = await run('serve', '.');
    expect(exit).toBe(3);
    expect(stderr).toMatch(/^error there is no built site in .*; run docsgen build\n {2}hint: docsgen serve dist\n$/);
  });
});

describe('docsgen export', () => {
  test('should make a site whose scripts run from a disk', async () => {
    site({ 'index.mdx': 'Hi' });
    expect(await start('export', '-q', '--out', 'disk')).toMatchObject({ exit: 0, stdout: '', stderr: '' });
    const main = readFileSync(join(folder, 'disk/index.html'), 'utf8').match(/_docsgen\/main\.[^"]+\.js/)?.[0] ?? 'none';
    expect(readFileSync(join(folder, 'disk', main), 'utf8')).toContain(`docsgenOffline.define("${main}",`);
  });
});

describe('docsgen new', () => {
  test('should create a site that builds without a problem', async () => {
    expect(await run('new', 'docs')).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Created \d+ files in docs\. Next: cd docs && npx docsgen dev\n$/),
    });
    const { exit, stderr } = await run('build', 'docs', '--strict');
    expect({ exit, codes: codesOf(stderr) }).toEqual({ exit: 0, codes: ['site/address'] });
  });

  test('should refuse a folder with files', async () => {
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs/mine.txt'), 'x');
    expect(await run('new', 'docs')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error cli\/not-empty docs is not empty\n/),
    });
    expect(readdirSync(join(folder, 'docs'))).toEqual(['mine.txt']);
  });
});

describe('docsgen migrate', () => {
  const mint = {
    name: 'Old',
    colors: { primary: '#16a34a' },
    navigation: [{ group: 'Start', pages: ['index'] }],
    feedback: { thumbsRating: true },
  };

  test('should write docs.json beside mint.json', async () => {
    writeProject(folder, { 'mint.json': JSON.stringify(mint), 'index.mdx': 'Hi' });
    const { exit, stdout, stderr } = await run('migrate');
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'Wrote docs.json; mint.json is kept and no longer read\n' });
    expect(stderr).toMatch(/warning config\/migrate-left-out docs\.json has no equivalent of .*feedback/);
    expect(JSON.parse(readFileSync(join(folder, 'docs.json'), 'utf8'))).toMatchObject({
      theme: 'mint',
      name: 'Old',
      navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
    });
    expect(readFileSync(join(folder, 'mint.json'), 'utf8')).toBe(JSON.stringify(mint));
    const built = await run('build');
    expect({ exit: built.exit, codes: codesOf(built.stderr) }).toEqual({ exit: 0, codes: ['site/address'] });
  });

  test.each([
    ['over a docs.json', { 'mint.json': '{}', 'docs.json': '{}' }, 2, /cli\/migrated/],
    ['without a mint.json', {}, 2, /cli\/no-mint-json/],
    ['a broken mint.json', { 'mint.json': '{' }, 1, /^mint\.json:1:\d+ error config\/json/],
  ])('should not write %s', async (_, files, exit, words) => {
    writeProject(folder, files as Record<string, string>);
    const before = hashTree(folder);
    const outcome = await run('migrate');
    expect(outcome.exit).toBe(exit);
    expect(outcome.stderr).toMatch(words);
    expect(hashTree(folder)).toBe(before);
  });
});
