/** Plays one hostile case: writes its files, runs its command or server, judges what came of it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findBrowser } from '../../scripts/browser.mjs';
import { docsJson, hashFiles, hashTree, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import type { Outcome } from './case-file.ts';
import type { CaseFiles, HostileCase, needs } from './case-format.ts';
import { type CaseAnswer, startCaseServer } from './case-server.ts';
import type { CheckResult } from './checks/check.ts';
import { checks } from './checks/index.ts';
import { judge, type Played } from './judge.ts';
import { kept } from './kept.ts';
import { type CommandOptions, type CommandOutcome, runCommand } from './run-command.ts';
import { bytesOf, writeCaseFiles } from './write-case-files.ts';

const secretOfEnvironment = 'canary-7d1f0c-environment';
/** How long a command may take that names no limit. */
const usualSeconds = 60;
const nobody = 65_534;

const lacking: Readonly<Record<(typeof needs)[number], () => string | undefined>> = {
  root: () => (process.getuid?.() === 0 ? undefined : 'needs root, to act as another user'),
  browser: () => (findBrowser() ? undefined : 'no browser on this machine'),
  nginx: () => (spawnSync('nginx', ['-v']).status === 0 ? undefined : 'nginx is not installed'),
  'user-namespaces': () => (spawnSync('unshare', ['-Ur', 'true']).status === 0 ? undefined : 'this machine does not allow user namespaces'),
};

export async function runHostileCase(entry: HostileCase): Promise<Outcome> {
  const name = entry.title ? `${entry.id} ${entry.title}` : entry.id;
  const reason = entry.skip ?? entry.needs?.map((need) => lacking[need]()).find((lack) => lack !== undefined);
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

async function play(entry: HostileCase): Promise<readonly string[]> {
  const folder = temporaryFolder('case');
  const work = join(folder, 'work');
  const project = join(work, 'project');
  try {
    writeCaseFiles(project, entry.files ?? {});
    const args = withOutput(entry.args ?? (entry.requests ? ['serve'] : ['build']));
    const out = resolve(project, args.out);
    if (entry.earlierSite !== false && args.isDefault) cpSync(await earlierSite(), out, { recursive: true });
    writeCaseFiles(work, entry.outside ?? {});
    if (entry.otherUser) giveToNobody(folder, work, project);
    const before = hashTree(out);
    const source = sourceOf(project, out);
    const isServer = entry.requests !== undefined || /^(?:serve|dev)$/.test(args.list[0] ?? '');
    const result = isServer ? await runServer(entry, { folder, project, out, args: args.list }) : await runOnce(entry, project, args.list);
    const played: Played = { before, out, secrets: secretsOf(entry, folder), answers: [], ...result };
    const failures = judge(entry.expect ?? {}, played);
    const first = hashTree(out);
    for (let run = 2; run <= (entry.runs ?? 1); run++) {
      failures.push(...judge(entry.expect ?? {}, { ...played, ...(await runOnce(entry, project, args.list)) }));
      if (hashTree(out) !== first) failures.push(`run ${run} gives another output`);
    }
    const { output } = entry.expect ?? {};
    if (typeof output === 'object') failures.push(...(await sameAs(output.sameAs, entry, project, out)));
    if (!writesProject(args.list) && sourceOf(project, out) !== source) failures.push('the project was changed');
    return failures;
  } finally {
    if (entry.otherUser) spawnSync('chmod', ['-R', 'u+rwX', folder]);
    removeFolder(folder);
  }
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

async function runOnce(entry: HostileCase, project: string, args: readonly string[]): Promise<Pick<Played, 'outcome'>> {
  return { outcome: await runCommand(args, optionsOf(entry, project)) };
}

interface ServerPlaces {
  readonly folder: string;
  readonly project: string;
  readonly out: string;
  readonly args: readonly string[];
}

/** A build that must succeed comes before `serve`; `dev` reads the project itself. */
async function runServer(entry: HostileCase, { folder, project, out, args }: ServerPlaces): Promise<Pick<Played, 'outcome' | 'answers'>> {
  const [command = 'serve', ...rest] = args;
  const own = ['--port', '0', ...(command === 'dev' ? ['--no-open'] : ['--no-log', '--data', relative(project, join(folder, 'data'))])];
  const isGiven = rest.includes('--port') || rest.includes('-p');
  let list = [command, ...(isGiven ? own.slice(2) : own), ...rest];
  if (command !== 'dev') {
    const build = await runCommand(command === 'build' ? args : ['build', '--out', relative(project, out)], optionsOf(entry, project));
    if (build.exit !== 0) return { outcome: build, answers: [] };
    list = ['serve', relative(project, out), ...own, ...(command === 'serve' ? rest : [])];
  }
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

/** Texts of files outside the project, long enough to be nobody else's words. */
function secretsOf(entry: HostileCase, folder: string): Played['secrets'] {
  const outside = Object.entries(entry.outside ?? {}).flatMap(([path, content]) => {
    if (typeof content !== 'string' && !Array.isArray(content)) return [];
    const text = bytesOf(content).toString('utf8').trim();
    return text.length >= 12 && text.length < 10_000 ? [{ text, name: `the text of ${path}` }] : [];
  });
  return [{ text: secretOfEnvironment, name: 'a secret of the environment' }, { text: folder, name: 'an absolute path' }, ...outside];
}

/** Another user may read the project and write beside it. */
function giveToNobody(folder: string, work: string, project: string): void {
  for (const path of [folder, project]) chmodSync(path, 0o755);
  chmodSync(work, 0o777);
  for (const path of readdirSync(project)) chownSync(join(project, path), nobody, nobody);
  mkdirSync(join(folder, 'data'), { recursive: true });
}
