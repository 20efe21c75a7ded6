/**
 * Runs any coding agent with a non-interactive command inside bubblewrap. The command sees the documentation folder and a read-only
 * system, and reaches only the model. It reads the instruction from standard input. All its processes end with it.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Command } from '../../../model/agent/project.ts';
import { shorten } from '../../../model/shorten.ts';
import { withoutFolders } from '../../../model/without-folders.ts';
import { WriteRefusals } from '../policy/write-refusals.ts';
import { nodeFolder } from '../runner/installation-folders.ts';
import { TurnFailure } from '../runner/turn-failure.ts';
import { requireSandbox } from '../sandbox/isolation.ts';
import { residentBytes } from '../sandbox/process-memory.ts';
import { sandboxArguments } from '../sandbox/sandbox.ts';
import type { Launch, LaunchReport } from '../sandbox/sandbox-launcher.ts';
import type { Agent, AgentTask } from './agent.ts';
import { CommandOutput, linesOf, maxLine, maxSummary } from './command-output.ts';
import { findingsAsText } from './file-tools.ts';
import { keyHeaders, providerUrl } from './language-model.ts';
import { openModelGateway } from './model-gateway.ts';
import { findingsText, systemPrompt } from './prompts.ts';
import { home, modelPort, type Recipe, recipeOf, summaryFile } from './recipes.ts';
import { addUsage, countedTokens, noUsage } from './usage.ts';

/** The command and the model that it may reach. `url` and `key` stay outside the sandbox. */
export interface CommandAgentOptions {
  readonly command: Command;
  readonly model: string;
  /** Memory limit of all its processes together. */
  readonly memoryBytes: number;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

const quotaBytes = 1024 * 1024 * 1024;
/** Maximum size of a launcher report, which contains a summary as JSON. */
const maxReport = 1024 * 1024;
const launcher = fileURLToPath(new URL(`../sandbox/sandbox-launcher${extname(fileURLToPath(import.meta.url))}`, import.meta.url));

/** Fails with `sandbox_unavailable` if bubblewrap does not work; a command never runs without it. */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  return async (work) => {
    const sandbox = (await requireSandbox(false)) as string;
    const provider = options.model.slice(0, options.model.indexOf('/'));
    const recipe = recipeOf(options.command, options.model);
    const refusals = new WriteRefusals();
    let spent = noUsage;
    const stop = new AbortController();
    const gateway = await openModelGateway({
      url: options.url ?? providerUrl(provider),
      model: options.model.slice(options.model.indexOf('/') + 1),
      headers: keyHeaders(provider, options.key),
      signal: work.signal,
      onRequest: (body) => refusals.readRequest(body),
      onUsage: (usage) => {
        spent = addUsage(spent, usage);
        void work.usage(usage).catch((error) => stop.abort(error));
        if (countedTokens(spent) > work.budget.tokens || spent.steps > work.budget.steps)
          stop.abort(new TurnFailure('budget_exceeded', 'The command used up its tokens or steps before it finished.'));
      },
    });
    try {
      const signal = AbortSignal.any([work.signal, stop.signal]);
      const context = [systemPrompt(work), ...work.earlier.map(({ prompt, summary }) => `Earlier: ${prompt}\nDone: ${summary}`)].join(
        '\n\n',
      );
      const run = (task: string) =>
        runCommand({
          sandbox,
          recipe,
          input: `${context}\n\n${task}\n`,
          memoryBytes: options.memoryBytes,
          socket: gateway.socket,
          work,
          signal,
          refusals,
        });
      let summary = await run(`Instruction:\n${work.prompt}`);
      for (let fixed = 0; fixed < work.fixAttempts; fixed++) {
        const findings = await work.newErrors();
        if (findings.length === 0) break;
        summary = await run(findingsText(findingsAsText(findings)));
      }
      const refusal = refusals.last();
      // Nothing changed: either the agent decided so, or its writes were refused.
      if (refusal !== undefined && !(await work.hasChanges()))
        throw new TurnFailure(
          'could_not_write',
          `The command changed nothing, and was refused when it tried: ${withoutFolders(work.redact(refusal))}`,
        );
      return { summary };
    } finally {
      gateway.close();
    }
  };
}

interface CommandRun {
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

/** Runs a command to its end and returns its last message. @throws {TurnFailure} `runner_failed`, `could_not_write` */
async function runCommand({ sandbox, recipe, input, memoryBytes, socket, work, signal, refusals }: CommandRun): Promise<string> {
  signal.throwIfAborted();
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
  const command = [process.execPath, launcher, JSON.stringify(launch), program, ...recipe.run.slice(1)];
  const child = spawn(sandbox, [...args, ...command], {
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
  const watch = setInterval(() => {
    if (bytesOf(work.folder, quotaBytes) > quotaBytes) stop(new TurnFailure('budget_exceeded', 'The command wrote more than 1 GiB.'));
    if (child.pid !== undefined && residentBytes(child.pid) > memoryBytes)
      stop(new TurnFailure('budget_exceeded', `The command used more than ${Math.round(memoryBytes / 1_048_576)} MiB of memory.`));
  }, 1000);
  const output = new CommandOutput(work, refusals);
  // Handles errors at once: if an event cannot be stored, the command ends, and there is no unhandled rejection.
  const reporting = Promise.all([output.read(stdout), output.readErrors(stderr), readReports(reports)]).catch((error) => {
    stop(error);
    return undefined;
  });
  stdin.on('error', () => undefined);
  stdin.end(input);
  try {
    const { exit, missing } = await new Promise<{ exit: number; missing: boolean }>((resolve) => {
      child.on('error', () => resolve({ exit: 127, missing: true }));
      child.on('close', (code) => resolve({ exit: code ?? 137, missing: false }));
    });
    const [, error = '', reported = {}] = (await reporting) ?? [];
    if (ended !== undefined) throw ended;
    if (reported.writes)
      throw new TurnFailure(
        'could_not_write',
        `The command cannot write in its folder (${work.redact(reported.writes)}), so it was not run.`,
      );
    if (missing || exit === 127) throw new TurnFailure('runner_failed', `The command was not found: ${recipe.run[0]?.split(sep).at(-1)}.`);
    if (exit > 128) throw new TurnFailure('runner_failed', `The command was ended by signal ${exit - 128}.`);
    if (exit !== 0)
      throw new TurnFailure('runner_failed', `The command ended with ${exit}: ${shorten(work.redact(error), maxLine) || output.lastLine}`);
    return recipe.summary === 'file' ? shorten(work.redact(reported.summary ?? '').trim(), maxSummary) : output.summary(recipe.summary);
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Reads the reports of the launcher. Other lines are ignored. */
async function readReports(reports: Readable): Promise<{ writes?: string | null; summary?: string }> {
  const report: { writes?: string | null; summary?: string } = {};
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
