/** Plays one hostile case: writes its files, runs its command or server, judges what came of it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findBrowser } from '../../scripts/browser.mjs';
import { testIsolation } from '../../src/apps/agent/sandbox/isolation.ts';
import { repository } from '../harness/cli.ts';
import { docsJson, hashFiles, hashTree, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import type { Outcome } from './case-file.ts';
import type { HostileCase, needs } from './case-format.ts';
import { type CaseAnswer, startCaseServer } from './case-server.ts';
import type { CheckResult } from './checks/check.ts';
import { checks } from './checks/index.ts';
import type { CaseFiles } from './format/content.ts';
import { contentHolds, judge, type Played, secretOfEnvironment, secretsOf, textsIn } from './judge.ts';
import { kept } from './kept.ts';
import { type CommandOptions, type CommandOutcome, runCommand } from './run-command.ts';
import { openApis, runSteps } from './steps/run-steps.ts';
import { fill } from './steps/stage.ts';
import { writeCaseFiles } from './write-case-files.ts';

type Apis = Awaited<ReturnType<typeof openApis>>;

/** How long a command may take that names no limit. */
const usualSeconds = 60;
const nobody = 65_534;

const lacking: Readonly<Record<(typeof needs)[number], () => string | undefined | Promise<string | undefined>>> = {
  root: () => (process.getuid?.() === 0 ? undefined : 'needs root, to act as another user'),
  browser: () => (findBrowser() ? undefined : 'no browser on this machine'),
  nginx: () => (spawnSync('nginx', ['-v']).status === 0 ? undefined : 'nginx is not installed'),
  async sandbox() {
    const { isIsolated, words } = await testIsolation();
    return isIsolated ? undefined : words;
  },
  'python-requests': () => (spawnSync('python3', ['-c', 'import requests']).status === 0 ? undefined : 'Python has no package "requests"'),
  'user-namespaces': () => (spawnSync('unshare', ['-Ur', 'true']).status === 0 ? undefined : 'this machine does not allow user namespaces'),
};

export async function runHostileCase(entry: HostileCase): Promise<Outcome> {
  const name = entry.title ? `${entry.id} ${entry.title}` : entry.id;
  const reason = entry.skip ?? (await Promise.all((entry.needs ?? []).map((need) => lacking[need]()))).find((lack) => lack !== undefined);
  if (reason !== undefined) return { name, status: 'skipped', reason };
  const failures = entry.check === undefined ? await play(entry) : await playCheck(entry.check, entry.with);
  if ('skipped' in failures) return { name, status: 'skipped', reason: failures.skipped };
  return failures.length === 0 ? { name, status: 'passed' } : { name, status: 'failed', reason: [...new Set(failures)].join('; ') };
}

async function playCheck(name: string, given: HostileCase['with'] = {}): Promise<CheckResult> {
  const check = checks.get(name);
  return check ? check(given) : [`there is no check "${name}"`];
}

/** One small site: what stands in the output folder before a case runs. */
const earlierSite = kept(
  async () => {
    const folder = temporaryFolder('earlier');
    writeProject(join(folder, 'project'), {
      'docs.json': docsJson({ pages: ['index'] }),
      'index.mdx': '---\ntitle: Earlier\n---\n\nBuilt before.\n',
    });
    const outcome = await runCommand(['build', '--out', '../site'], { cwd: join(folder, 'project'), seconds: usualSeconds });
    if (outcome.exit !== 0) throw new Error(`the smallest site does not build:\n${outcome.output}`);
    return join(folder, 'site');
  },
  (site) => removeFolder(dirname(site)),
);

async function play(given: HostileCase): Promise<readonly string[]> {
  const failures = repositoryHolds(given.repository ?? {});
  if (given.expect === undefined && given.steps === undefined) return failures;
  const folder = temporaryFolder('case');
  const work = join(folder, 'work');
  const values = new Map<string, string>();
  const apis = await openApis(given, values);
  const { steps = [], api, ...rest } = given;
  const entry: HostileCase = { ...fill(rest, values), ...(given.steps && { steps }), ...(api && { api }) };
  const project = entry.project === undefined ? join(work, 'project') : join(repository, entry.project);
  try {
    if (entry.project === undefined) writeCaseFiles(project, entry.files ?? {});
    const args = withOutput(entry.args ?? (entry.requests ? ['serve'] : ['build']));
    const out = entry.project === undefined ? resolve(project, args.out) : join(work, 'site');
    const places = { folder, project, out, args: args.list };
    // The development server writes no output: an earlier site would be judged as if it were its response.
    const hasEarlier = entry.earlierSite !== false && args.isDefault && !entry.steps && args.list[0] !== 'dev';
    if (hasEarlier) cpSync(await earlierSite(), out, { recursive: true });
    writeCaseFiles(work, entry.outside ?? {});
    if (entry.otherUser) giveToNobody(folder, work, project);
    const before = hashTree(out);
    const source = sourceOf(project, out);
    if (entry.steps) return [...failures, ...(await playSteps(entry, places, values, apis))];
    const isServer = entry.requests !== undefined || /^(?:serve|dev)$/.test(args.list[0] ?? '');
    const result = isServer ? await runServer(entry, places) : await runOnce(entry, project, args.list, out);
    const played: Played = { project, before, out, secrets: secretsOf(entry, folder), answers: [], ...result };
    failures.push(...judge(entry.expect ?? {}, played));
    failures.push(...(await repeatedRuns(entry, places, played)));
    const { output } = entry.expect ?? {};
    if (typeof output === 'object') failures.push(...(await sameAs(output.sameAs, entry, project, out)));
    if (!writesProject(args.list) && sourceOf(project, out) !== source) failures.push('the project was changed');
    return failures;
  } finally {
    await apis.close();
    if (entry.otherUser) spawnSync('chmod', ['-R', 'u+rwX', folder]);
    removeFolder(folder);
  }
}

/** Runs that follow the first: each must meet the expectation and give the same output. */
async function repeatedRuns(entry: HostileCase, { project, out, args }: ServerPlaces, played: Played): Promise<string[]> {
  const first = hashTree(out);
  const failures: string[] = [];
  for (let run = 2; run <= (entry.runs ?? 1); run++) {
    failures.push(...judge(entry.expect ?? {}, { ...played, ...(await runOnce(entry, project, args, out)) }));
    if (hashTree(out) !== first) failures.push(`run ${run} gives another output`);
  }
  return failures;
}

/** What the files of this repository hold. */
function repositoryHolds(expected: NonNullable<HostileCase['repository']>): string[] {
  return Object.entries(expected).flatMap(([source, wanted]) =>
    contentHolds(source, wanted, textsIn(repository, /^(?:node_modules|\.git|reports|coverage)(?:\/|$)/)),
  );
}

async function playSteps(entry: HostileCase, places: ServerPlaces, values: Map<string, string>, apis: Apis): Promise<readonly string[]> {
  const { folder, project, out, args } = places;
  const { env = {} } = optionsOf(entry, project);
  const build = async () => {
    const { exit, output } = await runCommand(['build', '--out', relative(project, out)], optionsOf(entry, project));
    if (exit !== 0) throw new Error(`the project does not build (exit ${exit})\n${output.trim().slice(0, 800)}`);
  };
  const server = { args: serverArgs(args, places), cwd: project, folder, env, ulimit: entry.ulimit, users: entry.users };
  const { failures, answers, output } = await runSteps(entry, { folder, project, out, values, server, build }, apis);
  const outcome: CommandOutcome = { exit: 0, signal: null, stdout: '', output, seconds: 0, timedOut: false, megabytes: 0 };
  const played: Played = { project, outcome, out, before: hashTree(out), secrets: secretsOf(entry, folder), answers };
  return [...failures, ...judge(entry.expect ?? {}, played)];
}

/** Where a command writes: what its arguments name, else `../site`, which is then given to it. */
function withOutput(args: readonly string[]): { readonly list: readonly string[]; readonly out: string; readonly isDefault: boolean } {
  const at = args.findIndex((argument) => argument === '--out' || argument === '-o');
  const given = at >= 0 ? args[at + 1] : args.find((argument) => argument.startsWith('--out='))?.slice('--out='.length);
  if (given !== undefined) return { list: args, out: given, isDefault: false };
  return { list: args[0] === 'build' ? [...args, '--out', '../site'] : args, out: '../site', isDefault: true };
}

function optionsOf(entry: HostileCase, project: string): CommandOptions {
  const { expect, ulimit } = entry;
  const needsProcess = ulimit ?? entry.otherUser ?? expect?.megabytes ?? entry.env?.NODE_OPTIONS;
  const hasPipe = Object.values(entry.files ?? {}).some((content) => typeof content === 'object' && 'fifo' in content);
  return {
    cwd: project,
    env: { SECRET_CANARY: secretOfEnvironment, ...entry.env, ...(entry.otherUser && { HOME: '/nonexistent' }) },
    // A command that takes longer than it may has failed: there is no need to see it end much later.
    seconds: Math.max(usualSeconds, (expect?.seconds ?? 0) * 2),
    ...((needsProcess !== undefined || hasPipe) && { process: { ...(ulimit && { ulimit }), ...(entry.otherUser && { uid: nobody }) } }),
  };
}

async function runOnce(entry: HostileCase, project: string, args: readonly string[], out: string): Promise<Pick<Played, 'outcome'>> {
  // The output of a project that lies elsewhere is not beside it.
  const list = entry.project === undefined ? args : args.map((argument) => (argument === '../site' ? out : argument));
  return { outcome: await runCommand(list, optionsOf(entry, project)) };
}

interface ServerPlaces {
  readonly folder: string;
  readonly project: string;
  readonly out: string;
  readonly args: readonly string[];
}

/** The arguments of a server on a port of its own, with its data outside the project. */
function serverArgs(args: readonly string[], { folder, project, out }: ServerPlaces): readonly string[] {
  const [command = 'serve', ...rest] = args;
  const port = rest.includes('--port') || rest.includes('-p') ? [] : ['--port', '0'];
  if (command === 'dev') return ['dev', ...port, '--no-open', ...rest];
  const data = rest.includes('--data') ? [] : ['--data', relative(project, join(folder, 'data'))];
  return ['serve', relative(project, out), ...port, '--no-log', ...data, ...(command === 'serve' ? rest : [])];
}

/** A build that must succeed comes before `serve`; `dev` reads the project itself. */
async function runServer(entry: HostileCase, places: ServerPlaces): Promise<Pick<Played, 'outcome' | 'answers'>> {
  const { folder, project, out, args } = places;
  if (args[0] !== 'dev') {
    const build = await runCommand(args[0] === 'build' ? args : ['build', '--out', relative(project, out)], optionsOf(entry, project));
    if (build.exit !== 0) return { outcome: build, answers: [] };
  }
  const list = serverArgs(args, places);
  const { env = {} } = optionsOf(entry, project);
  const server = await startCaseServer({ args: list, cwd: project, folder, env, ulimit: entry.ulimit, users: entry.users });
  if (!('ask' in server)) {
    if (entry.requests) throw new Error(`the server did not start (exit ${server.exit}): ${server.output.trim().slice(0, 600)}`);
    return { outcome: server, answers: [] };
  }
  const start = performance.now();
  const answers: { request: (typeof requests)[number]; answer: CaseAnswer }[] = [];
  const requests = entry.requests ?? [];
  try {
    for (const request of requests) answers.push({ request, answer: await server.ask(request) });
    const last = await server.ask({ path: '/' });
    if (last.status === 0) throw new Error(`the server answers no more (exit ${server.child.exitCode})`);
  } finally {
    await server.stop();
  }
  const seconds = (performance.now() - start) / 1000;
  const { exitCode: exit, signalCode: signal } = server.child;
  const outcome: CommandOutcome = { exit, signal, stdout: '', output: server.output(), seconds, timedOut: false, megabytes: 0 };
  return { outcome, answers };
}

async function sameAs(
  other: { readonly files?: CaseFiles; readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> },
  entry: HostileCase,
  project: string,
  out: string,
): Promise<string[]> {
  const otherProject = join(project, '../another place/project');
  const otherOut = join(project, '../another place/site');
  writeCaseFiles(otherProject, other.files ?? entry.files ?? {});
  const outcome = await runCommand(['build', ...(other.args ?? []), '--out', otherOut], {
    cwd: otherProject,
    env: other.env,
    seconds: usualSeconds,
    // What a variable changes is often read once, when a process starts.
    ...(other.env && { process: {} }),
  });
  if (outcome.exit !== 0) return [`the other project does not build (exit ${outcome.exit})\n${outcome.output.slice(0, 400)}`];
  const [left, right] = [hashFiles(out), hashFiles(otherOut)];
  const paths = [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path));
  return paths.length === 0 ? [] : [`differs from the other project: ${paths.slice(0, 5).join(', ')}`];
}

/** Commands that are there to change the project. */
function writesProject(args: readonly string[]): boolean {
  return /^(?:new|migrate|rename)$/.test(args[0] ?? '') || args.includes('--fix');
}

/** A hash of the project without its caches and without an output folder inside it. */
function sourceOf(project: string, out: string): string {
  const inside = out.startsWith(`${project}/`) ? `${out.slice(project.length + 1)}/` : undefined;
  const files = [...hashFiles(project)].filter(
    ([path]) => !/^(?:\.docsgen|node_modules\/\.cache)\//.test(path) && !(inside !== undefined && path.startsWith(inside)),
  );
  return JSON.stringify(files);
}

/** Another user may read the project and write beside it. */
function giveToNobody(folder: string, work: string, project: string): void {
  for (const path of [folder, project]) chmodSync(path, 0o755);
  chmodSync(work, 0o777);
  for (const path of readdirSync(project)) chownSync(join(project, path), nobody, nobody);
  mkdirSync(join(folder, 'data'), { recursive: true });
}
