/** `kill -9` at 200 moments of a build: at every moment the output is one of two whole sites, never a mixture, never gone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { largeSite } from '../cases/recipes/large-site.ts';
import { runCli } from '../harness/cli.ts';
import { hashTree, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const folder = temporaryFolder('kill');
afterAll(() => removeFolder(folder));

const rounds = 200;
const projects = { old: join(folder, 'old'), new: join(folder, 'new') };

/** Without cache, so that each build takes as long as the others and the moments mean the same. */
const build = (out: string): string[] => ['build', '--out', out, '--no-cache'];

async function buildTo(project: string, out: string): Promise<number> {
  const outcome = await runCli(build(out), { cwd: project });
  expect(outcome.exit, outcome.stderr).toBe(0);
  return outcome.ms;
}

test(`leaves a whole site after each of ${rounds} kills`, async () => {
  writeProject(projects.old, largeSite(40, 'old'));
  writeProject(projects.new, largeSite(40, 'new'));
  await buildTo(projects.old, join(folder, 'whole-old'));
  await buildTo(projects.new, join(folder, 'whole-new'));
  const duration = await buildTo(projects.new, join(folder, 'whole-new'));
  const whole = new Map([
    [hashTree(join(folder, 'whole-old')), 'old'],
    [hashTree(join(folder, 'whole-new')), 'new'],
  ]);
  expect(whole.size).toBe(2);

  const out = join(folder, 'site');
  await buildTo(projects.old, out);
  const seen = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const project = round % 2 === 0 ? projects.new : projects.old;
    // Moments spread evenly over the whole build, in an order that is not the order of time.
    const afterMs = (((round * 73) % rounds) / rounds) * duration;
    const outcome = await runCli(build(out), { cwd: project, kill: { signal: 'SIGKILL', afterMs } });
    // Between the two renames the old site stands beside its place; the next run puts one there before anything else.
    const place = existsSync(out) ? out : join(folder, '.site.docsgen-previous');
    const state = whole.get(hashTree(place));
    expect(
      state,
      `round ${round}, killed after ${Math.round(afterMs)} ms (${outcome.signal ?? outcome.exit}): a mixed or missing site`,
    ).toBeDefined();
    seen.set(`${state} ${outcome.signal ?? 'finished'}`, (seen.get(`${state} ${outcome.signal ?? 'finished'}`) ?? 0) + 1);
  }
  await buildTo(projects.new, out);
  expect(whole.get(hashTree(out))).toBe('new');
  console.log(`kills: ${JSON.stringify(Object.fromEntries(seen))}`);
});
