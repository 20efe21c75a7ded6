/**
 * Runs git in isolation: with an empty environment, without hooks, without system or user configuration, with every setting overridden
 * that can name a program, and only with the transports that the call allows. It never uses a shell.
 */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Credentials for a remote. Git's credential helper reads them from a pipe, so they are in neither arguments nor environment variables. */
export interface GitCredential {
  readonly username: string;
  readonly password: string;
}

/** The resources of one call. Anything left out is unavailable to it. */
export interface GitCall {
  /** The bare repository. Always explicit, so that git does not discover one in a folder of content. */
  readonly gitDir?: string;
  /** Folder of the checkout; only for commands that write one. */
  readonly workTree?: string;
  /** Path of a private index. */
  readonly index?: string;
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly credential?: GitCredential | undefined;
  /** Allowed transports; none by default. */
  readonly transports?: readonly ('https' | 'http' | 'ssh' | 'file')[];
  /** Additional settings, `name=value`. */
  readonly settings?: readonly string[];
  /** Author, committer and dates of a commit. */
  readonly identity?: Readonly<Partial<Record<`GIT_${'AUTHOR' | 'COMMITTER'}_${'NAME' | 'EMAIL' | 'DATE'}`, string>>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Maximum bytes of standard output; a command that prints more is killed. */
  readonly maxOutput?: number;
}

/** A failed git command. `stderr` is its standard error without secrets. */
export class GitError extends Error {
  readonly exit: number | null;
  readonly stderr: string;
  constructor(command: string, exit: number | null, stderr: string) {
    super(`git ${command}: ${stderr.split('\n').find((line) => line !== '') ?? `exit ${exit}`}`);
    this.name = 'GitError';
    this.exit = exit;
    this.stderr = stderr;
  }
}

/** Settings that override those of a repository, because each of them can start a program or follow a path. */
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
 * Reads user name and password from file descriptor 3, so that the token is in no process list, environment variable or file.
 * A command may ask more than once, so the pipe contains them several times; each request reads two lines.
 */
const helper = '!f() { test "$1" = get && IFS= read -r user <&3 && IFS= read -r word <&3 && printf "%s\\n%s\\n" "$user" "$word"; }; f';
const askings = 8;

/**
 * Runs one git command and returns its standard output.
 * @throws {GitError} when its exit status is not 0, it prints too much, or it exceeds `timeoutMs` (2 minutes by default)
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
    // A separate process group, so that the helpers of a transfer are killed too.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    let size = 0;
    let errors = '';
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
      if (errors.length < 16_384) errors += text;
    });
    const done = () => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', onAbort);
    };
    child.on('error', (error) => {
      done();
      reject(new GitError(command, null, error.message));
    });
    child.on('close', (exit) => {
      done();
      if (ended !== undefined) reject(new GitError(command, exit, ended));
      else if (exit !== 0) reject(new GitError(command, exit, withoutSecrets(errors, call.credential)));
      else resolve(Buffer.concat(out));
    });
    // A command that exits early does not read its input; its exit status has the reason.
    child.stdin?.on('error', () => undefined).end(call.input ?? '');
    if (call.credential) {
      const pipe = child.stdio[3] as NodeJS.WritableStream & { end(text: string): void };
      pipe.on('error', () => undefined);
      pipe.end(`username=${call.credential.username}\npassword=${call.credential.password}\n`.repeat(askings));
    }
  });
}

/** Like `git`, for commands with text output. */
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
    // The process has already exited.
  }
}

/** Servers echo what they received, and URLs may contain user names. */
function withoutSecrets(text: string, credential: GitCredential | undefined): string {
  const shown = text.replace(/\/\/[^/@\s]+@/g, '//');
  return credential ? shown.replaceAll(credential.password, '***') : shown;
}
