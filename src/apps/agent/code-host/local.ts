/** The code host for local repositories. Its changes are stored in the repository itself; see `local-records.ts`. */
import type { PullRequest } from '../../../model/agent/job.ts';
import type { LocalChange, MergeResult } from '../../../model/agent/run-turn.ts';
import { type CacheRepository, type GitRemote, receivedBy } from '../git/cache-repository.ts';
import { type GitCall, GitError, git, gitText } from '../git/hardened-git.ts';
import { diffOf, filesBetween } from '../git/work-tree.ts';
import type { CodeHost, FoundPullRequest, Proposal } from './code-host.ts';
import { ChangeRecords, type RepositoryCall } from './local-records.ts';
import { pushErrorMessage } from './push-error.ts';

/** The code host of one local repository: the interface of code hosts, plus what the change pages need. */
export class LocalHost implements CodeHost {
  readonly #folder: string;
  readonly #linkOf: (number: number) => string;
  readonly #records: ChangeRecords;

  /** @param linkOf returns the URL of a change's page. */
  constructor(folder: string, linkOf: (number: number) => string) {
    this.#folder = folder;
    this.#linkOf = linkOf;
    this.#records = new ChangeRecords(folder);
  }

  async remote(): Promise<GitRemote> {
    return { remote: this.#folder, transport: 'file' };
  }

  async find(branch: string): Promise<FoundPullRequest | undefined> {
    const open = await this.#records.openNumberOf(branch);
    if (open !== undefined) return { number: open, url: this.#linkOf(open), state: 'open' };
    for (const number of (await this.#records.numbers()).reverse()) {
      const loaded = await this.#records.load(number);
      if (loaded?.change.branch === branch) return { number, url: this.#linkOf(number), state: loaded.change.state };
    }
    return undefined;
  }

  async open({ title, body, branch, base, isDraft }: Proposal): Promise<PullRequest | 'exists' | 'nothing-new'> {
    const at = await this.#records.repository();
    if ((await gitText(['rev-list', '--count', `refs/heads/${base}..refs/heads/${branch}`], at)) === '0') return 'nothing-new';
    const added = await this.#records.add({ state: 'open', title, body, branch, base, isDraft, createdAt: Date.now(), comments: [] });
    return added === 'exists' ? added : { number: added, url: this.#linkOf(added) };
  }

  async close(number: number, comment: string): Promise<void> {
    const before = await this.#records.load(number);
    if (before?.change.state !== 'open') return;
    const comments = comment === '' ? before.change.comments : [...before.change.comments, comment];
    await this.#records.end(number, before, { ...before.change, state: 'closed', comments });
  }

  /** Undefined when there is no change with this number. The diff is that of the current branch, or of the merge. */
  async read(number: number): Promise<LocalChange | undefined> {
    const loaded = await this.#records.load(number);
    if (!loaded) return undefined;
    const { merged, ...change } = loaded.change;
    const at = await this.#records.repository();
    const here: CacheRepository = { gitDir: at.gitDir, remote: { remote: this.#folder, transport: 'file' } };
    const to = merged?.to ?? (await headCommitOf(at, change.branch));
    const from = merged?.from ?? (to && (await gitText(['merge-base', `refs/heads/${change.base}`, to], at).catch(() => undefined)));
    const isKnown = to !== undefined && from !== undefined;
    return {
      number,
      ...change,
      commit: to,
      isBehind: change.state === 'open' && from !== undefined && from !== (await headCommitOf(at, change.base)),
      files: isKnown ? await filesBetween(here, from, to) : [],
      diff: isKnown ? await diffOf(here, from, to) : '',
    };
  }

  /** Creates a merge commit of the reviewed commit, if it still is the head of the branch. Works only if no checkout has the base. */
  async merge(number: number, reviewed: string): Promise<MergeResult> {
    const loaded = await this.#records.load(number);
    if (loaded?.change.state !== 'open') return notMerged('The change is not open.');
    const { branch, base, title } = loaded.change;
    const at = await this.#records.repository();
    if (await isCheckedOut(at, base))
      return notMerged(`"${base}" is checked out in a working folder. Merge it there with "git merge ${branch}".`);
    const [ours, theirs] = await Promise.all([base, branch].map((name) => headCommitOf(at, name)));
    if (ours === undefined || theirs === undefined)
      return notMerged(`The branch "${ours === undefined ? base : branch}" no longer exists.`);
    if (theirs !== reviewed) return notMerged('The branch has changed since the review. Review the change again.');
    const from = await gitText(['merge-base', ours, theirs], at).catch(() => undefined);
    if (from === undefined) return notMerged(`"${base}" was replaced and has no commit in common with the change.`);
    // Otherwise the branch was merged by hand, or by a service that was killed before it recorded the merge.
    if (from !== theirs) {
      const commit = await mergeCommitOf(at, ours, theirs, `Merge change ${number}: ${title}`);
      if (commit === undefined) return notMerged(`"${base}" has new commits that conflict with the change. Update the change first.`);
      const reason = await pushProblem(at, commit, base);
      if (reason !== undefined) return notMerged(reason);
    }
    const isMerged = await this.#records.end(number, loaded, { ...loaded.change, state: 'merged', merged: { from, to: theirs } });
    return isMerged ? { isMerged } : notMerged('The change was modified at the same time. Reload the page.');
  }
}

function notMerged(reason: string): MergeResult {
  return { isMerged: false, reason };
}

/** Creates the commit that merges two commits; undefined when they conflict. */
async function mergeCommitOf(at: GitCall, ours: string, theirs: string, message: string): Promise<string | undefined> {
  let tree: string;
  try {
    tree = (await gitText(['merge-tree', '--write-tree', ours, theirs], at)).split('\n', 1)[0] as string;
  } catch (error) {
    if (error instanceof GitError && error.exit === 1) return undefined;
    throw error;
  }
  return gitText(['commit-tree', tree, '-p', ours, '-p', theirs, '-m', message], {
    ...at,
    identity: {
      GIT_AUTHOR_NAME: 'docsgen',
      GIT_AUTHOR_EMAIL: 'agent@docsgen.invalid',
      GIT_COMMITTER_NAME: 'docsgen',
      GIT_COMMITTER_EMAIL: 'agent@docsgen.invalid',
    },
  });
}

/**
 * Moves a branch to a commit, and returns the reason if that is rejected. Pushes instead of updating the ref, so that the hooks of the
 * repository run. A push after a concurrent update is rejected as a non-fast-forward.
 */
async function pushProblem(at: RepositoryCall, commit: string, branch: string): Promise<string | undefined> {
  try {
    await git(['push', '--quiet', '--no-verify', ...receivedBy({ transport: 'file' }), '--', at.gitDir, `${commit}:refs/heads/${branch}`], {
      ...at,
      transports: ['file'],
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return /non-fast-forward|fetch first|stale info|cannot lock ref/.test(error.stderr)
      ? 'The branch was modified at the same time. Try again.'
      : `The repository rejected the merge: ${pushErrorMessage(error)}`;
  }
}

/** The commit of a branch; undefined when the branch does not exist. */
async function headCommitOf(at: GitCall, branch: string): Promise<string | undefined> {
  return gitText(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`], at).catch(() => undefined);
}

/** Whether a work tree has this branch checked out. Its files would become outdated if the branch moved. */
async function isCheckedOut(at: GitCall, branch: string): Promise<boolean> {
  const listed = await gitText(['worktree', 'list', '--porcelain'], at);
  return listed.split('\n\n').some((each) => each.includes(`\nbranch refs/heads/${branch}`) && !/^bare$/m.test(each));
}
