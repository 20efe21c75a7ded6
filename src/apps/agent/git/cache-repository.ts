/**
 * One bare repository for each remote, shared by all jobs of this machine: shallow, without the contents that nobody asked for.
 * One process fetches at a time. Whatever a killed fetch left behind is cleared by the next one; objects are never rewritten.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeLock } from '../../../platform/files/lock.ts';
import { type GitCall, type GitCredential, GitProblem, git, gitText } from './hardened-git.ts';
import type { RepositoryAddress } from './repository-address.ts';

/** Less free space than this, or than a twentieth of a small disk, and a fetch is not begun: a full disk hurts every job of the machine. */
const leastFreeBytes = 256 * 1024 * 1024;
/** Attributes that would change bytes on their way out, taken back for every path. Wins over what the repository says. */
const plainBytes = '* -text -eol -crlf -ident -filter -working-tree-encoding !diff !merge\n';

/** What the cache calls the remote's own branch before it is known. */
const unknownBranch = 'docsgen-unknown';

/** What is here of a remote: some commits, with some of their contents. Who needs more calls `fetchCommit` first. */
export interface CacheRepository {
  readonly gitDir: string;
  /** The remote and how to reach it, for fetch and push. */
  readonly remote: GitRemote;
}

/** A remote with what it takes to be let in; without a credential it is asked as anybody. */
export interface GitRemote extends RepositoryAddress {
  readonly credential?: GitCredential | undefined;
}

/** Makes the cache of a remote, or finds it. Two processes may do this at once. */
export async function openCacheRepository(folder: string, remote: GitRemote): Promise<CacheRepository> {
  const gitDir = join(folder, `${createHash('sha256').update(remote.remote).digest('hex').slice(0, 32)}.git`);
  if (!existsSync(join(gitDir, 'docsgen-ready'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fresh = `${gitDir}.${process.pid}-${Date.now()}`;
    await git(['init', '--quiet', '--bare', '--template=', `--initial-branch=${unknownBranch}`, fresh], { cwd: folder });
    mkdirSync(join(fresh, 'info'), { recursive: true });
    writeFileSync(join(fresh, 'info', 'attributes'), plainBytes);
    // Tells git that objects may be missing on purpose; it is never asked to load them by itself.
    for (const setting of [
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', remote.remote],
      ['remote.origin.promisor', 'true'],
    ] as const)
      await git(['config', ...setting], { gitDir: fresh });
    writeFileSync(join(fresh, 'docsgen-ready'), '');
    try {
      renameSync(fresh, gitDir);
    } catch (error) {
      // Another process was quicker, or an older one was killed before it was ready.
      if (existsSync(join(gitDir, 'docsgen-ready'))) rmSync(fresh, { recursive: true, force: true });
      else throw error;
    }
  }
  return { gitDir, remote };
}

/** The commit that a branch of the remote is at, `undefined` when there is no such branch. Throws `GitProblem` when it cannot be reached. */
export async function remoteBranch({ remote }: CacheRepository, branch: string, signal?: AbortSignal): Promise<string | undefined> {
  const said = await gitText(['ls-remote', '--quiet', ...servedBy(remote), '--', remote.remote, `refs/heads/${branch}`], {
    ...toRemote(remote, signal),
    timeoutMs: 25_000,
    cwd: '/',
  });
  // Git takes the name as the end of one: a branch named "refs/heads/main" is told too.
  const line = said.split('\n').find((each) => each.endsWith(`\trefs/heads/${branch}`));
  return /^([0-9a-f]{40,64})\t/.exec(line ?? '')?.[1];
}

/** The branch that the remote calls its own, `undefined` when it has none (or it was never born). */
export async function defaultBranch({ remote }: CacheRepository, signal?: AbortSignal): Promise<string | undefined> {
  const said = await gitText(['ls-remote', '--quiet', '--symref', ...servedBy(remote), '--', remote.remote, 'HEAD'], {
    ...toRemote(remote, signal),
    timeoutMs: 25_000,
    cwd: '/',
  });
  return /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(said)?.[1];
}

/**
 * Brings one commit, its trees, and the contents under `folder` (empty: everything) and of `files`, those that exist.
 * What is here already is not fetched again.
 */
export async function fetchCommit(
  cache: CacheRepository,
  commit: string,
  folder: string,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  if (!(await hasTree(cache, commit))) {
    await exclusively(cache, signal, async () => {
      if (await hasTree(cache, commit)) return;
      freeSpaceOrThrow(cache);
      await fetch(cache, ['--depth=1', '--filter=blob:none'], [commit], signal);
    });
  }
  const wanted = await objectsOf(cache, commit, [folder, ...files]);
  // Objects never go away, so what was whole once is not looked through again: that takes seconds for many files.
  const names = [...wanted.folders, ...wanted.files].join('\n');
  const mark = join(cache.gitDir, 'docsgen-whole', createHash('sha256').update(names).digest('hex').slice(0, 32));
  if (existsSync(mark)) return;
  await bringMissing(cache, wanted, signal);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
}

async function bringMissing(cache: CacheRepository, wanted: Wanted, signal?: AbortSignal): Promise<void> {
  if ((await missingBlobs(cache, wanted)).length === 0) return;
  await exclusively(cache, signal, async () => {
    const missing = await missingBlobs(cache, wanted);
    if (missing.length > 0) await fetch(cache, ['--filter=blob:none', '--refmap='], missing, signal);
  });
}

/** Whether a commit is here with its trees, so that it can be built on and pushed. */
export async function hasTree(cache: CacheRepository, commit: string): Promise<boolean> {
  try {
    await git(['ls-tree', '-r', '-t', '-z', '--name-only', commit], offline(cache));
    return true;
  } catch (error) {
    if (error instanceof GitProblem) return false;
    throw error;
  }
}

/** Whether a commit has this folder. */
export async function hasFolder(cache: CacheRepository, commit: string, folder: string): Promise<boolean> {
  return (await gitText(['ls-tree', '--format=%(objecttype)', commit, '--', folder], offline(cache))) === 'tree';
}

/** Keeps the name of the remote's own branch, to know it again after it was renamed. */
export async function rememberDefaultBranch(cache: CacheRepository, branch: string): Promise<void> {
  if ((await recallDefaultBranch(cache)) !== branch) await git(['symbolic-ref', 'HEAD', `refs/heads/${branch}`], offline(cache));
}

/** Undefined until one was remembered. */
export async function recallDefaultBranch(cache: CacheRepository): Promise<string | undefined> {
  const name = await gitText(['symbolic-ref', '--short', 'HEAD'], offline(cache)).catch(() => '');
  // What a fresh repository begins with.
  return name === '' || name === unknownBranch ? undefined : name;
}

/**
 * Pushes one commit to one branch. Repeating it does nothing; a branch that went elsewhere is never overwritten.
 * @throws {GitFault} when the remote refuses
 */
export async function pushCommit(cache: CacheRepository, commit: string, branch: string, signal?: AbortSignal): Promise<void> {
  const { remote } = cache;
  const push = () =>
    git(['push', '--quiet', '--no-verify', ...receivedBy(remote), '--', remote.remote, `${commit}:refs/heads/${branch}`], {
      ...offline(cache),
      ...toRemote(remote, signal),
      // The remote is asked whether it has the parent: its branch may have moved on, and then nothing else tells.
      settings: ['push.negotiate=true'],
    });
  try {
    await push();
  } catch (error) {
    if (!(error instanceof GitProblem) || !/unable to read|missing|promisor|pack-objects/i.test(error.said)) throw error;
    // It did not tell, so git wants to send the parent too, of which only the documentation is here.
    await fetchCommit(cache, commit, '', [], signal);
    await push();
  }
}

/** A call that never goes to the network for a missing object. */
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

/** Ids of objects. */
interface Wanted {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** The ids of folders and files of a commit; paths that do not exist, and submodules, have none. */
async function objectsOf(cache: CacheRepository, commit: string, paths: readonly string[]): Promise<Wanted> {
  const folders: string[] = [];
  const files: string[] = [];
  for (const path of paths) {
    if (path === '') folders.push(`${commit}^{tree}`);
    else {
      const said = await gitText(['ls-tree', '--format=%(objecttype) %(objectname)', commit, '--', path], offline(cache));
      const [type, object] = said.split(' ');
      if (object !== undefined && type === 'tree') folders.push(object);
      if (object !== undefined && type === 'blob') files.push(object);
    }
  }
  return { folders, files };
}

/** Contents that the cache lacks: below the folders, and of the files, which git would not look for when they are not there themselves. */
async function missingBlobs(cache: CacheRepository, { folders, files }: Wanted): Promise<string[]> {
  const missing: string[] = [];
  for (const file of files) {
    const isHere = await git(['cat-file', '-e', file], offline(cache)).catch(() => undefined);
    if (!isHere) missing.push(file);
  }
  if (folders.length === 0) return missing;
  const said = await gitText(['rev-list', '--objects', '--no-object-names', '--missing=print', '--stdin'], {
    ...offline(cache),
    input: folders.join('\n'),
  });
  return [...missing, ...[...said.matchAll(/^\?([0-9a-f]+)$/gm)].map((match) => match[1] as string)];
}

/** One process at a time, and no lock of git itself that a killed one left. */
async function exclusively(cache: CacheRepository, signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
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

function freeSpaceOrThrow(cache: CacheRepository): void {
  const { bavail, blocks, bsize } = statfsSync(cache.gitDir);
  const least = Math.min(leastFreeBytes, (blocks * bsize) / 20);
  if (bavail * bsize < least)
    throw new GitProblem('fetch', null, `less than ${Math.ceil(least / 1_048_576)} MiB are free on the disk of the cache`);
}

/**
 * A push into a repository of this machine runs its hooks, as every push does: they are its operator's, who may protect branches by them.
 * Other programs that it names stay out.
 */
export function receivedBy({ transport }: Pick<GitRemote, 'transport'>): string[] {
  return transport === 'file' ? [`--receive-pack=git ${localSettings} receive-pack`] : [];
}

/** A repository of this machine is served by a git that heeds none of its programs and may leave contents out. */
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
