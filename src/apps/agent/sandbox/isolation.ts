/**
 * Tests the sandbox that isolates the check of an agent's result, and the command of a coding agent, from the host. A program inside
 * the sandbox tries to get out, under the conditions in which jobs run (this user, this container).
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainText } from '../../../model/plain-text.ts';
import { oneLine, shorten } from '../../../model/shorten.ts';
import { nodeFolder } from '../runner/installation-folders.ts';
import { TurnFailure } from '../runner/turn-failure.ts';
import { findBubblewrap, sandboxArguments } from './sandbox.ts';
import type { ProbeResults, ProbeTask } from './sandbox-probe.ts';

/** One test of the sandbox. */
export interface IsolationTest {
  readonly name: 'bubblewrap' | 'namespaces' | 'network' | 'files' | 'temporary' | 'processes' | 'environment';
  /** Undefined: not tested, because an earlier test failed. */
  readonly passed: boolean | undefined;
}

/** The result as text for logs and reports. */
export function resultOf({ passed }: IsolationTest): 'passed' | 'failed' | 'not tested' {
  return passed === undefined ? 'not tested' : passed ? 'passed' : 'failed';
}

/** The result of all tests. A process runs them once. */
export interface IsolationReport {
  readonly isIsolated: boolean;
  /** Path of the program that starts a sandbox. Undefined if it does not isolate. */
  readonly program?: string;
  /** One sentence without a full stop: what isolates jobs, or why they cannot be isolated. */
  readonly words: string;
  /** An instruction that fixes the problem. Empty if there is none. */
  readonly fix: string;
  /** `root`, or the ID of the user that ran the tests. */
  readonly user: string;
  readonly tests: readonly IsolationTest[];
}

const probe = fileURLToPath(new URL(`./sandbox-probe${extname(fileURLToPath(import.meta.url))}`, import.meta.url));
const timeLimitMs = 20_000;
const inside = ['network', 'files', 'temporary', 'processes', 'environment'] as const;

let known: Promise<IsolationReport> | undefined;

/** Never throws: if the test itself fails, jobs are not isolated. */
export function testIsolation(): Promise<IsolationReport> {
  known ??= tryIsolation().catch((error: unknown) =>
    nothing([{ name: 'bubblewrap', passed: undefined }], `the sandbox test failed: ${oneLine(String(error))}`, installFix),
  );
  return known;
}

/**
 * Path of the tested program that starts a sandbox. Undefined if there is none and the operator allows that.
 * @throws {TurnFailure} `sandbox_unavailable`
 */
export async function requireSandbox(allowUnsandboxed: boolean): Promise<string | undefined> {
  const { program, words } = await testIsolation();
  if (program === undefined && !allowUnsandboxed)
    throw new TurnFailure('sandbox_unavailable', `The check of the result cannot be isolated on this host: ${words}.`);
  return program;
}

/** Shown with jobs, and on the pages of a service, that run without a sandbox. */
export const unsandboxedMessage =
  'Checks run without a sandbox (--allow-unsandboxed): a bug in the page evaluator could give page code the permissions of the service.';

const installFix = 'Install bubblewrap (Debian and Ubuntu: apt-get install bubblewrap), or start with --allow-unsandboxed';

function nothing(tests: readonly IsolationTest[], words: string, fix: string): IsolationReport {
  const names = ['bubblewrap', 'namespaces', ...inside] as const;
  const all = names.map((name) => tests.find((test) => test.name === name) ?? { name, passed: undefined });
  return { isIsolated: false, words, fix, user: user(), tests: all };
}

function user(): string {
  const id = process.getuid?.();
  return id === undefined ? 'unknown' : id === 0 ? 'root' : String(id);
}

async function tryIsolation(): Promise<IsolationReport> {
  if (process.platform !== 'linux')
    return nothing(
      [{ name: 'bubblewrap', passed: false }],
      `bubblewrap requires Linux, and this host runs ${process.platform}`,
      'Run the service on Linux, or start with --allow-unsandboxed',
    );
  const program = findBubblewrap();
  if (program === undefined) return nothing([{ name: 'bubblewrap', passed: false }], 'bubblewrap (bwrap) is not installed', installFix);
  const folder = mkdtempSync(join(tmpdir(), 'docsgen-isolation-'));
  const targets = new ConnectionTargets();
  try {
    const tcp = await targets.listen(0);
    const socket = join(folder, 'socket');
    await targets.listen(socket);
    const result = await runProbe(program, probeTask(folder, (tcp.address() as { port: number }).port, socket));
    const answers = answersOf(result.output);
    if (!answers) {
      const { words, fix } = failureReason(result.errors, result.exit);
      const tests: IsolationTest[] = [
        { name: 'bubblewrap', passed: true },
        { name: 'namespaces', passed: false },
      ];
      return nothing(tests, `bubblewrap is installed, but ${words}`, fix);
    }
    // A connection that arrived here is a failure, whatever the program inside reports.
    return reportOf(program, { ...answers, network: answers.network && targets.reached === 0 });
  } finally {
    targets.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Servers on the host that the program inside the sandbox tries to reach. */
class ConnectionTargets {
  readonly #servers: Server[] = [];
  #reached = 0;

  /** How many connections arrived. */
  get reached(): number {
    return this.#reached;
  }

  /** @param at a port, or the path of a socket */
  async listen(at: string | number): Promise<Server> {
    const server = createServer((socket) => {
      this.#reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      if (typeof at === 'string') server.listen(at, resolve);
      else server.listen(at, '127.0.0.1', resolve);
    });
    this.#servers.push(server);
    return server;
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }
}

/** Creates the files that the program inside may read, may write, and must not see. */
function probeTask(folder: string, port: number, socket: string): ProbeTask {
  const [readable, writable, hidden] = [join(folder, 'readable'), join(folder, 'writable'), join(folder, 'hidden')];
  for (const path of [readable, writable]) mkdirSync(path);
  writeFileSync(join(readable, 'shown'), 'shown');
  writeFileSync(hidden, 'hidden');
  const namespaces = { net: readlinkSync('/proc/self/ns/net'), pid: readlinkSync('/proc/self/ns/pid') };
  return { port, socket, hidden, readable, writable, namespaces };
}

function runProbe(program: string, task: ProbeTask): Promise<ProcessResult> {
  const node = nodeFolder();
  const args = sandboxArguments({
    readable: [...(node === undefined ? [] : [node]), probe, task.readable],
    writable: [task.writable],
    folder: task.writable,
    environment: { PATH: '/usr/bin:/bin', HOME: task.writable },
  });
  return run(program, [...args, process.execPath, probe, JSON.stringify(task)]);
}

function reportOf(program: string, results: ProbeResults): IsolationReport {
  const tests: IsolationTest[] = [
    { name: 'bubblewrap', passed: true },
    { name: 'namespaces', passed: true },
    ...inside.map((name) => ({ name, passed: results[name] })),
  ];
  const open = inside.filter((name) => !results[name]);
  if (open.length > 0)
    return nothing(
      tests,
      `bubblewrap starts but does not isolate: ${open.map((name) => unsandboxedText[name]).join('; ')}`,
      'Make sure that bwrap on PATH is bubblewrap itself, or start with --allow-unsandboxed',
    );
  return {
    isIsolated: true,
    program,
    words: `bubblewrap isolates checks and commands (tested as user ${user()})`,
    fix: '',
    user: user(),
    tests,
  };
}

const unsandboxedText: Readonly<Record<(typeof inside)[number], string>> = {
  network: 'a program inside can reach the network of the host',
  files: 'a program inside can write to a read-only folder or has capabilities to change its mounts, or cannot write to a writable folder',
  temporary: 'a program inside can see the temporary files of the host',
  processes: 'a program inside can see the processes of the host',
  environment: 'a program inside can read the environment of the service',
};

interface ProcessResult {
  readonly output: string;
  readonly errors: string;
  readonly exit: number | null;
}

function run(program: string, args: readonly string[]): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const environment = { PATH: '/usr/bin:/bin', PROBE_OUTSIDE: '1' };
    const child = spawn(program, args, { cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
    let [output, errors] = ['', ''];
    const end = (exit: number | null) => {
      clearTimeout(timer);
      resolve({ output, errors, exit });
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = shorten(output + text, 10_000);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = shorten(errors + text, 10_000);
    });
    child.on('error', (error) => {
      errors += error.message;
      end(null);
    });
    child.on('close', end);
  });
}

function answersOf(text: string): ProbeResults | undefined {
  try {
    return JSON.parse(text) as ProbeResults;
  } catch {
    return undefined;
  }
}

/** Kernel settings that prevent user namespaces: file, preventing value, description, fix. */
const forbidding = [
  ['/proc/sys/user/max_user_namespaces', '0', 'user.max_user_namespaces is 0', 'Set sysctl user.max_user_namespaces=15000'],
  [
    '/proc/sys/kernel/unprivileged_userns_clone',
    '0',
    'kernel.unprivileged_userns_clone is 0',
    'Set sysctl kernel.unprivileged_userns_clone=1',
  ],
  [
    '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    '1',
    'AppArmor restricts user namespaces',
    'Add an AppArmor profile that lets /usr/bin/bwrap use user namespaces',
  ],
] as const;

const inContainer = 'In a container, start it with --security-opt seccomp=unconfined --security-opt systempaths=unconfined';

/** Why bubblewrap does not start, from its error output and the kernel settings. */
function failureReason(errors: string, exit: number | null): { readonly words: string; readonly fix: string } {
  const cause = oneLine(plainText(errors)) || (exit === null ? 'it did not exit in time' : `exit code ${exit}`);
  const quoted = `("${shorten(cause, 300)}")`;
  const otherwise = ', or start with --allow-unsandboxed';
  if (/mount(?:ing)? proc|mount proc|\/newroot\/proc/i.test(cause))
    return { words: `the container does not permit mounting /proc ${quoted}`, fix: `${inContainer}${otherwise}` };
  const isRefused = /namespace|uid map|uid_map|setgroups|clone|unshare|not permitted|permission denied|RTM_NEWADDR/i.test(cause);
  if (!isRefused) return { words: `it does not start ${quoted}`, fix: `Run bwrap in a shell to see the cause${otherwise}` };
  const setting = forbidding.find(([path, value]) => existsSync(path) && readFileSync(path, 'utf8').trim() === value);
  if (setting) return { words: `user namespaces are not permitted: ${setting[2]} ${quoted}`, fix: `${setting[3]}${otherwise}` };
  return { words: `user namespaces are not permitted here, as in most containers ${quoted}`, fix: `${inContainer}${otherwise}` };
}
