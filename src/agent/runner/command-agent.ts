/**
 * Any coding agent with a command that works without a person, inside bubblewrap: it sees the documentation folder and a read-only
 * system, and reaches nothing but the model. The instruction comes on its standard input. Whatever it leaves running ends with it.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { shorten } from '../../model/shorten.ts';
import type { Agent, AgentWork } from './agent.ts';
import { findingsWords, systemWords } from './agent-words.ts';
import { findingsAsText } from './file-tools.ts';
import { openModelGateway } from './model-gateway.ts';
import { nodeFolder } from './own-folders.ts';
import { residentBytes } from './process-memory.ts';
import { hasBubblewrap, sandboxArguments } from './sandbox.ts';
import { TurnFailure } from './turn-failure.ts';
import { addUsage, countedTokens, noUsage } from './usage.ts';

/** What to run, and the model that it may reach. `url` and `key` stay outside of the sandbox. */
export interface CommandAgentOptions {
  /** Arguments; `{model}` in them becomes the name of the model. */
  readonly command: readonly string[];
  readonly model: string;
  /** Of all of its processes together. */
  readonly memoryBytes: number;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

const port = '8787';
const quotaBytes = 1024 * 1024 * 1024;
const mostLines = 400;
const mostLine = 2000;
/** Of a line that has not ended yet: enough that a secret at the cut of `mostLine` is whole. */
const mostKept = 64 * 1024;
const launcher = fileURLToPath(new URL(`./sandbox-launcher${extname(fileURLToPath(import.meta.url))}`, import.meta.url));

/** Fails with `runner_failed` where bubblewrap does not work. The last line that the command prints is its summary. */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  return async (work) => {
    if (!(await hasBubblewrap()))
      throw new TurnFailure('runner_failed', 'The runner "command" needs bubblewrap (bwrap) on Linux, and it does not work here.');
    const [provider = '', name = ''] = [
      options.model.slice(0, options.model.indexOf('/')),
      options.model.slice(options.model.indexOf('/') + 1),
    ];
    const program = findProgram(options.command[0] ?? '');
    const command = [program, ...options.command.slice(1)].map((word) => word.replaceAll('{model}', name));
    let spent = noUsage;
    const stop = new AbortController();
    const gateway = await openModelGateway({
      url: options.url ?? (provider === 'anthropic' ? 'https://api.anthropic.com/v1' : 'https://api.openai.com/v1'),
      headers: keyHeaders(provider, options.key),
      signal: work.signal,
      onUsage: (usage) => {
        spent = addUsage(spent, usage);
        void work.usage(usage).catch((error) => stop.abort(error));
        if (countedTokens(spent) > work.budget.tokens || spent.steps > work.budget.steps)
          stop.abort(new TurnFailure('budget_exceeded', 'The command used up its tokens or steps without an end.'));
      },
    });
    try {
      const signal = AbortSignal.any([work.signal, stop.signal]);
      const words = [systemWords(work), ...work.earlier.map(({ prompt, summary }) => `Earlier: ${prompt}\nDone: ${summary}`)].join('\n\n');
      let summary = await runCommand(
        command,
        `${words}\n\nInstruction:\n${work.prompt}\n`,
        options.memoryBytes,
        gateway.socket,
        work,
        signal,
      );
      for (let mended = 0; mended < work.mendings; mended++) {
        const findings = await work.newErrors();
        if (findings.length === 0) break;
        summary = await runCommand(
          command,
          `${words}\n\n${findingsWords(findingsAsText(findings))}\n`,
          options.memoryBytes,
          gateway.socket,
          work,
          signal,
        );
      }
      return { summary };
    } finally {
      gateway.close();
    }
  };
}

/** Runs it to its end and gives the last line that it printed. @throws {TurnFailure} `runner_failed` */
async function runCommand(
  command: readonly string[],
  input: string,
  memoryBytes: number,
  socket: string,
  work: AgentWork,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const programFolder = installFolder(command[0] as string);
  const readable = [nodeFolder(), launcher, programFolder].filter((path) => path !== undefined);
  const args = sandboxArguments({
    readable,
    writable: [work.folder],
    folder: work.folder,
    shown: { [socket]: '/run/model' },
    environment: {
      PATH: ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath)].join(':'),
      HOME: '/tmp',
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      CI: '1',
      NO_COLOR: '1',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'in-the-gateway',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: 'in-the-gateway',
    },
  });
  const child = spawn(
    'bwrap',
    [...args, process.execPath, launcher, '/run/model', port, String(Math.ceil(memoryBytes / 1024)), ...command],
    {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let ended: unknown;
  const stop = (reason: unknown) => {
    ended ??= reason;
    // The first process of the sandbox ends all others with it.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const onAbort = () => stop(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const watch = setInterval(() => {
    if (bytesOf(work.folder, quotaBytes) > quotaBytes) stop(new TurnFailure('budget_exceeded', 'The command wrote more than 1 GiB.'));
    if (child.pid !== undefined && residentBytes(child.pid) > memoryBytes)
      stop(new TurnFailure('budget_exceeded', `The command used more than ${Math.round(memoryBytes / 1_048_576)} MiB of memory.`));
  }, 1000);
  const said = { lines: 0, last: '' };
  // Caught at once: what cannot be stored ends the command, and is nobody's unhandled fault meanwhile.
  const telling = Promise.all([tellLines(child.stdout, said, work), lastLine(child.stderr)]).catch(stop);
  child.stdin.on('error', () => undefined).end(input);
  try {
    const { exit, missing } = await new Promise<{ exit: number; missing: boolean }>((resolve) => {
      child.on('error', () => resolve({ exit: 127, missing: true }));
      child.on('close', (code) => resolve({ exit: code ?? 137, missing: false }));
    });
    const [, error = ''] = (await telling) ?? [];
    if (ended !== undefined) throw ended;
    if (missing || exit === 127) throw new TurnFailure('runner_failed', `The command was not found: ${command[0]?.split(sep).at(-1)}.`);
    if (exit > 128) throw new TurnFailure('runner_failed', `The command was ended by signal ${exit - 128}.`);
    if (exit !== 0)
      throw new TurnFailure('runner_failed', `The command ended with ${exit}: ${shorten(work.redact(error), mostLine) || said.last}`);
    return said.last;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Lines of its output as events, so many and so long. A secret is taken out before a line is cut. */
async function tellLines(output: Readable, said: { lines: number; last: string }, work: AgentWork): Promise<void> {
  for await (const line of linesOf(output)) {
    said.last = shorten(work.redact(line), mostLine);
    if (++said.lines <= mostLines) await work.events('command', { line: said.last });
  }
}

async function lastLine(output: Readable): Promise<string> {
  let last = '';
  for await (const line of linesOf(output)) last = line;
  return last.trim();
}

/** Lines with words in them; of a very long one what is in the middle is dropped. */
async function* linesOf(output: Readable): AsyncGenerator<string> {
  const hasWords = (line: string) => line.trim() !== '';
  let rest = '';
  // Decoded by the stream: a character may come in two pieces.
  for await (const text of output.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, mostKept);
    yield* lines.filter(hasWords);
  }
  if (hasWords(rest)) yield rest;
}

/** The program as the service finds it; bare names by PATH. */
function findProgram(name: string): string {
  if (name.includes(sep)) return name;
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return realpathSync(path);
    } catch {
      // Not in this one.
    }
  }
  throw new TurnFailure('runner_failed', `The command was not found: ${name}.`);
}

/** What must be readable for a program that is not part of the system: its packages, or its folder. */
function installFolder(program: string): string | undefined {
  if (/^\/(?:usr|bin|sbin)\//.test(program)) return undefined;
  const packages = program.lastIndexOf(`${sep}node_modules${sep}`);
  return packages === -1 ? dirname(program) : program.slice(0, packages + `${sep}node_modules`.length);
}

function keyHeaders(provider: string, key: string | undefined): Record<string, string> {
  if (!key) return {};
  return provider === 'anthropic' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

/** Bytes of a folder, counted until they are more than `enough`. */
function bytesOf(folder: string, enough: number): number {
  let sum = 0;
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (sum > enough) return;
      const below = join(path, entry.name);
      // Files come and go while the command runs.
      if (entry.isDirectory()) visit(below);
      else sum += (lstatSync(below, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
    }
  };
  try {
    visit(folder);
  } catch {
    // A folder went away meanwhile; the next look counts again.
  }
  return sum;
}
