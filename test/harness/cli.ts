/** Runs the built command line as a user would: a child process, its exit, its words, its time and its memory. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const repository: string = fileURLToPath(new URL('../..', import.meta.url));
const entry = fileURLToPath(new URL('../../bin/docsgen.js', import.meta.url));

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Killed after this long; the outcome then says `timedOut`. */
  readonly timeoutMs?: number;
  /** Sent after `afterMs`, or when the output first holds `whenSaid`, for tests that interrupt. */
  readonly kill?: { readonly signal: NodeJS.Signals } & ({ readonly afterMs: number } | { readonly whenSaid: string });
  readonly uid?: number;
  /** Outputs that nobody reads: closed at once, like a pipe into `head`. */
  readonly closed?: readonly ('stdout' | 'stderr')[];
}

export interface CliOutcome {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** Time of all cores for the process itself (not for the disk on its behalf) when it was last seen; 0 where the system does not tell. */
  readonly cpuMs: number;
  /** Highest resident memory of the process that was seen; 0 where the system does not tell. */
  readonly peakMiB: number;
  readonly timedOut: boolean;
}

export function runCli(args: readonly string[], options: CliOptions): Promise<CliOutcome> {
  const start = performance.now();
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: '1', CI: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    uid: options.uid,
  });
  let stdout = '';
  let stderr = '';
  const { kill } = options;
  const awaited = kill && 'whenSaid' in kill ? kill.whenSaid : undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const before = stdout;
    stdout += text;
    if (kill && awaited && stdout.includes(awaited) && !before.includes(awaited)) child.kill(kill.signal);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  for (const name of options.closed ?? []) child[name].destroy();

  let peakMiB = 0;
  let cpuMs = 0;
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, peakOf(child.pid));
    cpuMs = Math.max(cpuMs, cpuOf(child.pid));
  }, 50);
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, options.timeoutMs ?? 60_000);
  const interrupt = kill && 'afterMs' in kill ? setTimeout(() => child.kill(kill.signal), kill.afterMs) : undefined;

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => {
      clearInterval(watch);
      clearTimeout(limit);
      clearTimeout(interrupt);
      resolve({ exit, signal, stdout, stderr, ms: performance.now() - start, cpuMs, peakMiB, timedOut });
    });
  });
}

/** The kernel's own high-water mark, so that no peak between two looks is missed. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** User and system time; Linux counts hundredths of a second in /proc (USER_HZ). */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) * 10;
  } catch {
    return 0;
  }
}
