/**
 * Runs the documentation check of a folder with the docsgen command in a separate process. The check runs code of pages, so it runs in
 * the sandbox, without secrets and without network access. Remote API descriptions are read from local copies.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { CheckFinding } from '../../../model/agent/job.ts';
import { withoutFolders } from '../../../model/plain-text.ts';
import { requireSandbox } from '../sandbox/isolation.ts';
import { sandboxArguments } from '../sandbox/sandbox.ts';
import { installationFolders, programFile } from './installation-folders.ts';

const diagnostics = z.array(
  z.object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'notice']),
    message: z.string(),
    location: z.object({ file: z.string(), line: z.number() }).optional(),
  }),
);

/** With this key, the check accepts the copies that an earlier process fetched: both have a home folder of their own. */
const cacheKey = randomBytes(32).toString('hex');
const timeLimitMs = 180_000;
const maxOutput = 8 * 1024 * 1024;
const maxErrors = 16 * 1024;
const maxFindings = 500;

/** What a check may do and read in addition to its folder. */
export interface CheckPermissions {
  /** Whether to run without a sandbox if the host does not support one. */
  readonly allowUnsandboxed?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly fetched?: FetchedDescriptions | undefined;
}

/** Local copies of remote API descriptions, made by `fetchDescriptions`. */
export interface FetchedDescriptions {
  /** Host names, in the form of `--allow-remote`. */
  readonly hosts: readonly string[];
  /** Folder of the copies. */
  readonly copies: string;
}

/**
 * Downloads the API descriptions that a folder refers to on these hosts, because the check itself has no network access. Must be
 * called before an agent gets the folder, so that the agent cannot decide what is fetched. The check reports what could not be fetched.
 */
export async function fetchDescriptions(
  folder: string,
  copies: string,
  hosts: readonly string[],
  { allowUnsandboxed = false, signal }: CheckPermissions = {},
): Promise<FetchedDescriptions | undefined> {
  if (hosts.length === 0 || !existsSync(join(folder, 'docs.json'))) return undefined;
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  await run(['check', folder, '--only-fetch', '--allow-remote', hosts.join(','), '--cache-dir', copies], {
    readable: [folder],
    scratch: copies,
    hasNetwork: true,
    allowUnsandboxed,
    signal,
  });
  return { hosts, copies };
}

/**
 * Returns the diagnostics, errors first. If the check cannot run, the result is a single warning.
 * @throws {TurnFailure} `sandbox_unavailable` when the host has no sandbox and running without one is not allowed.
 * @param isSite whether the folder must have a `docs.json`. If not, a folder without one has no diagnostics.
 */
export async function checkDocs(
  folder: string,
  isSite: boolean,
  { allowUnsandboxed = false, signal, fetched }: CheckPermissions = {},
): Promise<readonly CheckFinding[]> {
  const hasConfig = ['docs.json', 'mint.json'].some((name) => existsSync(join(folder, name)));
  // A folder without docs.json can be built, but this one had a docs.json.
  if (!hasConfig) return isSite ? [{ severity: 'error', code: 'config/missing', message: 'docs.json not found' }] : [];
  const scratch = mkdtempSync(join(tmpdir(), 'docsgen-check-'));
  const remoteOptions = fetched ? ['--allow-remote', fetched.hosts.join(','), '--cache-dir', fetched.copies] : [];
  try {
    const result = await run(['check', folder, '--no-cache', '--no-fetch', '--no-plugins', '--format', 'json', ...remoteOptions], {
      readable: fetched ? [folder, fetched.copies] : [folder],
      scratch,
      hasNetwork: false,
      allowUnsandboxed,
      signal,
    });
    const read = diagnostics.safeParse(parse(result.output));
    if (!read.success)
      return [{ severity: 'warning', code: 'agent/check-unavailable', message: `the documentation check did not run${reasonOf(result)}` }];
    const order = { error: 0, warning: 1, notice: 2 };
    return read.data
      .map(({ code, severity, message, location }) => ({
        severity,
        code,
        message,
        ...(location && { file: location.file, line: location.line }),
      }))
      .sort((a, b) => order[a.severity] - order[b.severity])
      .slice(0, maxFindings);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns the errors of `after` that are not in `before`. Line numbers are ignored, because edits shift them. */
export function newErrors(before: readonly CheckFinding[], after: readonly CheckFinding[]): CheckFinding[] {
  const oldCounts = new Map<string, number>();
  const keyOf = ({ code, file, message }: CheckFinding) => `${code}\0${file ?? ''}\0${message}`;
  for (const finding of before) oldCounts.set(keyOf(finding), (oldCounts.get(keyOf(finding)) ?? 0) + 1);
  return after.filter((finding) => {
    const left = oldCounts.get(keyOf(finding)) ?? 0;
    oldCounts.set(keyOf(finding), left - 1);
    return finding.severity === 'error' && left <= 0;
  });
}

interface CheckResult {
  readonly output: string;
  readonly errors: string;
  readonly exit: number | null;
}

/** The reason why a check did not run: its last error message, without local paths. */
function reasonOf({ errors, exit }: CheckResult): string {
  const lines = errors
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line =
    lines.find((each) => /error/i.test(each)) ?? lines.at(-1) ?? (exit === null ? 'it was stopped' : `it exited with code ${exit}`);
  return `: ${withoutFolders(line)}`;
}

interface RunOptions {
  readonly readable: readonly string[];
  /** The only writable folder. */
  readonly scratch: string;
  readonly hasNetwork: boolean;
  readonly allowUnsandboxed: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The docsgen command with these arguments, in the sandbox if the host has one. */
async function commandLine(
  inside: readonly string[],
  { readable, scratch, hasNetwork, allowUnsandboxed }: RunOptions,
): Promise<{ command: readonly string[]; environment: Readonly<Record<string, string>> }> {
  const command = [process.execPath, programFile(), ...inside];
  // Private networks often use certificates of their own authority.
  const authorities = hasNetwork ? process.env.NODE_EXTRA_CA_CERTS : undefined;
  const environment = {
    PATH: '/usr/bin:/bin',
    HOME: scratch,
    TMPDIR: scratch,
    NO_COLOR: '1',
    CI: '1',
    DOCSGEN_CACHE_KEY: cacheKey,
    ...(authorities && { NODE_EXTRA_CA_CERTS: authorities }),
  };
  const sandbox = await requireSandbox(allowUnsandboxed);
  if (!sandbox) return { command, environment };
  const args = sandboxArguments({
    readable: [...installationFolders(), ...readable, ...(authorities && existsSync(authorities) ? [authorities] : [])],
    hasNetwork,
    writable: [scratch],
    folder: scratch,
    environment,
  });
  return { command: [sandbox, ...args, ...command], environment };
}

/** Runs the docsgen command with these arguments. */
async function run(inside: readonly string[], options: RunOptions): Promise<CheckResult> {
  const { signal } = options;
  const { command, environment } = await commandLine(inside, options);
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  };
  const timer = setTimeout(stop, timeLimitMs);
  signal?.addEventListener('abort', stop, { once: true });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > maxOutput) stop();
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, maxErrors);
  });
  return new Promise((resolve) => {
    const done = (exit: number | null) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve({ output, errors, exit });
    };
    child.on('error', (error) => {
      errors = error.message;
      done(null);
    });
    child.on('close', done);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
