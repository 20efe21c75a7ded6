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
  expect(first.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['config/page-missing', 'config/page-ignored']));
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

interface Change {
  readonly name: string;
  readonly change: () => void;
  /** Of the build after the change. */
  readonly options?: Options;
}

const changes: readonly Change[] = [
  { name: 'a page', change: () => sameSize('a.mdx', 'One', 'Six') },
  { name: 'a page, with its old times', change: () => keepTimes(path('a.mdx'), () => sameSize('a.mdx', 'One', 'Six')) },
  { name: 'a picture', change: () => appendFileSync(path('a.png'), '!') },
  { name: 'docs.json', change: () => sameSize('docs.json', '"All"', '"Any"') },
  { name: 'a new page', change: () => writeFileSync(path('c.mdx'), 'Three.') },
  { name: 'a page that was missing', change: () => writeFileSync(path('missing.mdx'), 'Four.') },
  { name: 'a removed page', change: () => rmSync(path('a.mdx')) },
  { name: 'a renamed page', change: () => renameSync(path('a.mdx'), path('z.mdx')) },
  { name: 'an ignored page that was removed', change: () => rmSync(path('drafts/b.mdx')) },
  { name: 'the rule that ignores a page', change: () => writeFileSync(path('.mintignore'), '# none\n\ndrafts\n') },
  { name: 'a broken link to a file', change: () => symlinkSync('nowhere', path('linked.mdx')) },
  { name: 'the history', change: () => commit('second', '2026-02-02T00:00:00Z') },
  { name: 'the base path', change: () => {}, options: { base: '/docs' } },
  { name: 'strictness', change: () => {}, options: { isStrict: true } },
  { name: 'compression', change: () => {}, options: { compress: true } },
  { name: 'another output folder', change: () => {}, options: { outDir: 'other' } },
  { name: 'no cache', change: () => {}, options: { useCache: false } },
  { name: 'a built page', change: () => appendFileSync(out('a/index.html'), '<!-- -->') },
  { name: 'a built page that was removed', change: () => rmSync(out('a/index.html')) },
  { name: 'the built site', change: () => rmSync(out(), { recursive: true }) },
  { name: 'a file among those of the site', change: () => writeFileSync(out('a', 'note.txt'), '') },
  { name: 'an interrupted build', change: () => mkdirSync(join(folder, '.dist.docsgen-staging')) },
];

test.each(changes)('a build should notice $name', async ({ change, options = {} }) => {
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

  test.each(changes.slice(0, 12))('should notice $name', async ({ change }) => {
    await stagesOf();
    change();
    await settle();
    expect((await stagesOf()).stages).toContain('compile');
  });
});
