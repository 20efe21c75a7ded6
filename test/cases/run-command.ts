/** Runs one command line for a case: in a process that earlier cases have warmed up, or in one of its own where the process matters. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from '../harness/cli.ts';
import { kept } from './kept.ts';

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Killed after this long. */
  readonly seconds: number;
  /** Needs a process of its own: limits, another user, a measure of memory. */
  readonly process?: {
    readonly ulimit?: Readonly<Record<string, number>> | undefined;
    readonly uid?: number;
    /** A signal, when the output matches `when` or after so many seconds. */
    readonly kill?: { readonly signal: NodeJS.Signals; readonly when?: string | undefined; readonly after?: number | undefined };
  };
}

export interface CommandOutcome {
  /** null = ended by a signal. */
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly stdout: string;
  readonly seconds: number;
  readonly timedOut: boolean;
  /** Highest resident memory, of a process of its own; 0 where the system does not tell. */
  readonly megabytes: number;
}

const limitLetters: Readonly<Record<string, string>> = {
  files: 'n',
  fileBlocks: 'f',
  memory: 'v',
  seconds: 't',
  processes: 'u',
  stack: 's',
};

/** The command line that starts docsgen with these arguments, under these limits. */
export function commandLine(args: readonly string[], ulimit: Readonly<Record<string, number>> = {}): [string, ...string[]] {
  const { watches, ...others } = ulimit;
  const node = [process.execPath, join(repository, 'bin/docsgen.js'), ...args] as [string, ...string[]];
  const limits = Object.entries(others).map(([name, value]) => `ulimit -${limitLetters[name] ?? name} ${value}`);
  // The kernel gives a user namespace limits of its own, which nobody else feels.
  if (watches !== undefined) limits.unshift(`echo ${watches} > /proc/sys/user/max_inotify_watches`);
  const inside = ['bash', '-c', `${limits.join(' && ')} && exec "$@"`, 'bash', ...node] as [string, ...string[]];
  if (watches !== undefined) return ['unshare', '-Ur', ...inside];
  return limits.length === 0 ? node : inside;
}

export function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandOutcome> {
  return options.process ? runInOwnProcess(args, options) : runInHost(args, options);
}

function runInOwnProcess(args: readonly string[], options: CommandOptions): Promise<CommandOutcome> {
  const [command, ...rest] = commandLine(args, options.process?.ulimit);
  const start = performance.now();
  const child = spawn(command, rest, {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: '1', CI: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.process?.uid !== undefined && { uid: options.process.uid }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
  }, 50);
  const { kill } = options.process ?? {};
  const end = kill && watchToKill(child, kill, () => stdout + stderr);
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, options.seconds * 1000);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => {
      clearInterval(watch);
      clearInterval(end);
      clearTimeout(limit);
      const seconds = (performance.now() - start) / 1000;
      resolve({ exit, signal, stdout, output: `${stdout}\n${stderr}`, seconds, timedOut, megabytes });
    });
  });
}

function watchToKill(
  child: ChildProcess,
  { signal, when, after = 0 }: NonNullable<NonNullable<CommandOptions['process']>['kill']>,
  output: () => string,
): NodeJS.Timeout {
  const start = performance.now();
  const timer = setInterval(() => {
    if (when === undefined ? performance.now() - start < after * 1000 : !new RegExp(when, 'm').test(output())) return;
    clearInterval(timer);
    child.kill(signal);
  }, 5);
  return timer;
}

/** The kernel's own high-water mark, so that no peak between two looks is missed. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

interface Host {
  run(args: readonly string[], options: CommandOptions): Promise<CommandOutcome>;
  end(): void;
}

/** After this many cases the process is replaced, so that no case is judged in one that has grown without bounds. */
const casesPerProcess = 60;

function openHost(): Host {
  let child: ChildProcess | undefined;
  let cases = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const start = async () => {
    const started = fork(fileURLToPath(new URL('command-host.mjs', import.meta.url)), [], {
      env: { ...process.env, NO_COLOR: '1', CI: '1' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await new Promise<void>((ready, fail) => {
      started.once('message', () => ready());
      started.once('exit', (code) => fail(new Error(`the process for commands did not start (exit ${code})`)));
      started.once('error', fail);
    });
    return started;
  };
  const one = async (args: readonly string[], { cwd, env, seconds }: CommandOptions): Promise<CommandOutcome> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null || cases >= casesPerProcess) {
      child?.kill();
      child = await start();
      cases = 0;
    }
    cases += 1;
    const host = child;
    const begun = performance.now();
    return new Promise((resolve) => {
      let timedOut = false;
      const limit = setTimeout(() => {
        timedOut = true;
        host.kill('SIGKILL');
      }, seconds * 1000);
      const finish = (found: { exit: number | null; signal?: NodeJS.Signals | null; stdout?: string; stderr?: string }) => {
        clearTimeout(limit);
        host.off('message', onMessage).off('exit', onExit);
        const { exit, signal = null, stdout = '', stderr = '' } = found;
        const took = (performance.now() - begun) / 1000;
        resolve({ exit, signal, stdout, output: `${stdout}\n${stderr}`, seconds: took, timedOut, megabytes: 0 });
      };
      const onMessage = (message: unknown) => finish(message as { exit: number; stdout: string; stderr: string });
      const onExit = (exit: number | null, signal: NodeJS.Signals | null) => finish({ exit, signal });
      host.on('message', onMessage).on('exit', onExit);
      host.send({ args, cwd, env });
    });
  };
  return {
    // One after the other: the working folder and the variables belong to the whole process.
    run(args, options) {
      const result = queue.then(() => one(args, options));
      queue = result.catch(() => undefined);
      return result;
    },
    end: () => void child?.kill(),
  };
}

const host = kept(
  async () => openHost(),
  (opened) => opened.end(),
);

async function runInHost(args: readonly string[], options: CommandOptions): Promise<CommandOutcome> {
  return (await host()).run(args, options);
}
