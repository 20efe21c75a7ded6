/**
 * One bare repository for each remote, shared by all jobs on this host. It is shallow and contains only the blobs that were requested.
 * One process fetches at a time. The next fetch removes what a killed one left behind; objects are never rewritten.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeLock } from '../../../platform/files/lock.ts';
import { type GitCall, type GitCredential, GitError, git, gitText } from './hardened-git.ts';
import type { RepositoryAddress } from './repository-address.ts';

/** No fetch starts with less free space than this, or than a twentieth of a small disk, because a full disk affects every job on the host. */
const minFreeBytes = 256 * 1024 * 1024;
/** Overrides the attributes of the repository, so that checkouts do not change bytes. */
const plainBytes = '* -text -eol -crlf -ident -filter -working-tree-encoding !diff !merge\n';

/** Name of the default branch in the cache before it is known. */
const unknownBranch = 'docsgen-unknown';

/** A partial copy of a remote. Callers that need more call `fetchCommit` first. */
export interface CacheRepository {
  readonly gitDir: string;
  /** The remote for fetch and push. */
  readonly remote: GitRemote;
}

/** A remote with an optional credential. */
export interface GitRemote extends RepositoryAddress {
  readonly credential?: GitCredential | undefined;
}

/** Creates or opens the cache of a remote. Safe for concurrent processes. */
export async function openCacheRepository(folder: string, remote: GitRemote): Promise<CacheRepository> {
  const gitDir = join(folder, `${createHash('sha256').update(remote.remote).digest('hex').slice(0, 32)}.git`);
  if (!existsSync(join(gitDir, 'docsgen-ready'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fresh = `${gitDir}.${process.pid}-${Date.now()}`;
    await git(['init', '--quiet', '--bare', '--template=', `--initial-branch=${unknownBranch}`, fresh], { cwd: folder });
    mkdirSync(join(fresh, 'info'), { recursive: true });
    writeFileSync(join(fresh, 'info', 'attributes'), plainBytes);
    // Marks objects as intentionally missing. Git never loads them on its own.
    const url = remote.remote.replace(/["\\]/g, '\\$&');
    appendFileSync(
      join(fresh, 'config'),
      `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = "${url}"\n\tpromisor = true\n`,
    );
    writeFileSync(join(fresh, 'docsgen-ready'), '');
    try {
      renameSync(fresh, gitDir);
    } catch (error) {
      // Another process created it first, or a process was killed while creating it.
      if (existsSync(join(gitDir, 'docsgen-ready'))) rmSync(fresh, { recursive: true, force: true });
      else throw error;
    }
  }
  return { gitDir, remote };
}

/** The commit of a branch of the remote; `undefined` when the branch does not exist. Throws `GitError` when the remote cannot be reached. */
export async function remoteBranch({ remote }: CacheRepository, branch: string, signal?: AbortSignal): Promise<string | undefined> {
  return commitIn(await listRefs(remote, [], [`refs/heads/${branch}`], signal), branch);
}

/** What a remote has at the moment. */
export interface RemoteHeads {
  /** The commit of the branch; undefined when there is no such branch. */
  readonly head: string | undefined;
  /** The name of the default branch; undefined when there is none or it has no commits. */
  readonly defaultBranch: string | undefined;
}

/** A branch of the remote and its default branch. Throws `GitError` when the remote cannot be reached. */
export async function remoteHeads({ remote }: CacheRepository, branch: string, signal?: AbortSignal): Promise<RemoteHeads> {
  const output = await listRefs(remote, ['--symref'], ['HEAD', `refs/heads/${branch}`], signal);
  return { head: commitIn(output, branch), defaultBranch: /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(output)?.[1] };
}

function listRefs(remote: GitRemote, options: readonly string[], patterns: readonly string[], signal?: AbortSignal): Promise<string> {
  return gitText(['ls-remote', '--quiet', ...options, ...servedBy(remote), '--', remote.remote, ...patterns], {
    ...toRemote(remote, signal),
    timeoutMs: 25_000,
    cwd: '/',
  });
}

/** Git matches the end of ref names, so a branch named "refs/heads/main" is also listed, and symbolic refs have two lines. */
function commitIn(output: string, branch: string): string | undefined {
  for (const line of output.split('\n')) {
    const [commit = '', name] = line.split('\t');
    if (name === `refs/heads/${branch}` && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  }
  return undefined;
}

/**
 * Fetches one commit, its trees, and the blobs of `folder` (empty: all) and of those `files` that exist. Objects in the cache are not
 * fetched again.
 */
export async function fetchCommit(
  cache: CacheRepository,
  commit: string,
  folder: string,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  if (!(await hasTree(cache, commit))) {
    await withLock(cache, signal, async () => {
      if (await hasTree(cache, commit)) return;
      requireFreeSpace(cache);
      await fetch(cache, ['--depth=1', '--filter=blob:none'], [commit], signal);
    });
  }
  const wanted = await objectsOf(cache, commit, [folder, ...files]);
  // Objects are never removed, so a complete set is not checked again. With many files, the check takes seconds.
  const names = [...wanted.folders, ...wanted.files].join('\n');
  const mark = join(cache.gitDir, 'docsgen-whole', createHash('sha256').update(names).digest('hex').slice(0, 32));
  if (existsSync(mark)) return;
  await fetchMissing(cache, wanted, signal);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
}

async function fetchMissing(cache: CacheRepository, wanted: Wanted, signal?: AbortSignal): Promise<void> {
  if ((await missingBlobs(cache, wanted)).length === 0) return;
  await withLock(cache, signal, async () => {
    const missing = await missingBlobs(cache, wanted);
    if (missing.length > 0) await fetch(cache, ['--filter=blob:none', '--refmap='], missing, signal);
  });
}

/** Whether the cache has a commit and its trees, so that it can be built on and pushed. */
export async function hasTree(cache: CacheRepository, commit: string): Promise<boolean> {
  try {
    await git(['ls-tree', '-r', '-t', '-z', '--name-only', commit], offline(cache));
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

/** Whether a commit contains this folder. */
export async function hasFolder(cache: CacheRepository, commit: string, folder: string): Promise<boolean> {
  return (await gitText(['ls-tree', '--format=%(objecttype)', commit, '--', folder], offline(cache))) === 'tree';
}

/** Stores the name of the default branch, in order to detect that it was renamed. */
export async function saveDefaultBranch(cache: CacheRepository, branch: string): Promise<void> {
  if ((await readDefaultBranch(cache)) !== branch) await git(['symbolic-ref', 'HEAD', `refs/heads/${branch}`], offline(cache));
}

/** Undefined if no name was stored. */
export async function readDefaultBranch(cache: CacheRepository): Promise<string | undefined> {
  const name = await gitText(['symbolic-ref', '--short', 'HEAD'], offline(cache)).catch(() => '');
  // The initial value of a new repository.
  return name === '' || name === unknownBranch ? undefined : name;
}

/**
 * Pushes one commit to one branch. Repeated calls have no effect, and other commits on the branch are never overwritten.
 * @throws {GitError} when the remote rejects the push
 */
export async function pushCommit(cache: CacheRepository, commit: string, branch: string, signal?: AbortSignal): Promise<void> {
  const { remote } = cache;
  const push = () =>
    git(['push', '--quiet', '--no-verify', ...receivedBy(remote), '--', remote.remote, `${commit}:refs/heads/${branch}`], {
      ...offline(cache),
      ...toRemote(remote, signal),
      // Asks the remote whether it has the parent, which is not advertised if its branch has moved.
      settings: ['push.negotiate=true'],
    });
  try {
    await push();
  } catch (error) {
    if (!(error instanceof GitError) || !/unable to read|missing|promisor|pack-objects/i.test(error.stderr)) throw error;
    // Without this response, git also sends the parent, of which the cache has only the documentation folder.
    await fetchCommit(cache, commit, '', [], signal);
    await push();
  }
}

/** Options for a call that never fetches missing objects. */
export function offline(cache: CacheRepository): GitCall {
  return { gitDir: cache.gitDir };
}

async function fetch(cache: CacheRepository, options: readonly string[], objects: readonly string[], signal?: AbortSignal): Promise<void> {
  const { remote } = cache;
  await git(
    [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--recurse-submodules=no',
      ...servedBy(remote),
      ...options,
    ].concat(['--stdin', '--', 'origin']),
    {
      ...offline(cache),
      ...toRemote(remote, signal),
      settings: ['fetch.negotiationAlgorithm=noop'],
      input: objects.join('\n'),
      timeoutMs: 15 * 60_000,
    },
  );
}

/** Object IDs. */
interface Wanted {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** The object IDs of paths in a commit. Missing paths and submodules have none. */
async function objectsOf(cache: CacheRepository, commit: string, paths: readonly string[]): Promise<Wanted> {
  const folders: string[] = [];
  const files: string[] = [];
  for (const path of paths) {
    if (path === '') folders.push(`${commit}^{tree}`);
    else {
      const output = await gitText(['ls-tree', '--format=%(objecttype) %(objectname)', commit, '--', path], offline(cache));
      const [type, object] = output.split(' ');
      if (object !== undefined && type === 'tree') folders.push(object);
      if (object !== undefined && type === 'blob') files.push(object);
    }
  }
  return { folders, files };
}

/** The blobs that the cache lacks, in the folders and among the files. Git does not check files that are given directly. */
async function missingBlobs(cache: CacheRepository, { folders, files }: Wanted): Promise<string[]> {
  const missing: string[] = [];
  for (const file of files) {
    const isHere = await git(['cat-file', '-e', file], offline(cache)).catch(() => undefined);
    if (!isHere) missing.push(file);
  }
  if (folders.length === 0) return missing;
  const output = await gitText(['rev-list', '--objects', '--no-object-names', '--missing=print', '--stdin'], {
    ...offline(cache),
    input: folders.join('\n'),
  });
  return [...missing, ...[...output.matchAll(/^\?([0-9a-f]+)$/gm)].map((match) => match[1] as string)];
}

/** Runs one process at a time, and removes git's own locks that a killed process left. */
async function withLock(cache: CacheRepository, signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
  const path = join(cache.gitDir, 'docsgen-fetch');
  let lock = takeLock(path);
  while (lock.state === 'held') {
    await wait(100, undefined, { signal });
    lock = takeLock(path);
  }
  try {
    clearLeftovers(cache.gitDir);
    await work();
  } finally {
    lock.release();
  }
}

function clearLeftovers(gitDir: string): void {
  for (const name of ['shallow.lock', 'packed-refs.lock', 'config.lock', 'HEAD.lock']) rmSync(join(gitDir, name), { force: true });
  for (const name of readdirSync(gitDir)) if (name.startsWith('shallow_')) rmSync(join(gitDir, name), { force: true });
  const packs = join(gitDir, 'objects', 'pack');
  for (const name of existsSync(packs) ? readdirSync(packs) : []) if (name.startsWith('tmp_')) rmSync(join(packs, name), { force: true });
}

function requireFreeSpace(cache: CacheRepository): void {
  const { bavail, blocks, bsize } = statfsSync(cache.gitDir);
  const least = Math.min(minFreeBytes, (blocks * bsize) / 20);
  if (bavail * bsize < least)
    throw new GitError('fetch', null, `less than ${Math.ceil(least / 1_048_576)} MiB are free on the disk of the cache`);
}

/**
 * Options for a push. In a local repository it runs hooks like any other push, because its operator may use them to protect branches.
 * Other programs that the repository configures are disabled.
 */
export function receivedBy({ transport }: Pick<GitRemote, 'transport'>): string[] {
  return transport === 'file' ? [`--receive-pack=git ${localSettings} receive-pack`] : [];
}

/** Options for serving a local repository: disables all configured programs and allows partial fetches. */
const localSettings =
  '-c core.fsmonitor=false -c safe.directory=* -c gc.auto=0 -c receive.autogc=false -c core.alternateRefsCommand=true -c core.sshCommand=false';

function servedBy(remote: GitRemote): string[] {
  if (remote.transport !== 'file') return [];
  return [
    `--upload-pack=git ${localSettings} -c core.hooksPath=/dev/null -c uploadpack.allowFilter=true -c uploadpack.allowAnySHA1InWant=true upload-pack`,
  ];
}

function toRemote(remote: GitRemote, signal: AbortSignal | undefined): Pick<GitCall, 'credential' | 'transports' | 'signal'> {
  return { credential: remote.credential, transports: [remote.transport], signal };
}
