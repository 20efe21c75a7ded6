/** Checks the requirements of the service one by one. The caller passes in the functions of the runner. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Project } from '../../../model/agent/project.ts';
import { oneLine } from '../../../model/shorten.ts';
import { examineStore } from '../../../platform/store/examine.ts';
import { gitText } from '../git/hardened-git.ts';

/** The result of one check. */
export interface Check {
  /** Such as `disk`, or `repository docs`. */
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** The result in one sentence, without a full stop. */
  readonly message: string;
  /** An instruction that fixes the problem. */
  readonly fix?: string;
  /** Additional data for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** `degraded`: the service works, but not for every project, or there is a warning. `broken`: it does not start or cannot run a job. */
export interface Examination {
  readonly state: 'ok' | 'degraded' | 'broken';
  readonly checks: readonly Check[];
}

/** Data folder of the service, and the checks that the caller provides. */
export interface ExaminationOptions {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  readonly allowUnsandboxed: boolean;
  readonly testIsolation: () => Promise<{
    readonly isIsolated: boolean;
    readonly words: string;
    readonly fix: string;
    readonly user: string;
    readonly tests: readonly { readonly name: string; readonly passed: boolean | undefined }[];
  }>;
  /** Throws with the reason. */
  readonly reachRepository: (project: Project) => Promise<string>;
  readonly examineModel: (project: Project) => Promise<Pick<Check, 'state' | 'message' | 'fix'>>;
}

/** With less free space than this, the service does not start a fetch. */
const minFreeBytes = 256 * 1024 * 1024;
/** With less free space than this, the check warns. */
const lowFreeBytes = 1024 * 1024 * 1024;

/** Never throws: a check that cannot run has failed. */
export async function examine(options: ExaminationOptions): Promise<Examination> {
  const store = await examineStore(options);
  const checks: Check[] = [await isolation(options), disk(options.dataFolder), store.check, await git()];
  if (store.projects?.length === 0) checks.push({ name: 'projects', state: 'ok', message: 'there are no projects yet' });
  for (const project of store.projects ?? []) {
    checks.push(await repository(project, options));
    checks.push({ name: `model ${project.id}`, ...(await options.examineModel(project)) });
  }
  // A project that cannot be reached does not stop the others.
  const isOfProject = ({ name }: Check) => /^(?:repository|model) /.test(name);
  const isBroken = checks.some((check) => check.state === 'failed' && !isOfProject(check));
  const isHealthy = checks.every(({ state }) => state === 'ok');
  return { state: isBroken ? 'broken' : isHealthy ? 'ok' : 'degraded', checks };
}

async function isolation({ testIsolation, allowUnsandboxed }: ExaminationOptions): Promise<Check> {
  const { isIsolated, words, fix, user, tests } = await testIsolation();
  const state = isIsolated ? 'ok' : allowUnsandboxed ? 'warning' : 'failed';
  const results = tests.map(({ name, passed }) => [name, passed === undefined ? 'not tested' : passed ? 'passed' : 'failed']);
  const list = results.map(([name, result]) => `${name} ${result}`).join(', ');
  return {
    name: 'isolation',
    state,
    message: `${words}: ${list}`,
    ...(fix !== '' && { fix }),
    details: { user, tests: Object.fromEntries(results) },
  };
}

function disk(folder: string): Check {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
    const { bavail, bsize } = statfsSync(existing);
    const freeBytes = bavail * bsize;
    const state = freeBytes < minFreeBytes ? 'failed' : freeBytes < lowFreeBytes ? 'warning' : 'ok';
    const message = `${folder} ${existing === folder ? 'is writable' : 'can be created'}, ${Math.floor(freeBytes / 1_048_576)} MiB free`;
    return {
      name: 'disk',
      state,
      message,
      details: { freeBytes },
      ...(state !== 'ok' && { fix: 'Free space, or choose another folder with --data' }),
    };
  } catch (error) {
    return {
      name: 'disk',
      state: 'failed',
      message: `${folder} is not writable (${(error as NodeJS.ErrnoException).code})`,
      fix: 'Give the user of the service write permission, or choose another folder with --data',
    };
  }
}

async function git(): Promise<Check> {
  const fix = 'Install git 2.38 or newer';
  try {
    const output = await gitText(['--version'], { cwd: '/' });
    const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(output) ?? [];
    const isNew = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38);
    const message = oneLine(output);
    return isNew ? { name: 'git', state: 'ok', message } : { name: 'git', state: 'failed', message: `${message} is older than 2.38`, fix };
  } catch (error) {
    return { name: 'git', state: 'failed', message: `git does not run: ${messageOf(error)}`, fix };
  }
}

async function repository(project: Project, { reachRepository }: ExaminationOptions): Promise<Check> {
  const name = `repository ${project.id}`;
  try {
    return { name, state: 'ok', message: await reachRepository(project) };
  } catch (error) {
    const fix = 'Check the URL, the branch and the token of the project';
    return { name, state: 'failed', message: `${project.repository} cannot be used: ${messageOf(error)}`, fix };
  }
}

function messageOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
