/**
 * The git command with nothing inherited: an environment made from nothing, every setting that can name a program overridden,
 * no hooks, no system or user configuration, only the transports that the call allows. Arguments travel as a list, never through a shell.
 */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** What a remote asks for. Never an argument and never an environment variable: git's credential helper reads it from a pipe. */
export interface GitCredential {
  readonly username: string;
  readonly password: string;
}

/** What one call may see and reach; whatever is left out is not there for it. */
export interface GitCall {
  /** The bare repository, always named: what lies in a folder of content is never asked. */
  readonly gitDir?: string;
  /** Where files are laid out; only for commands that write them. */
  readonly workTree?: string;
  /** A private index. */
  readonly index?: string;
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly credential?: GitCredential | undefined;
  /** Transports beside the built-in none. */
  readonly transports?: readonly ('https' | 'http' | 'ssh' | 'file')[];
  /** Further settings, `name=value`. */
  readonly settings?: readonly string[];
  /** Author, committer and dates of a commit. */
  readonly identity?: Readonly<Partial<Record<`GIT_${'AUTHOR' | 'COMMITTER'}_${'NAME' | 'EMAIL' | 'DATE'}`, string>>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Bytes of standard output; more ends the call. */
  readonly maxOutput?: number;
}

/** A git command that did not end well. `said` is its standard error, without anything secret. */
export class GitProblem extends Error {
  readonly exit: number | null;
  readonly said: string;
  constructor(command: string, exit: number | null, said: string) {
    super(`git ${command}: ${said.split('\n').find((line) => line !== '') ?? `exit ${exit}`}`);
    this.name = 'GitFault';
    this.exit = exit;
    this.said = said;
  }
}

/** Settings that win over whatever a repository says. Each of these can otherwise start a program or follow a path. */
const settings: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.autocrlf=false',
  'core.symlinks=false',
  'core.quotePath=false',
  'core.sshCommand=ssh -oBatchMode=yes -oStrictHostKeyChecking=yes',
  'core.pager=cat',
  'core.fsync=committed',
  'safe.bareRepository=explicit',
  'safe.directory=*',
  'credential.helper=',
  'diff.external=',
  'gpg.program=false',
  'commit.gpgSign=false',
  'push.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'push.recurseSubmodules=no',
  'transfer.fsckObjects=true',
  'fetch.fsck.zeroPaddedFilemode=ignore',
  'fetch.fsck.badTimezone=ignore',
  'transfer.bundleURI=false',
  'http.followRedirects=false',
  'http.proxyAuthMethod=basic',
  'protocol.allow=never',
];

/**
 * Reads user name and password from the third pipe, where the token is not in the process list, the environment or a file.
 * A command may ask more than once, so the pipe holds them several times, and each asking takes two lines.
 */
const helper = '!f() { test "$1" = get && IFS= read -r user <&3 && IFS= read -r word <&3 && printf "%s\\n%s\\n" "$user" "$word"; }; f';
const askings = 8;

/**
 * Runs one git command and gives its standard output.
 * @throws {GitFault} when it exits with anything but 0, prints too much, or takes longer than `timeoutMs` (default 2 minutes)
 */
export function git(args: readonly string[], call: GitCall = {}): Promise<Buffer> {
  const command = args[0] ?? '';
  const all = [...settings, ...(call.transports ?? []).map((name) => `protocol.${name}.allow=always`), ...(call.settings ?? [])];
  const options = all.flatMap((setting) => ['-c', setting]);
  if (call.credential) options.push('-c', `credential.helper=${helper}`);
  if (call.gitDir !== undefined) options.push(`--git-dir=${call.gitDir}`);
  if (call.workTree !== undefined) options.push(`--work-tree=${call.workTree}`);
  const child = spawn('git', ['--no-pager', '--no-replace-objects', '--literal-pathspecs', ...options, ...args], {
    cwd: call.cwd ?? call.workTree ?? call.gitDir,
    env: environment(call),
    stdio: ['pipe', 'pipe', 'pipe', call.credential ? 'pipe' : 'ignore'],
    // A group of its own, so that the helpers of a transfer end with it.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    let size = 0;
    let said = '';
    let ended: string | undefined;
    const end = (reason: string) => {
      ended ??= reason;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => end('took too long and was stopped'), call.timeoutMs ?? 120_000);
    const onAbort = () => end('was stopped');
    call.signal?.addEventListener('abort', onAbort, { once: true });
    if (call.signal?.aborted) onAbort();
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > (call.maxOutput ?? 256 * 1024 * 1024)) end('printed too much');
      else out.push(chunk);
    });
    (child.stderr as Readable).setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 16_384) said += text;
    });
    const done = () => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', onAbort);
    };
    child.on('error', (error) => {
      done();
      reject(new GitProblem(command, null, error.message));
    });
    child.on('close', (exit) => {
      done();
      if (ended !== undefined) reject(new GitProblem(command, exit, ended));
      else if (exit !== 0) reject(new GitProblem(command, exit, withoutSecrets(said, call.credential)));
      else resolve(Buffer.concat(out));
    });
    // A command that ends early does not read on; its exit says why.
    child.stdin?.on('error', () => undefined).end(call.input ?? '');
    if (call.credential) {
      const pipe = child.stdio[3] as NodeJS.WritableStream & { end(text: string): void };
      pipe.on('error', () => undefined);
      pipe.end(`username=${call.credential.username}\npassword=${call.credential.password}\n`.repeat(askings));
    }
  });
}

/** `git` for commands whose output is text. */
export async function gitText(args: readonly string[], call: GitCall = {}): Promise<string> {
  return (await git(args, call)).toString('utf8').trimEnd();
}

function environment(call: GitCall): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: '/nonexistent',
    LANG: 'C',
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'false',
    SSH_ASKPASS: 'false',
    GIT_EDITOR: 'false',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_PROTOCOL_FROM_USER: '0',
    ...(call.index === undefined ? {} : { GIT_INDEX_FILE: call.index }),
    ...call.identity,
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** Servers repeat what they were sent; addresses may hold user names. */
function withoutSecrets(text: string, credential: GitCredential | undefined): string {
  const shown = text.replace(/\/\/[^/@\s]+@/g, '//');
  return credential ? shown.replaceAll(credential.password, '***') : shown;
}
