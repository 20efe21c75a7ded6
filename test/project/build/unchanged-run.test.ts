/** A build or a check of a project in which nothing has changed is answered from the last one; any change is noticed. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { docsJson, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let folder: string;
const path = (...parts: string[]) => join(folder, 'project', ...parts);
const out = (...parts: string[]) => join(folder, 'dist', ...parts);

beforeEach(async () => {
  folder = temporaryFolder('unchanged');
  writeProject(path(), {
    'docs.json': docsJson({ groups: [{ group: 'All', pages: ['index', 'a', 'missing', 'drafts/b'] }] }),
    'index.mdx': '---\ntitle: Home\n---\n\nA [link](/nowhere) and ![a picture](/a.png).\n',
    'a.mdx': '---\ntitle: A\n---\n\nOne.\n',
    'drafts/b.mdx': '---\ntitle: B\n---\n\nTwo.\n',
    'a.png': 'no picture',
    '.mintignore': 'drafts\n',
  });
  git('init', '-q');
  git('add', '.');
  commit('first', '2026-01-01T00:00:00Z');
  await settle();
});
afterEach(() => removeFolder(folder));

/** Until the times of files are old enough to be relied on. */
const settle = () => sleep(250);

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], { cwd: path(), stdio: 'pipe' });
}

function commit(message: string, date: string): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '-q', '--allow-empty', '-m', message], {
    cwd: path(),
    env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
  });
}

type Options = Partial<Parameters<typeof buildSite>[0]>;
const build = (options: Options = {}) => buildSite({ dir: path(), outDir: out(), ...options });

test('a build should answer from the last one, with the same diagnostics and without touching the site', async () => {
  const first = await build();
  const { ino } = statSync(out());
  const second = await build();
  expect(first).toMatchObject({ status: 'built', summary: { pages: 2 } });
  expect(first.summary?.isUpToDate).toBeUndefined();
  expect(second).toMatchObject({ status: 'built', summary: { isUpToDate: true, pages: 2, files: first.summary?.files, fromCache: 2 } });
  expect(second.diagnostics).toEqual(first.diagnostics);
  expect(first.diagnostics.filter(({ code }) => code === 'config/page-missing').map(({ message }) => message)).toEqual([
    expect.stringContaining('"missing" not found'),
    expect.stringContaining('.mintignore'),
  ]);
  expect(statSync(out()).ino).toBe(ino);
  expect(hashFiles(out())).toEqual(hashFiles(await cleanBuild()));
});

/** The same project, built without a cache. */
async function cleanBuild(): Promise<string> {
  const clean = join(folder, 'clean');
  await buildSite({ dir: path(), outDir: clean, useCache: false, allowErrors: true });
  return clean;
}

const sameSize = (file: string, from: string, to: string) => writeFileSync(path(file), readFileSync(path(file), 'utf8').replace(from, to));

/** Puts the old times back: programs can set these, but not the time of the last change of the inode. */
function keepTimes(file: string, change: () => void): void {
  const { atime, mtime } = statSync(file);
  change();
  utimesSync(file, atime, mtime);
}

const changes: readonly (readonly [name: string, change: () => void, options?: Options])[] = [
  ['a page', () => sameSize('a.mdx', 'One', 'Six')],
  ['a page, with its old times', () => keepTimes(path('a.mdx'), () => sameSize('a.mdx', 'One', 'Six'))],
  ['a picture', () => appendFileSync(path('a.png'), '!')],
  ['docs.json', () => sameSize('docs.json', '"All"', '"Any"')],
  ['a new page', () => writeFileSync(path('c.mdx'), 'Three.')],
  ['a page that was missing', () => writeFileSync(path('missing.mdx'), 'Four.')],
  ['a removed page', () => rmSync(path('a.mdx'))],
  ['a renamed page', () => renameSync(path('a.mdx'), path('z.mdx'))],
  ['an ignored page that was removed', () => rmSync(path('drafts/b.mdx'))],
  ['the rule that ignores a page', () => writeFileSync(path('.mintignore'), '# none\n\ndrafts\n')],
  ['a broken link to a file', () => symlinkSync('nowhere', path('linked.mdx'))],
  ['the history', () => commit('second', '2026-02-02T00:00:00Z')],
  ['the base path', () => {}, { base: '/docs' }],
  ['strictness', () => {}, { isStrict: true }],
  ['compression', () => {}, { compress: true }],
  ['another output folder', () => {}, { outDir: 'other' }],
  ['no cache', () => {}, { useCache: false }],
  ['a built page', () => appendFileSync(out('a/index.html'), '<!-- -->')],
  ['a built page that was removed', () => rmSync(out('a/index.html'))],
  ['the built site', () => rmSync(out(), { recursive: true })],
  ['a file among those of the site', () => writeFileSync(out('a', 'note.txt'), '')],
  ['an interrupted build', () => mkdirSync(join(folder, '.dist.docsgen-staging'))],
];

test.each(changes)('a build should notice %s', async (_name, change, options = {}) => {
  await build();
  expect((await build()).summary?.isUpToDate).toBe(true);
  change();
  await settle();
  const { outDir, ...others } = options;
  const third = await build({ ...others, ...(outDir && { outDir: join(folder, outDir) }) });
  expect(third.summary?.isUpToDate).toBeUndefined();
});

test('a build should read files again that were written just before', async () => {
  await build();
  writeFileSync(path('c.mdx'), 'Three.');
  await build();
  expect((await build()).summary?.isUpToDate).toBeUndefined();
  await settle();
  await build();
  expect((await build()).summary?.isUpToDate).toBe(true);
});

describe('a check', () => {
  const stagesOf = async (options: Partial<Parameters<typeof checkProject>[0]> = {}) => {
    const stages = new Set<string>();
    const { diagnostics, pages } = await checkProject({ dir: path(), onProgress: ({ stage }) => stages.add(stage), ...options });
    return { stages: [...stages], diagnostics, pages };
  };

  test('should answer from the last one, whatever is to be reported of it', async () => {
    const first = await stagesOf();
    const second = await stagesOf();
    const links = await stagesOf({ only: ['links'] });
    expect(first.stages).toEqual(['load', 'compile']);
    expect(second).toEqual({ ...first, stages: ['load'] });
    expect(links.stages).toEqual(['load']);
    expect(links.diagnostics).toEqual(first.diagnostics.filter(({ code }) => code.startsWith('links/')));
    expect(links.diagnostics.length).toBeGreaterThan(0);
  });

  test.each(changes.slice(0, 12))('should notice %s', async (_name, change) => {
    await stagesOf();
    change();
    await settle();
    expect((await stagesOf()).stages).toContain('compile');
  });
});
