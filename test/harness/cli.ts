/** Runs the built command line in a child process and records exit code, output, time and memory. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const repository: string = fileURLToPath(new URL('../..', import.meta.url));
const entry = fileURLToPath(new URL('../../bin/docsgen.js', import.meta.url));

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The process is killed after this time; the outcome has `timedOut`. */
  readonly timeoutMs?: number;
  /** Sent after `afterMs`, or when the output first contains `whenPrinted`. */
  readonly kill?: { readonly signal: NodeJS.Signals } & ({ readonly afterMs: number } | { readonly whenPrinted: string });
  readonly uid?: number;
  /** Outputs that are closed immediately, like a pipe into `head`. */
  readonly closed?: readonly ('stdout' | 'stderr')[];
}

export interface CliOutcome {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** CPU time of the process on all cores when last measured, without disk work; 0 if the system does not report it. */
  readonly cpuMs: number;
  /** Highest measured resident memory of the process; 0 if the system does not report it. */
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
  const expectedOutput = kill && 'whenPrinted' in kill ? kill.whenPrinted : undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const before = stdout;
    stdout += text;
    if (kill && expectedOutput && stdout.includes(expectedOutput) && !before.includes(expectedOutput)) child.kill(kill.signal);
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

/** The kernel's high-water mark, which includes peaks between two measurements. */
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
