/** Steps on files and commands: what an author, an editor or git does to a project. */
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { passwordHash } from '../../../src/apps/serve/sign-in/password.ts';
import { hashTree } from '../../harness/project.ts';
import { casePassword } from '../case-server.ts';
import { judge, secretsOf } from '../judge.ts';
import { runCommand } from '../run-command.ts';
import { writeCaseFiles } from '../write-case-files.ts';
import { fill, type Plays, wait } from './stage.ts';

/** How long a command of a step may take. */
const seconds = 600;

export const projectSteps: Plays<'write' | 'remove' | 'rename' | 'touch' | 'git' | 'run' | 'readers' | 'wait'> = {
  write({ write }, { project, values }) {
    writeCaseFiles(project, fill(write, values));
    return [];
  },
  remove({ remove }, { project }) {
    for (const path of [remove].flat()) rmSync(join(project, path), { recursive: true });
    return [];
  },
  rename({ rename: [from, to] }, { project }) {
    renameSync(join(project, from), join(project, to));
    return [];
  },
  touch({ touch }, { project }) {
    utimesSync(join(project, touch), new Date(), new Date());
    return [];
  },
  git({ git }, { project }) {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...git], {
      cwd: project,
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`git ${git.join(' ')}: ${stderr}`];
  },
  async run({ run, env, expect = {}, signal, when, after }, { entry, folder, project, out }) {
    const before = hashTree(out);
    const outcome = await runCommand(run[0] === 'build' && !run.includes('--out') ? [...run, '--out', relative(project, out)] : run, {
      cwd: project,
      env: { ...entry.env, ...env },
      seconds,
      ...((signal ?? expect.megabytes ?? entry.ulimit) && {
        process: { ...(entry.ulimit && { ulimit: entry.ulimit }), ...(signal && { kill: { signal, when, after } }) },
      }),
    });
    const isKilled = signal === 'SIGKILL';
    return judge(expect, {
      project,
      outcome: isKilled ? { ...outcome, exit: outcome.exit ?? 0 } : outcome,
      out,
      before,
      secrets: secretsOf(entry, folder),
      answers: [],
    });
  },
  readers({ readers }, { folder }) {
    const password = passwordHash(casePassword);
    writeFileSync(
      join(folder, 'users.json'),
      JSON.stringify(Object.entries(readers).map(([name, groups]) => ({ name, password, groups }))),
    );
    return [];
  },
  async wait(step) {
    await wait(step.wait);
    return [];
  },
};

/** Routes of all pages of an output folder. Pages that only lead on are left out: what they lead to is among the others. */
export function routesOf(out: string, paths: readonly string[]): string[] {
  return paths
    .filter((path) => /(?:^|\/)index\.html$/.test(path) && !/http-equiv="refresh"/i.test(readFileSync(join(out, path), 'utf8')))
    .map((path) => `/${path.replace(/\/?index\.html$/, '')}`)
    .sort();
}
