/** Runs one command of an agent in the sandbox: starts it, enforces its limits, and reads its result. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { shorten } from '../../../model/shorten.ts';
import type { WriteRefusals } from '../policy/write-refusals.ts';
import { nodeFolder } from '../runner/installation-folders.ts';
import { TurnFailure } from '../runner/turn-failure.ts';
import { sandboxArguments } from '../sandbox/sandbox.ts';
import type { Launch, LaunchReport } from '../sandbox/sandbox-launcher.ts';
import type { AgentTask } from './agent.ts';
import { CommandOutput, linesOf, maxLine, maxSummary } from './command-output.ts';
import { home, modelPort, type Recipe, summaryFile } from './recipes.ts';

const quotaBytes = 1024 * 1024 * 1024;
/** Maximum size of a launcher report, which contains a summary as JSON. */
const maxReport = 1024 * 1024;
const launcher = fileURLToPath(new URL(`../sandbox/sandbox-launcher${extname(fileURLToPath(import.meta.url))}`, import.meta.url));

/** A command and what it may use. */
export interface CommandRun {
  /** Path of bubblewrap. */
  readonly sandbox: string;
  readonly recipe: Recipe;
  /** Standard input of the command. */
  readonly input: string;
  readonly memoryBytes: number;
  readonly socket: string;
  readonly work: AgentTask;
  readonly signal: AbortSignal;
  readonly refusals: WriteRefusals;
}

/** What the launcher reports about the command. */
interface ReportedResult {
  writes?: string | null;
  summary?: string;
}

/** How the process ended. A missing program has the exit code 127 too, if the launcher starts it. */
interface ProcessEnd {
  readonly exit: number;
  readonly missing: boolean;
}

/** Runs a command to its end and returns its last message. @throws {TurnFailure} `runner_failed`, `could_not_write` */
export async function runCommand(run: CommandRun): Promise<string> {
  const { sandbox, recipe, input, memoryBytes, work, signal, refusals } = run;
  signal.throwIfAborted();
  const child = spawn(sandbox, commandLine(run), {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const [stdin, stdout, stderr, reports] = child.stdio as unknown as [Writable, Readable, Readable, Readable];
  let ended: unknown;
  const stop = (reason: unknown) => {
    ended ??= reason;
    // Killing the first process of the sandbox ends all others.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const onAbort = () => stop(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const watch = setInterval(() => stopAboveLimits(child, work.folder, memoryBytes, stop), 1000);
  const output = new CommandOutput(work, refusals);
  // Handles errors at once: if an event cannot be stored, the command ends, and there is no unhandled rejection.
  const reporting = Promise.all([output.read(stdout), output.readErrors(stderr), readReports(reports)]).catch((error) => {
    stop(error);
    return undefined;
  });
  stdin.on('error', () => undefined);
  stdin.end(input);
  try {
    const end = await endOf(child);
    const [, error = '', reported = {}] = (await reporting) ?? [];
    if (ended !== undefined) throw ended;
    const problem = problemOf(end, reported, run, shorten(work.redact(error), maxLine) || output.lastLine);
    if (problem !== undefined) throw problem;
    return recipe.summary === 'file' ? shorten(work.redact(reported.summary ?? '').trim(), maxSummary) : output.summary(recipe.summary);
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
}

/** The arguments of bubblewrap: what the sandbox contains, and the launcher that starts the command inside it. */
function commandLine({ recipe, memoryBytes, socket, work }: CommandRun): string[] {
  const program = findProgram(recipe.run[0] ?? '');
  const readable = [nodeFolder(), launcher, installFolder(program)].filter((path) => path !== undefined);
  const args = sandboxArguments({
    readable,
    writable: [work.folder],
    folder: work.folder,
    shown: { [socket]: '/run/model' },
    environment: {
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      CI: '1',
      NO_COLOR: '1',
      OPENAI_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
      OPENAI_API_KEY: 'in-the-gateway',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${modelPort}`,
      ANTHROPIC_API_KEY: 'in-the-gateway',
      ...recipe.env,
      PATH: ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath)].join(':'),
      HOME: home,
    },
  });
  const launch: Launch = {
    socket: '/run/model',
    port: modelPort,
    memoryKiB: Math.ceil(memoryBytes / 1024),
    files: Object.fromEntries(Object.entries(recipe.files).map(([path, text]) => [`${home}/${path}`, text])),
    summary: recipe.summary === 'file' ? summaryFile : undefined,
  };
  return [...args, process.execPath, launcher, JSON.stringify(launch), program, ...recipe.run.slice(1)];
}

function stopAboveLimits(child: ChildProcess, folder: string, memoryBytes: number, stop: (reason: TurnFailure) => void): void {
  if (bytesOf(folder, quotaBytes) > quotaBytes) stop(new TurnFailure('budget_exceeded', 'The command wrote more than 1 GiB.'));
  if (child.pid !== undefined && residentBytes(child.pid) > memoryBytes)
    stop(new TurnFailure('budget_exceeded', `The command used more than ${Math.round(memoryBytes / 1_048_576)} MiB of memory.`));
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.on('error', () => resolve({ exit: 127, missing: true }));
    child.on('close', (code) => resolve({ exit: code ?? 137, missing: false }));
  });
}

/** Why a run failed; undefined if it did not. @param error the last output of the command */
function problemOf(
  { exit, missing }: ProcessEnd,
  { writes }: ReportedResult,
  { recipe, work }: CommandRun,
  error: string,
): TurnFailure | undefined {
  if (writes)
    return new TurnFailure('could_not_write', `The command cannot write in its folder (${work.redact(writes)}), so it was not run.`);
  if (missing || exit === 127) return new TurnFailure('runner_failed', `The command was not found: ${recipe.run[0]?.split(sep).at(-1)}.`);
  if (exit > 128) return new TurnFailure('runner_failed', `The command was terminated by signal ${exit - 128}.`);
  if (exit === 0) return undefined;
  return new TurnFailure('runner_failed', `The command exited with code ${exit}: ${error}`);
}

/** Reads the reports of the launcher. Other lines are ignored. */
async function readReports(reports: Readable): Promise<ReportedResult> {
  const report: ReportedResult = {};
  for await (const line of linesOf(reports, maxReport)) {
    try {
      Object.assign(report, JSON.parse(line) as LaunchReport);
    } catch {
      // The line is not from the launcher.
    }
  }
  return report;
}

/** Resolves the program as the service does: bare names through PATH. */
function findProgram(name: string): string {
  if (name.includes(sep)) return name;
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return realpathSync(path);
    } catch {
      // Not in this folder.
    }
  }
  throw new TurnFailure('runner_failed', `The command was not found: ${name}.`);
}

/** The folder that must be readable for a program that is not part of the system: its `node_modules`, or its own folder. */
function installFolder(program: string): string | undefined {
  if (/^\/(?:usr|bin|sbin)\//.test(program)) return undefined;
  const packages = program.lastIndexOf(`${sep}node_modules${sep}`);
  return packages === -1 ? dirname(program) : program.slice(0, packages + `${sep}node_modules`.length);
}

/** Size of a folder in bytes. Stops counting above `enough`. */
function bytesOf(folder: string, enough: number): number {
  let sum = 0;
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (sum > enough) return;
      const below = join(path, entry.name);
      // The command creates and removes files during the count.
      if (entry.isDirectory()) visit(below);
      else sum += (lstatSync(below, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
    }
  };
  try {
    visit(folder);
  } catch {
    // A folder was removed during the count. The next count starts again.
  }
  return sum;
}

/** Resident memory in bytes of a process and its descendants, from /proc on Linux. Processes that exit during the measurement do not count. */
function residentBytes(root: number): number {
  let sum = 0;
  const waiting = [String(root)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    try {
      sum += Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024;
      // Any thread may have started child processes.
      for (const thread of readdirSync(`/proc/${id}/task`))
        waiting.push(...readFileSync(`/proc/${id}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean));
    } catch {
      // The process has exited.
    }
  }
  return sum;
}
