/**
 * The documentation check of a folder, by our own command line in a process of its own: it runs code of pages, so it runs in the
 * sandbox, without secrets and without a network. Of API descriptions that lie elsewhere it reads copies.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { CheckFinding } from '../../../model/agent/job.ts';
import { withoutFolders } from '../../../model/without-folders.ts';
import { requireSandbox } from '../sandbox/isolation.ts';
import { sandboxArguments } from '../sandbox/sandbox.ts';
import { ownFolders, ownProgram } from './own-folders.ts';

const diagnostics = z.array(
  z.object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'notice']),
    message: z.string(),
    location: z.object({ file: z.string(), line: z.number() }).optional(),
  }),
);

const longestMs = 180_000;
const maxOutput = 8 * 1024 * 1024;
const maxErrors = 16 * 1024;
const maxFindings = 500;

/** What a check may do and read beside its folder. */
export interface CheckPermissions {
  /** Run without a sandbox where this machine has none. */
  readonly allowUnsandboxed?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly fetched?: FetchedDescriptions | undefined;
}

/** API descriptions that lie elsewhere, as `fetchDescriptions` found them. */
export interface FetchedDescriptions {
  /** Hosts, as `--allow-remote` takes them. */
  readonly hosts: readonly string[];
  /** Folder of the copies. */
  readonly copies: string;
}

/**
 * Brings what the files of a folder name on these hosts to this machine, into a folder that is made: the check itself has no network. To
 * be called before an agent gets the folder, which must not say what is fetched. What cannot be had is told by the check.
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
 * The findings, errors first. A check that cannot run is itself one warning.
 * @throws {TurnFailure} `sandbox_unavailable` where nothing isolates it and that is not allowed.
 * @param isSite whether the folder should have a `docs.json`: without one it has no findings, unless it should have one.
 */
export async function checkDocs(
  folder: string,
  isSite: boolean,
  { allowUnsandboxed = false, signal, fetched }: CheckPermissions = {},
): Promise<readonly CheckFinding[]> {
  if (!isSite && !existsSync(join(folder, 'docs.json'))) return [];
  const scratch = mkdtempSync(join(tmpdir(), 'docsgen-check-'));
  const elsewhere = fetched ? ['--allow-remote', fetched.hosts.join(','), '--cache-dir', fetched.copies] : [];
  try {
    const said = await run(['check', folder, '--no-cache', '--no-fetch', '--format', 'json', ...elsewhere], {
      readable: fetched ? [folder, fetched.copies] : [folder],
      scratch,
      hasNetwork: false,
      allowUnsandboxed,
      signal,
    });
    const read = diagnostics.safeParse(parse(said.output));
    if (!read.success)
      return [{ severity: 'warning', code: 'agent/check-unavailable', message: `the documentation check did not run${reasonOf(said)}` }];
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

/** Errors of `after` that `before` does not hold. Lines move when a page is edited, so they are not compared. */
export function newErrors(before: readonly CheckFinding[], after: readonly CheckFinding[]): CheckFinding[] {
  const known = new Map<string, number>();
  const keyOf = ({ code, file, message }: CheckFinding) => `${code}\0${file ?? ''}\0${message}`;
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return finding.severity === 'error' && left <= 0;
  });
}

interface Said {
  readonly output: string;
  readonly errors: string;
  readonly exit: number | null;
}

/** Of a check that said nothing useful: what its process said last, without the paths of this machine. */
function reasonOf({ errors, exit }: Said): string {
  const lines = errors
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((each) => /error/i.test(each)) ?? lines.at(-1) ?? (exit === null ? 'it was stopped' : `it ended with ${exit}`);
  return `: ${withoutFolders(line)}`;
}

interface Surroundings {
  readonly readable: readonly string[];
  /** The only folder that may be written. */
  readonly scratch: string;
  readonly hasNetwork: boolean;
  readonly allowUnsandboxed: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Our own command line with these arguments. */
async function run(inside: readonly string[], { readable, scratch, hasNetwork, allowUnsandboxed, signal }: Surroundings): Promise<Said> {
  const command = [process.execPath, ownProgram(), ...inside];
  // Hosts of a private network often have a certificate of their own authority.
  const authorities = hasNetwork ? process.env.NODE_EXTRA_CA_CERTS : undefined;
  const environment = {
    PATH: '/usr/bin:/bin',
    HOME: scratch,
    TMPDIR: scratch,
    NO_COLOR: '1',
    CI: '1',
    ...(authorities && { NODE_EXTRA_CA_CERTS: authorities }),
  };
  const sandbox = await requireSandbox(allowUnsandboxed);
  const [program = '', ...args] = sandbox
    ? [
        sandbox,
        ...sandboxArguments({
          readable: [...ownFolders(), ...readable, ...(authorities && existsSync(authorities) ? [authorities] : [])],
          hasNetwork,
          writable: [scratch],
          folder: scratch,
          environment,
        }),
        ...command,
      ]
    : command;
  const child = spawn(program, args, { cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Ended by itself.
    }
  };
  const timer = setTimeout(stop, longestMs);
  signal?.addEventListener('abort', stop, { once: true });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.length > maxOutput) stop();
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, maxErrors);
  });
  return new Promise((resolve) => {
    const done = (exit: number | null) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve({ output: said, errors, exit });
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
