/** Recipes for the area `fs`: links, modes, foreign folders, interruptions. Slow ones are played by test/slow as well, more often. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../harness/cli.ts';
import { docsJson, type Files, hashFiles, hashTree, writeProject } from '../../harness/project.ts';
import { defaultArgs, type Recipe } from '../recipe.ts';
import type { Scene } from '../scene.ts';
import { largeSite } from './large-site.ts';

const home: Files = { 'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n' };
const small: Files = { ...home, 'docs.json': docsJson({ pages: ['index'] }) };
const nobody = 65_534;

const needsRoot = () => (process.getuid?.() === 0 ? undefined : 'needs root, to act as another user');
const link = (target: string, path: string) => (scene: Scene) => {
  mkdirSync(join(scene.project, path, '..'), { recursive: true });
  symlinkSync(target, join(scene.project, path));
  return undefined;
};
/** Lets another user write below the scene. */
function giveTo(scene: Scene, user: number): void {
  for (const folder of [scene.folder, join(scene.folder, 'work'), scene.project]) chmodSync(folder, 0o755);
  for (const entry of readdirSync(scene.project)) chownSync(join(scene.project, entry), user, user);
}

/** Runs the case with its output on a disk of 1 MiB; a word when no such disk can be made here. */
function onSmallDisk(withEarlierSite: boolean): Recipe {
  const failures: string[] = [];
  return {
    files: { ...small, 'images/large.png': Buffer.alloc(10 * 1024 * 1024, 7) },
    fresh: true,
    prepare: (scene) => {
      const disk = join(scene.folder, 'disk');
      mkdirSync(disk);
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status !== 0) return 'no small disk can be mounted here';
      return undefined;
    },
    play: async (scene) => {
      const disk = join(scene.folder, 'disk');
      const site = join(disk, 'site');
      try {
        if (withEarlierSite) {
          const tiny = join(scene.folder, 'tiny');
          writeProject(tiny, small);
          await scene.run(['build', '--out', '../earlier'], { cwd: tiny });
          cpSync(join(scene.folder, 'earlier'), site, {
            recursive: true,
            filter: (path) => !path.includes('assets') && !path.includes('_docsgen'),
          });
        }
        const earlier = hashTree(site);
        const outcome = await scene.run(['build', '--out', '../../disk/site']);
        if (hashTree(site) !== earlier) failures.push('the earlier site was changed');
        const left = readdirSync(disk).filter((name) => name !== 'site');
        if (left.length > 0) failures.push(`left behind: ${left.join(', ')}`);
        return outcome;
      } finally {
        spawnSync('umount', [disk]);
      }
    },
    check: () => failures,
  };
}

export const fileRecipes: readonly [string, () => Recipe][] = [
  [
    'fs-01',
    () => ({
      files: largeSite(60, 'first'),
      fresh: true,
      // A few kills here; test/slow/kill-loop.test.ts has the 200.
      play: async (scene) => {
        const first = await scene.run(defaultArgs);
        if (first.exit !== 0) return first;
        const before = hashTree(scene.out);
        writeProject(scene.project, largeSite(60, 'second'));
        const full = await runCli(['build', '--out', '../other'], { cwd: scene.project });
        const after = hashTree(join(scene.folder, 'work/other'));
        for (let round = 0; round < 5; round++) {
          await scene.run(defaultArgs, { kill: { signal: 'SIGKILL', afterMs: Math.round((full.ms * (round + 1)) / 6) } });
          const now = hashTree(scene.out);
          if (now !== before && now !== after) return { ...full, exit: 70, stderr: `round ${round}: a mixed site` };
        }
        return scene.run(defaultArgs);
      },
      writesProject: true,
    }),
  ],
  [
    'fs-02',
    () => ({
      files: largeSite(400),
      play: (scene) => scene.run(defaultArgs, { kill: { signal: 'SIGINT', whenSaid: 'compiling' } }),
    }),
  ],
  ['fs-03', () => onSmallDisk(true)],
  ['fs-04', () => ({ ...onSmallDisk(false) })],
  [
    'fs-05',
    () => ({
      files: small,
      fresh: true,
      prepare: (scene) => {
        const impossible = needsRoot();
        if (impossible) return impossible;
        giveTo(scene, nobody);
        mkdirSync(join(scene.folder, 'locked'), { mode: 0o555 });
        return undefined;
      },
      play: (scene) => scene.run(['build', '--no-cache', '--out', '../../locked/site'], { uid: nobody, env: { HOME: '/nonexistent' } }),
    }),
  ],
  [
    'fs-06',
    () => ({
      files: { ...small, 'docs.json': docsJson({ pages: ['index', 'page'] }), 'page.mdx': 'Text\n' },
      fresh: true,
      prepare: (scene) => {
        const impossible = needsRoot();
        if (impossible) return impossible;
        giveTo(scene, nobody);
        chmodSync(join(scene.project, 'page.mdx'), 0o000);
        chmodSync(join(scene.folder, 'work'), 0o777);
        return undefined;
      },
      play: (scene) => scene.run(['build', '--no-cache', '--out', '../site'], { uid: nobody, env: { HOME: '/nonexistent' } }),
    }),
  ],
  [
    'fs-09',
    () => ({
      files: { ...home, 'docs.json': docsJson({ pages: ['index', 'guides/a'] }), 'guides/a.mdx': '# A\n' },
      args: ['build', '--out', 'guides/dist'],
      writesProject: true,
      check: async (scene) => {
        const first = hashTree(join(scene.project, 'guides/dist'));
        const second = await scene.run(['build', '--out', 'guides/dist']);
        return second.exit === 0 && hashTree(join(scene.project, 'guides/dist')) === first ? [] : ['the second build differs'];
      },
    }),
  ],
  ['fs-11', () => ({ files: { ...small, 'photos/a.jpg': 'picture' }, args: ['build', '--out', 'photos/'] })],
  [
    'fs-12',
    () => ({
      files: small,
      args: ['build', '--out', 'dist'],
      prepare: (scene) => {
        writeProject(join(scene.folder, 'work/elsewhere'), { 'keep.txt': 'kept' });
        return link('../elsewhere', 'dist')(scene);
      },
      check: (scene) => (existsSync(join(scene.folder, 'work/elsewhere/keep.txt')) ? [] : ['a file under the target is gone']),
    }),
  ],
  ['fs-13', () => ({ files: { ...small, 'a/page.mdx': 'Text\n' }, prepare: link('../a', 'a/b') })],
  ['fs-14', () => ({ files: { 'docs.json': docsJson({ pages: ['index'] }) }, prepare: link('/etc/hostname', 'index.mdx') })],
  ['fs-15', () => ({ files: { ...small, 'index.mdx': '![x](/images/photo.png)\n' }, prepare: link('../../private', 'images') })],
  [
    'fs-16',
    () => ({
      files: { ...small, 'index.mdx': 'import A from "/snippets/a.mdx"\n\n<A/>\n', 'shared/a.mdx': 'Shared words\n' },
      prepare: link('../shared/a.mdx', 'snippets/a.mdx'),
    }),
  ],
  ['fs-18', () => ({ files: small, prepare: link('/dev/zero', 'images/zero') })],
  [
    'fs-19',
    () => {
      const hidden = ['.env', '.git/config', 'node_modules/x.png', '.ssh/id'];
      return {
        files: {
          ...small,
          ...Object.fromEntries(hidden.map((path) => [path, 'private'])),
          '.well-known/security.txt': 'Contact: mailto:a@example.org\n',
        },
        check: (scene) =>
          [...hashFiles(scene.out).keys()]
            .filter((path) => /(?:^|\/)(?:\.(?!well-known|docsgen-(?:manifest|site)\.json$|nojekyll)|node_modules)/.test(path))
            .map((path) => `${path} is published`),
      };
    },
  ],
  [
    'fs-20',
    () => ({
      files: { ...small, 'images/a.png': 'x', 'snippets/s.mdx': 'S\n' },
      fresh: true,
      check: (scene) =>
        [...hashFiles(scene.out).keys()]
          .filter((path) => /(?:^|\/)docs\.json$|\.mdx$|\.map$/.test(path))
          .map((path) => `${path} is published`),
    }),
  ],
  [
    'fs-21',
    () => ({
      files: { ...small, 'docs.json': docsJson({ pages: ['index', 'page'] }), 'page.mdx': 'Text\n' },
      writesProject: true,
      // Takes the page away at the first moment that another one is opened: after the listing, before its reading.
      play: (scene) => {
        const hook = join(scene.folder, 'vanish.cjs');
        writeFileSync(
          hook,
          `const fs = require('node:fs');
          for (const name of ['openSync', 'readFileSync']) {
            const real = fs[name];
            fs[name] = (path, ...rest) => {
              if (String(path).endsWith('index.mdx')) fs.rmSync(${JSON.stringify(join(scene.project, 'page.mdx'))}, { force: true });
              return real(path, ...rest);
            };
          }
          require('node:module').syncBuiltinESMExports();`,
        );
        return scene.run(['build', '--no-cache', '--out', '../site'], { env: { NODE_OPTIONS: `--require ${hook}` } });
      },
    }),
  ],
  [
    'fs-23',
    () => ({
      files: largeSite(300),
      play: async (scene) => {
        const first = scene.run(defaultArgs);
        await new Promise((resolve) => setTimeout(resolve, 250));
        const outcomes = [await scene.run(defaultArgs), await first];
        const exits = outcomes.map((outcome) => outcome.exit).sort();
        const loser = outcomes.find((outcome) => outcome.exit === 3) ?? outcomes[0];
        if (exits.join() !== '0,3')
          return {
            ...(loser as (typeof outcomes)[0]),
            exit: 1,
            stderr: `exits ${exits}: ${outcomes.map((outcome) => outcome.stderr.slice(0, 200)).join(' | ')}`,
          };
        return loser as (typeof outcomes)[0];
      },
      check: (scene) => (existsSync(join(scene.out, 'pages/page-299/index.html')) ? [] : ['the site is not complete']),
    }),
  ],
  [
    'fs-24',
    () => ({
      files: largeSite(300),
      play: async (scene) => {
        await scene.run(defaultArgs, { kill: { signal: 'SIGKILL', afterMs: 600 } });
        return scene.run(defaultArgs);
      },
    }),
  ],
  [
    'fs-26',
    () => {
      const names = (count: number) => Array.from({ length: count }, (_, number) => `s${Math.floor(number / 500)}/p${number}`);
      const filesOf = (count: number): Files => {
        const groups = Map.groupBy(names(count), (name) => name.slice(0, name.indexOf('/')));
        return {
          'docs.json': docsJson({ groups: [...groups].map(([group, pages]) => ({ group, pages })) }),
          ...Object.fromEntries(names(count).map((name) => [`${name}.mdx`, 'One paragraph of words.\n'])),
        };
      };
      return {
        files: filesOf(10_000),
        fresh: true,
        play: async (scene) => {
          const small = await scene.run(['build', '--no-cache', '--out', '../site'], { timeoutMs: 300_000 });
          if (small.exit !== 0) return small;
          const large = join(scene.folder, 'large');
          writeProject(large, filesOf(50_000));
          const outcome = await scene.run(['build', '--no-cache', '--out', '../large-site'], { cwd: large, timeoutMs: 900_000 });
          // By the time of the cores: the clock also counts what the disk and other programs take.
          const [few, many] = [small.cpuMs || small.ms, outcome.cpuMs || outcome.ms];
          // Busy machines stretch the larger run more: suites tell growth by the square (25 times) from a straight line.
          const limit = process.env.CASE_TIMES === 'off' ? 10 : 6;
          return many <= limit * few ? outcome : { ...outcome, exit: 1, stderr: `${many} ms for 50,000 pages, ${few} ms for 10,000` };
        },
      };
    },
  ],
  [
    'fs-27',
    () => ({
      files: small,
      prepare: (scene) => {
        const video = join(scene.project, 'video.mp4');
        writeFileSync(video, '');
        truncateSync(video, 2 * 1024 ** 3);
        return undefined;
      },
      play: async (scene) => {
        const plain = join(scene.folder, 'plain');
        writeProject(plain, small);
        const baseline = await scene.run(['build', '--out', '../plain-site'], { cwd: plain });
        const outcome = await scene.run(defaultArgs, { timeoutMs: 120_000 });
        return { ...outcome, peakMiB: outcome.peakMiB - baseline.peakMiB };
      },
      writesProject: true,
    }),
  ],
  [
    'fs-28',
    () => ({
      files: largeSite(40),
      check: async (scene) => {
        const other = join(scene.folder, 'another place');
        writeProject(other, largeSite(40));
        const env = { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', DOCSGEN_WORKERS: '1', HOME: '/nonexistent' };
        const outcome = await scene.run(['build', '--no-cache', '--out', '../other-site'], { cwd: other, env });
        if (outcome.exit !== 0) return [outcome.stderr.slice(0, 300)];
        return differences(scene.out, join(scene.folder, 'other-site'));
      },
    }),
  ],
];

/** Paths whose bytes differ between two built sites. */
function differences(left: string, right: string): string[] {
  const [a, b] = [hashFiles(left), hashFiles(right)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).map((path) => `${path} differs`);
}
