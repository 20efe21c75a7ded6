/** The folder with the pages for signed-in readers: nothing outside of it is written or removed, whatever came with the project. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPrivatePart } from '../../../../src/platform/files/output/private-part.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../../harness/project.ts';

let root: string;
let out: string;
let outside: string;
beforeEach(() => {
  root = temporaryFolder('private-part');
  out = join(root, 'project/site');
  outside = join(root, 'outside');
  writeProject(outside, { 'files/thesis.txt': 'mine', 'notes.txt': 'mine', 'config.txt': 'mine' });
  mkdirSync(join(root, 'project'));
});
afterEach(() => removeFolder(root));

const build = '0123456789abcdef0123456789abcdef';

async function write(text = 'secret page') {
  const part = openPrivatePart(out, () => undefined);
  const digest = await part.write({ path: 'a/index.html', data: text });
  const isThere = part.commit({ docsgen: 1, build, auth: {} as never, audiences: [] });
  if (isThere) part.tidy(build);
  return { digest, isThere, found: part.diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

const mine = () => ['files/thesis.txt', 'notes.txt', 'config.txt'].map((path) => readFileSync(join(outside, path), 'utf8'));

test.each([
  ['the folder', 'site.private', '../outside'],
  ['its folder of files', 'site.private/files', '../../outside/files'],
])('a link in the place of %s is refused', async (_name, path, target) => {
  mkdirSync(join(root, 'project', path, '..'), { recursive: true });
  symlinkSync(target, join(root, 'project', path));
  const { digest, isThere, found } = await write();
  expect([digest, isThere, found.length, found[0]]).toEqual([
    undefined,
    false,
    1,
    expect.stringMatching(/^cli\/outdir .* is a symlink; docsgen wrote nothing$/),
  ]);
  expect(mine()).toEqual(['mine', 'mine', 'mine']);
  expect(readdirSync(join(outside, 'files'))).toEqual(['thesis.txt']);
});

test('links in the place of its files are replaced, and files of others stay', async () => {
  const folder = join(root, 'project/site.private');
  const digest = hash('sha256', 'secret page');
  writeProject(folder, { 'files/report.txt': 'mine', [`files/${'0'.repeat(64)}`]: 'old' });
  for (const name of [`files/${digest}.part`, `${build}.json.part`, '.docsgen-manifest.json', '.docsgen-manifest.json.part'])
    symlinkSync(join(outside, 'config.txt'), join(folder, name));
  const { isThere, found } = await write();
  expect([isThere, found]).toEqual([true, []]);
  expect(mine()).toEqual(['mine', 'mine', 'mine']);
  // The page has no audience here, so it is removed as well.
  expect(readdirSync(join(folder, 'files'))).toEqual(['report.txt']);
  expect(existsSync(join(folder, `${build}.json`))).toBe(true);
});

test('a link to a file of the same size is not taken for a file that is there', async () => {
  const digest = hash('sha256', 'secret page');
  writeFileSync(join(outside, 'same-size.txt'), 'other pages');
  mkdirSync(join(root, 'project/site.private/files'), { recursive: true });
  symlinkSync(join(outside, 'same-size.txt'), join(root, 'project/site.private/files', digest));
  await openPrivatePart(out, () => undefined).write({ path: 'a/index.html', data: 'secret page' });
  expect(readFileSync(join(root, 'project/site.private/files', digest), 'utf8')).toBe('secret page');
});
