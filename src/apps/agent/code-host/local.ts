/**
 * The code host for local repositories. Changes are stored as refs in the repository itself, so they exist exactly as long as their
 * branches. `refs/docsgen/changes/<n>` contains the record as JSON, `refs/docsgen/heads/<branch>` the number of the open change of a
 * branch. Both are updated in one transaction, so a branch has at most one open change.
 */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { LocalChange, MergeResult } from '../../../model/agent/run-turn.ts';
import { type CacheRepository, receivedBy } from '../git/cache-repository.ts';
import { type GitCall, GitError, git, gitText } from '../git/hardened-git.ts';
import { diffOf, filesBetween } from '../git/work-tree.ts';
import { type CodeHost, CodeHostError } from './code-host.ts';
import { pushErrorMessage } from './push-error.ts';

const record = z.object({
  state: z.enum(['open', 'merged', 'closed']),
  title: z.string(),
  body: z.string(),
  branch: z.string(),
  base: z.string(),
  isDraft: z.boolean(),
  createdAt: z.number(),
  comments: z.array(z.string()),
  /** Both commits at the time of the merge, so that the page can still show the diff. */
  merged: z.object({ from: z.string(), to: z.string() }).optional(),
});
type ChangeRecord = z.infer<typeof record>;

/** The interface of code hosts, plus what the change pages need. */
export interface LocalHost extends CodeHost {
  /** Undefined when there is no change with this number. The diff is that of the current branch, or of the merge. */
  read(number: number): Promise<LocalChange | undefined>;
  /** Creates a merge commit of the reviewed commit, if it still is the head of the branch. Works only if no checkout has the base. */
  merge(number: number, commit: string): Promise<MergeResult>;
}

/** `linkOf` returns the URL of a change's page. */
export function createLocalHost(folder: string, linkOf: (number: number) => string): LocalHost {
  const call: GitCall = { cwd: isAbsolute(folder) ? folder : '/' };
  let gitDir: string | undefined;
  /** The bare repository of the folder, or the one in its `.git`. */
  const repository = async (): Promise<GitCall> => {
    gitDir ??= await findGitDir(folder);
    return { ...call, gitDir };
  };

  const load = async (number: number): Promise<{ change: ChangeRecord; object: string } | undefined> => {
    const at = await repository();
    const object = await gitText(['rev-parse', '--verify', '--quiet', changeRef(number)], at).catch(() => undefined);
    if (object === undefined) return undefined;
    const read = record.safeParse(JSON.parse(await gitText(['cat-file', 'blob', object], at)));
    return read.success ? { change: read.data, object } : undefined;
  };
  const save = async (value: ChangeRecord): Promise<string> =>
    gitText(['hash-object', '-w', '--stdin'], { ...(await repository()), input: `${JSON.stringify(value, undefined, 2)}\n` });
  /** Updates all refs or none. Returns false when a ref has changed meanwhile. */
  const transact = async (lines: readonly string[]): Promise<boolean> => {
    try {
      await git(['update-ref', '--stdin'], { ...(await repository()), input: ['start', ...lines, 'prepare', 'commit', ''].join('\n') });
      return true;
    } catch (error) {
      if (error instanceof GitError) return false;
      throw error;
    }
  };
  const ofBranch = async (branch: string): Promise<number | undefined> => {
    const object = await gitText(['rev-parse', '--verify', '--quiet', headRef(branch)], await repository()).catch(() => undefined);
    return object === undefined ? undefined : Number(await gitText(['cat-file', 'blob', object], await repository()));
  };
  const end = async (number: number, change: (before: ChangeRecord) => ChangeRecord): Promise<void> => {
    const before = await load(number);
    if (before?.change.state !== 'open') return;
    const after = await save(change(before.change));
    await transact([`update ${changeRef(number)} ${after} ${before.object}`, `delete ${headRef(before.change.branch)}`]);
  };

  return {
    async remote() {
      return { remote: folder, transport: 'file' };
    },

    async find(branch) {
      const open = await ofBranch(branch);
      if (open !== undefined) return { number: open, url: linkOf(open), state: 'open' };
      const numbers = await allNumbers(await repository());
      for (const number of numbers.reverse()) {
        const loaded = await load(number);
        if (loaded?.change.branch === branch) return { number, url: linkOf(number), state: loaded.change.state };
      }
      return undefined;
    },

    async open({ title, body, branch, base, isDraft }) {
      const at = await repository();
      if ((await gitText(['rev-list', '--count', `refs/heads/${base}..refs/heads/${branch}`], at)) === '0') return 'nothing-new';
      const object = await save({ state: 'open', title, body, branch, base, isDraft, createdAt: Date.now(), comments: [] });
      const zeroId = '0'.repeat(object.length);
      for (let tries = 0; tries < 50; tries++) {
        if ((await ofBranch(branch)) !== undefined) return 'exists';
        const number = ((await allNumbers(at)).at(-1) ?? 0) + 1;
        const index = await gitText(['hash-object', '-w', '--stdin'], { ...at, input: String(number) });
        if (await transact([`create ${changeRef(number)} ${object}`, `update ${headRef(branch)} ${index} ${zeroId}`]))
          return { number, url: linkOf(number) };
      }
      throw new CodeHostError('The local repository rejected the record of the change.', 0, true);
    },

    async close(number, comment) {
      await end(number, (before) => ({
        ...before,
        state: 'closed',
        comments: comment === '' ? before.comments : [...before.comments, comment],
      }));
    },

    async read(number) {
      const loaded = await load(number);
      if (!loaded) return undefined;
      const { merged, ...change } = loaded.change;
      const at = await repository();
      const here: CacheRepository = { gitDir: at.gitDir as string, remote: { remote: folder, transport: 'file' } };
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
    },

    async merge(number, reviewed) {
      const loaded = await load(number);
      if (loaded?.change.state !== 'open') return { isMerged: false, reason: 'The change is not open.' };
      const { branch, base, title } = loaded.change;
      const at = await repository();
      if (await isCheckedOut(at, base))
        return {
          isMerged: false,
          reason: `"${base}" is checked out in a working folder. Merge it there with "git merge ${branch}".`,
        };
      const [ours, theirs] = await Promise.all([base, branch].map((name) => headCommitOf(at, name)));
      if (ours === undefined || theirs === undefined)
        return { isMerged: false, reason: `The branch "${ours === undefined ? base : branch}" no longer exists.` };
      if (theirs !== reviewed)
        return { isMerged: false, reason: 'The branch of the change has other commits than the reviewed one. Review the change again.' };
      const from = await gitText(['merge-base', ours, theirs], at).catch(() => undefined);
      if (from === undefined) return { isMerged: false, reason: `"${base}" was replaced and has no commit in common with the change.` };
      const end = async (): Promise<MergeResult> => {
        const after = await save({ ...loaded.change, state: 'merged', merged: { from, to: theirs } });
        const isMerged = await transact([`update ${changeRef(number)} ${after} ${loaded.object}`, `delete ${headRef(branch)}`]);
        return isMerged ? { isMerged } : { isMerged, reason: 'The change was modified at the same time. Reload the page.' };
      };
      // The branch was merged by hand, or by a service that was killed before it recorded the merge.
      if (from === theirs) return end();
      let tree: string;
      try {
        tree = (await gitText(['merge-tree', '--write-tree', ours, theirs], at)).split('\n', 1)[0] as string;
      } catch (error) {
        if (error instanceof GitError && error.exit === 1)
          return { isMerged: false, reason: `"${base}" has new commits that conflict with the change. Update the change first.` };
        throw error;
      }
      const commit = await gitText(['commit-tree', tree, '-p', ours, '-p', theirs, '-m', `Merge change ${number}: ${title}`], {
        ...at,
        identity: {
          GIT_AUTHOR_NAME: 'docsgen',
          GIT_AUTHOR_EMAIL: 'agent@docsgen.invalid',
          GIT_COMMITTER_NAME: 'docsgen',
          GIT_COMMITTER_EMAIL: 'agent@docsgen.invalid',
        },
      });
      // Pushes instead of updating the ref, so that the hooks of the repository run. A push after a concurrent update is rejected as a non-fast-forward.
      try {
        const target = at.gitDir as string;
        await git(['push', '--quiet', '--no-verify', ...receivedBy({ transport: 'file' }), '--', target, `${commit}:refs/heads/${base}`], {
          ...at,
          transports: ['file'],
        });
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        const reason = /non-fast-forward|fetch first|stale info|cannot lock ref/.test(error.stderr)
          ? 'The branch was modified at the same time. Try again.'
          : `The repository rejected the merge: ${pushErrorMessage(error)}`;
        return { isMerged: false, reason };
      }
      return end();
    },
  };
}

const changeRef = (number: number) => `refs/docsgen/changes/${number}`;
const headRef = (branch: string) => `refs/docsgen/heads/${branch}`;

async function allNumbers(at: GitCall): Promise<number[]> {
  const refs = await gitText(['for-each-ref', '--format=%(refname)', 'refs/docsgen/changes/'], at);
  return [...refs.matchAll(/\/(\d+)$/gm)].map((match) => Number(match[1])).sort((a, b) => a - b);
}

/** The commit of a branch; undefined when the branch does not exist. */
async function headCommitOf(at: GitCall, branch: string): Promise<string | undefined> {
  return gitText(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`], at).catch(() => undefined);
}

/** A bare repository is the folder itself; a checkout has it in `.git`, which must be a folder. */
async function findGitDir(folder: string): Promise<string> {
  for (const candidate of [folder, `${folder}/.git`]) {
    const isRepository = await gitText(['rev-parse', '--git-dir'], { cwd: '/', gitDir: candidate }).then(
      () => true,
      () => false,
    );
    if (isRepository) return candidate;
  }
  throw new CodeHostError('The folder of the project is not a git repository.', 0, false);
}

/** Whether a work tree has this branch checked out. Its files would become outdated if the branch moved. */
async function isCheckedOut(at: GitCall, branch: string): Promise<boolean> {
  const listed = await gitText(['worktree', 'list', '--porcelain'], at);
  return listed.split('\n\n').some((each) => each.includes(`\nbranch refs/heads/${branch}`) && !/^bare$/m.test(each));
}
