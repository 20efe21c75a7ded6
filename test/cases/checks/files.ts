/** Checks of the area `fs`: killed builds, full disks, growth. The slow suite repeats some of them more often. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliOptions, type CliOutcome, runCli } from '../../harness/cli.ts';
import { docsJson, type Files, hashTree, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import type { CaseExpectation } from '../format/expectation.ts';
import { judge } from '../judge.ts';
import type { Check } from './check.ts';
import { largeSite } from './large-site.ts';

const small: Files = { 'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n', 'docs.json': docsJson({ pages: ['index'] }) };
const usual = ['build', '--out', '../site'];

interface Scene {
  readonly folder: string;
  readonly project: string;
  /** Where the usual arguments build to. */
  readonly out: string;
  run(args?: readonly string[], options?: Partial<CliOptions>): Promise<CliOutcome>;
}

/** Plays on a project of `files`; what the last command did is judged as in every other case. */
function inScene(
  files: Files,
  expect: CaseExpectation,
  play: (scene: Scene) => Promise<{ readonly outcome: CliOutcome; readonly before?: string; readonly failures?: readonly string[] }>,
): Check {
  return async () => {
    const folder = temporaryFolder('case');
    const [project, out] = [join(folder, 'work/project'), join(folder, 'work/site')];
    try {
      writeProject(project, files);
      const run: Scene['run'] = (args = usual, options = {}) => runCli(args, { cwd: project, ...options });
      const { outcome, before = 'absent', failures = [] } = await play({ folder, project, out, run });
      const { exit, signal, stdout, stderr, ms, timedOut, peakMiB } = outcome;
      const command = { exit, signal, stdout, output: `${stdout}\n${stderr}`, seconds: ms / 1000, timedOut, megabytes: peakMiB };
      const secrets = [{ text: folder, name: 'an absolute path' }];
      return [...failures, ...judge(expect, { outcome: command, out, before, secrets, answers: [] })];
    } finally {
      removeFolder(folder);
    }
  };
}

/** A few kills; test/slow/kill-loop.test.ts has the 200. */
const killedBuilds = inScene(largeSite(60, 'first'), { exit: 0 }, async ({ folder, project, out, run }) => {
  const first = await run();
  if (first.exit !== 0) return { outcome: first };
  const before = hashTree(out);
  writeProject(project, largeSite(60, 'second'));
  const full = await run(['build', '--out', '../other']);
  const after = hashTree(join(folder, 'work/other'));
  const failures: string[] = [];
  for (let round = 0; round < 5; round++) {
    await run(usual, { kill: { signal: 'SIGKILL', afterMs: Math.round((full.ms * (round + 1)) / 6) } });
    const now = hashTree(out);
    if (now !== before && now !== after) failures.push(`round ${round}: the output is neither the one site nor the other`);
  }
  const outcome = await run();
  if (hashTree(out) !== after) failures.push('the next build does not complete the site');
  return { outcome, failures };
});

/** The output is on a disk of 1 MiB, the site needs 10. */
const fullDisk =
  (hasEarlierSite: boolean): Check =>
  async (given) => {
    let skipped: string | undefined;
    const found = await inScene(
      { ...small, 'images/large.png': Buffer.alloc(10 * 1024 * 1024, 7) },
      { exit: 3, codes: ['io/no-space'], says: ['no space left'] },
      async ({ folder, run }) => {
        const disk = join(folder, 'disk');
        const site = join(disk, 'site');
        mkdirSync(disk);
        if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status !== 0) {
          skipped = 'no small disk can be mounted here';
          return { outcome: await run(['--version']) };
        }
        const failures: string[] = [];
        try {
          if (hasEarlierSite) {
            const tiny = join(folder, 'tiny');
            writeProject(tiny, small);
            await run(['build', '--out', '../earlier'], { cwd: tiny });
            const fits = (path: string) => !path.includes('assets') && !path.includes('_docsgen');
            cpSync(join(folder, 'earlier'), site, { recursive: true, filter: fits });
          }
          const earlier = hashTree(site);
          const outcome = await run(['build', '--out', '../../disk/site']);
          if (hashTree(site) !== earlier) failures.push('the earlier site was changed');
          const left = readdirSync(disk).filter((name) => name !== 'site');
          if (left.length > 0) failures.push(`left behind: ${left.join(', ')}`);
          return { outcome, failures };
        } finally {
          spawnSync('umount', [disk]);
        }
      },
    )(given);
    return skipped === undefined ? found : { skipped };
  };

/** Takes a page away at the first moment that another one is opened: after the listing, before its reading. */
const vanishedPage = inScene(
  { ...small, 'docs.json': docsJson({ pages: ['index', 'page'] }), 'page.mdx': 'Text\n' },
  { exit: 1, codes: ['io/vanished'], says: ['page\\.mdx disappeared'], output: 'unchanged' },
  async ({ folder, project, out, run }) => {
    writeProject(join(folder, 'work/small'), small);
    await run(['build', '../small', '--out', '../site']);
    const before = hashTree(out);
    const hook = join(folder, 'vanish.cjs');
    writeFileSync(
      hook,
      `const fs = require('node:fs');
      for (const name of ['openSync', 'readFileSync']) {
        const real = fs[name];
        fs[name] = (path, ...rest) => {
          if (String(path).endsWith('index.mdx')) fs.rmSync(${JSON.stringify(join(project, 'page.mdx'))}, { force: true });
          return real(path, ...rest);
        };
      }
      require('node:module').syncBuiltinESMExports();`,
    );
    return { before, outcome: await run(['build', '--no-cache', '--out', '../site'], { env: { NODE_OPTIONS: `--require ${hook}` } }) };
  },
);

/** Five times the pages take at most six times the work: by the time of the cores, which nobody else can stretch. */
const linearGrowth: Check = (given) => {
  const filesOf = (count: number): Files => {
    const names = Array.from({ length: count }, (_, number) => `s${Math.floor(number / 500)}/p${number}`);
    const groups = Map.groupBy(names, (name) => name.slice(0, name.indexOf('/')));
    return {
      'docs.json': docsJson({ groups: [...groups].map(([group, pages]) => ({ group, pages })) }),
      ...Object.fromEntries(names.map((name) => [`${name}.mdx`, 'One paragraph of words.\n'])),
    };
  };
  return inScene(filesOf(10_000), { exit: 0, megabytes: 2147 }, async ({ folder, run }) => {
    const few = await run(['build', '--no-cache', '--out', '../site'], { timeoutMs: 600_000 });
    if (few.exit !== 0) return { outcome: few };
    const large = join(folder, 'large');
    writeProject(large, filesOf(50_000));
    const outcome = await run(['build', '--no-cache', '--out', '../large-site'], { cwd: large, timeoutMs: 1_200_000 });
    const factor = outcome.cpuMs / few.cpuMs;
    return { outcome, failures: factor <= Number(given.factor) ? [] : [`five times the pages take ${factor.toFixed(1)} times the work`] };
  })(given);
};

export const fileChecks: readonly (readonly [string, Check])[] = [
  ['killed-builds', killedBuilds],
  ['full-disk', fullDisk(true)],
  ['full-disk-without-site', fullDisk(false)],
  ['vanished-page', vanishedPage],
  ['linear-growth', linearGrowth],
];
