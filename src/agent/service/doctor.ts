/** Tests what the service needs, one thing after the other. What runs a job is handed in, as it is to the service. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { oneLine } from '../../model/shorten.ts';
import { gitText } from '../git/hardened-git.ts';
import type { Project } from '../project.ts';
import { examineStore } from '../store/examine.ts';

/** One thing that was looked at. */
export interface Finding {
  /** Such as `disk`, or `repository docs`. */
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found, in one sentence without a full stop. */
  readonly words: string;
  /** What to do, as an instruction. */
  readonly fix?: string;
  /** Further facts, for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** `degraded`: works, but not for every project or not for long. `broken`: does not start, or can run no job. */
export interface Examination {
  readonly state: 'ok' | 'degraded' | 'broken';
  readonly findings: readonly Finding[];
}

/** Where the service is, and how to ask what is not of the service itself. */
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
  readonly examineModel: (project: Project) => Promise<Pick<Finding, 'state' | 'words' | 'fix'>>;
}

/** Less free space than this, and fetches are not begun. */
const leastFreeBytes = 256 * 1024 * 1024;
/** Less than this is told before it is too late. */
const littleFreeBytes = 1024 * 1024 * 1024;

/** Never throws: what cannot be examined is a finding. */
export async function examine(options: ExaminationOptions): Promise<Examination> {
  const store = await examineStore(options);
  const findings: Finding[] = [await isolation(options), disk(options.dataFolder), store.finding, await git()];
  if (store.projects?.length === 0) findings.push({ name: 'projects', state: 'ok', words: 'there is no project yet' });
  for (const project of store.projects ?? []) {
    findings.push(await repository(project, options));
    findings.push({ name: `model ${project.id}`, ...(await options.examineModel(project)) });
  }
  // A project that cannot be reached does not stop the others.
  const isOfProject = ({ name }: Finding) => /^(?:repository|model) /.test(name);
  const isBroken = findings.some((finding) => finding.state === 'failed' && !isOfProject(finding));
  const isWell = findings.every(({ state }) => state === 'ok');
  return { state: isBroken ? 'broken' : isWell ? 'ok' : 'degraded', findings };
}

async function isolation({ testIsolation, allowUnsandboxed }: ExaminationOptions): Promise<Finding> {
  const { isIsolated, words, fix, user, tests } = await testIsolation();
  const state = isIsolated ? 'ok' : allowUnsandboxed ? 'warning' : 'failed';
  const results = tests.map(({ name, passed }) => [name, passed === undefined ? 'not tested' : passed ? 'passed' : 'failed']);
  const list = results.map(([name, result]) => `${name} ${result}`).join(', ');
  return {
    name: 'isolation',
    state,
    words: `${words}: ${list}`,
    ...(fix !== '' && { fix }),
    details: { user, tests: Object.fromEntries(results) },
  };
}

function disk(folder: string): Finding {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.W_OK);
    const { bavail, bsize } = statfsSync(place);
    const freeBytes = bavail * bsize;
    const state = freeBytes < leastFreeBytes ? 'failed' : freeBytes < littleFreeBytes ? 'warning' : 'ok';
    const words = `${folder} ${place === folder ? 'can be written' : 'can be made'}, ${Math.floor(freeBytes / 1_048_576)} MiB free`;
    return {
      name: 'disk',
      state,
      words,
      details: { freeBytes },
      ...(state !== 'ok' && { fix: 'Free space, or choose another folder with --data' }),
    };
  } catch (error) {
    return {
      name: 'disk',
      state: 'failed',
      words: `${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      fix: 'Let the user of the service write there, or choose another folder with --data',
    };
  }
}

async function git(): Promise<Finding> {
  const fix = 'Install git 2.38 or newer';
  try {
    const said = await gitText(['--version'], { cwd: '/' });
    const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(said) ?? [];
    const isNew = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38);
    const words = oneLine(said);
    return isNew ? { name: 'git', state: 'ok', words } : { name: 'git', state: 'failed', words: `${words} is older than 2.38`, fix };
  } catch (error) {
    return { name: 'git', state: 'failed', words: `git does not run: ${wordsOf(error)}`, fix };
  }
}

async function repository(project: Project, { reachRepository }: ExaminationOptions): Promise<Finding> {
  const name = `repository ${project.id}`;
  try {
    return { name, state: 'ok', words: await reachRepository(project) };
  } catch (error) {
    const fix = 'Check the address, the branch and the token of the project';
    return { name, state: 'failed', words: `${project.repository} cannot be used: ${wordsOf(error)}`, fix };
  }
}

function wordsOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
