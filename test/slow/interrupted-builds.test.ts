/** Builds that are killed at any moment: the output is the old site or the new one, never a mixture, never nothing. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository, runCli } from '../harness/cli.ts';
import { docsJson, hashTree, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

// `kill-loop.test.ts` has the many rounds; here pages change under the killed build.
const rounds = Number(process.env.KILL_ROUNDS ?? 40);
const pageCount = 200;

const folder = temporaryFolder('killed');
const project = join(folder, 'project');
const out = join(folder, 'out');
const args = ['build', project, '--out', out];

beforeAll(() => {
  const pages = Array.from({ length: pageCount }, (_, number) => `page-${number}`);
  writeProject(project, { 'docs.json': docsJson({ pages }) });
});
afterAll(() => removeFolder(folder));

function writePages(edition: string): void {
  for (let number = 0; number < pageCount; number++) {
    writeFileSync(
      join(project, `page-${number}.mdx`),
      `---\ntitle: Page ${number}\n---\n\nEdition ${edition} of *page* ${number}.\n\n<Note>${edition}</Note>\n`,
    );
  }
}

/** Which edition all pages of a site are of. */
function editionOf(dir: string): string {
  if (!existsSync(dir)) return 'missing';
  const texts = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^page-/.test(entry.parentPath.split('/').at(-1) ?? ''))
    .map((entry) => /Edition (\w+) of/.exec(readFileSync(join(entry.parentPath, entry.name), 'utf8'))?.[1]);
  const editions = [...new Set(texts)];
  return texts.length === pageCount && editions.length === 1 ? String(editions[0]) : `mixed: ${texts.length} pages of ${editions}`;
}

test(`should leave one whole site after each of ${rounds} kills`, { timeout: rounds * 10_000 }, async () => {
  writePages('A');
  const first = await runCli(args, { cwd: folder });
  expect(first.exit, first.stderr).toBe(0);
  writePages('B');
  const full = await runCli(args, { cwd: folder });
  expect(editionOf(out)).toBe('B');

  let edition = 'B';
  let seen = 0;
  // How long a whole build takes here and now: kills are to fall into it, however busy the machine is.
  let wholeMs = full.ms;
  const problems: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const next = edition === 'B' ? 'A' : 'B';
    writePages(next);
    const killed = await runCli(args, { cwd: folder, kill: { signal: 'SIGKILL', afterMs: Math.random() * wholeMs * 1.05 } });
    if (killed.signal === 'SIGKILL') seen += 1;
    else wholeMs = killed.ms;
    let found = editionOf(out);
    // Between the two renames the old site stands beside; the next run puts one in place before anything else.
    if (found === 'missing') found = editionOf(join(folder, '.out.docsgen-previous')) === edition ? edition : 'missing';
    if (found !== edition && found !== next) problems.push(`round ${round}: ${found}`);
    edition = found === next ? next : edition;
  }
  expect(problems).toEqual([]);
  expect(seen).toBeGreaterThan(0);

  writePages('C');
  const last = await runCli(args, { cwd: folder });
  expect(last.exit, last.stderr).toBe(0);
  expect(editionOf(out)).toBe('C');
  expect(readdirSync(folder).sort()).toEqual(['out', 'project']);
});

test.each(['compiling', 'rendering'])('should keep the old site and clear up when it is interrupted while %s', async (stage) => {
  writePages('D');
  const before = hashTree(out);
  const child = spawn(process.execPath, [join(repository, 'bin/docsgen.js'), ...args, '--no-cache'], { env: { ...process.env, CI: '1' } });
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  child.stdout.on('data', (text) => String(text).includes(stage) && child.kill('SIGINT'));
  const exit = await new Promise((resolve) => child.on('close', resolve));
  expect({ exit, stderr }).toEqual({ exit: 130, stderr: 'interrupted; previous site kept\n' });
  expect(hashTree(out)).toBe(before);
  expect(readdirSync(folder).sort()).toEqual(['out', 'project']);
});

test('should let one of two builds through', async () => {
  writePages('E');
  const outcomes = await Promise.all([runCli(args, { cwd: folder }), runCli(args, { cwd: folder })]);
  const exits = outcomes.map((outcome) => outcome.exit).sort();
  expect([
    [0, 0],
    [0, 3],
  ]).toContainEqual(exits);
  expect(editionOf(out)).toBe('E');
  for (const { exit, stderr } of outcomes)
    if (exit === 3) expect(stderr).toMatch(/^error io\/locked another docsgen process \(\d+\) is building into /);
});

test('should put the old site back when only its second rename is missing', async () => {
  renameSync(out, join(folder, '.out.docsgen-previous'));
  writeFileSync(join(project, 'docs.json'), '{');
  const { exit } = await runCli(args, { cwd: folder });
  expect(exit).toBe(1);
  expect(editionOf(out)).toBe('E');
});
