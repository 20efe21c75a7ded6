/**
 * The code host of a laptop: changes are kept as refs inside the repository itself, so they live exactly as long as the branches
 * that they speak of. `refs/docsgen/changes/<n>` holds the record as JSON, `refs/docsgen/heads/<branch>` the number of the open
 * change of a branch; both are made in one transaction, so a branch has one open change whoever asks.
 */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { LocalChange } from '../../../model/agent/run-turn.ts';
import { type CacheRepository, receivedBy } from '../git/cache-repository.ts';
import { type GitCall, GitProblem, git, gitText } from '../git/hardened-git.ts';
import { diffOf, filesBetween } from '../git/work-tree.ts';
import { type CodeHost, HostProblem } from './code-host.ts';
import { refusalOf } from './push-refusal.ts';

const record = z.object({
  state: z.enum(['open', 'merged', 'closed']),
  title: z.string(),
  body: z.string(),
  branch: z.string(),
  base: z.string(),
  isDraft: z.boolean(),
  createdAt: z.number(),
  comments: z.array(z.string()),
  /** Both ends at the time of the merge, so that the page keeps its diff. */
  merged: z.object({ from: z.string(), to: z.string() }).optional(),
});
type ChangeRecord = z.infer<typeof record>;

/** The five questions of a host, and what its pages ask. */
export interface LocalHost extends CodeHost {
  /** Undefined when there is no change of this number. The diff is that of the branch as it is now, or was when it was merged. */
  read(number: number): Promise<LocalChange | undefined>;
  /** With a merge commit, and only where nobody has the base checked out; when not, `reason` is a sentence for the page. */
  merge(number: number): Promise<{ readonly isMerged: true } | { readonly isMerged: false; readonly reason: string }>;
}

/** `linkOf` gives the address of a change's page. */
export function createLocalHost(folder: string, linkOf: (number: number) => string): LocalHost {
  const call: GitCall = { cwd: isAbsolute(folder) ? folder : '/' };
  let gitDir: string | undefined;
  /** The bare repository of the folder, or the one inside a checkout. */
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
  /** All or nothing; false when one of the refs is not as it was. */
  const transact = async (lines: readonly string[]): Promise<boolean> => {
    try {
      await git(['update-ref', '--stdin'], { ...(await repository()), input: ['start', ...lines, 'prepare', 'commit', ''].join('\n') });
      return true;
    } catch (error) {
      if (error instanceof GitProblem) return false;
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
        const found = await load(number);
        if (found?.change.branch === branch) return { number, url: linkOf(number), state: found.change.state };
      }
      return undefined;
    },

    async open({ title, body, branch, base, isDraft }) {
      const at = await repository();
      if ((await gitText(['rev-list', '--count', `refs/heads/${base}..refs/heads/${branch}`], at)) === '0') return 'nothing-new';
      const object = await save({ state: 'open', title, body, branch, base, isDraft, createdAt: Date.now(), comments: [] });
      const none = '0'.repeat(object.length);
      for (let tries = 0; tries < 50; tries++) {
        if ((await ofBranch(branch)) !== undefined) return 'exists';
        const number = ((await allNumbers(at)).at(-1) ?? 0) + 1;
        const index = await gitText(['hash-object', '-w', '--stdin'], { ...at, input: String(number) });
        if (await transact([`create ${changeRef(number)} ${object}`, `update ${headRef(branch)} ${index} ${none}`]))
          return { number, url: linkOf(number) };
      }
      throw new HostProblem('The local repository refuses to record the change.', 0, true);
    },

    async close(number, comment) {
      await end(number, (before) => ({
        ...before,
        state: 'closed',
        comments: comment === '' ? before.comments : [...before.comments, comment],
      }));
    },

    async read(number) {
      const found = await load(number);
      if (!found) return undefined;
      const { merged, ...change } = found.change;
      const at = await repository();
      const here: CacheRepository = { gitDir: at.gitDir as string, remote: { remote: folder, transport: 'file' } };
      const to = merged?.to ?? (await headOf(at, change.branch));
      const from = merged?.from ?? (to && (await gitText(['merge-base', `refs/heads/${change.base}`, to], at).catch(() => undefined)));
      const isKnown = to !== undefined && from !== undefined;
      return {
        number,
        ...change,
        isBehind: change.state === 'open' && from !== undefined && from !== (await headOf(at, change.base)),
        files: isKnown ? await filesBetween(here, from, to) : [],
        diff: isKnown ? await diffOf(here, from, to) : '',
      };
    },

    async merge(number) {
      const found = await load(number);
      if (found?.change.state !== 'open') return { isMerged: false, reason: 'The change is not open.' };
      const { branch, base, title } = found.change;
      const at = await repository();
      if (await isCheckedOut(at, base))
        return {
          isMerged: false,
          reason: `"${base}" is checked out in a folder that someone works in: merge there with "git merge ${branch}".`,
        };
      const [ours, theirs] = await Promise.all([base, branch].map((name) => headOf(at, name)));
      if (ours === undefined || theirs === undefined)
        return { isMerged: false, reason: `There is no branch "${ours === undefined ? base : branch}" any more.` };
      const from = await gitText(['merge-base', ours, theirs], at).catch(() => undefined);
      if (from === undefined) return { isMerged: false, reason: `"${base}" was replaced: it has no commit in common with the change.` };
      const end = async (): Promise<{ readonly isMerged: true } | { readonly isMerged: false; readonly reason: string }> => {
        const after = await save({ ...found.change, state: 'merged', merged: { from, to: theirs } });
        const isMerged = await transact([`update ${changeRef(number)} ${after} ${found.object}`, `delete ${headRef(branch)}`]);
        return isMerged ? { isMerged } : { isMerged, reason: 'Somebody else changed the change at the same moment. Load the page again.' };
      };
      // Merged by hand, or by a service that was killed before it could write it down.
      if (from === theirs) return end();
      let tree: string;
      try {
        tree = (await gitText(['merge-tree', '--write-tree', ours, theirs], at)).split('\n', 1)[0] as string;
      } catch (error) {
        if (error instanceof GitProblem && error.exit === 1)
          return { isMerged: false, reason: `"${base}" has moved on and the change conflicts with it: update the change first.` };
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
      // As a push, so that the hooks of the repository are asked; one that comes too late is refused, for it is no continuation.
      try {
        const target = at.gitDir as string;
        await git(['push', '--quiet', '--no-verify', ...receivedBy({ transport: 'file' }), '--', target, `${commit}:refs/heads/${base}`], {
          ...at,
          transports: ['file'],
        });
      } catch (error) {
        if (!(error instanceof GitProblem)) throw error;
        const reason = /non-fast-forward|fetch first|stale info|cannot lock ref/.test(error.said)
          ? 'Somebody else changed the branch at the same moment. Try again.'
          : `The repository refuses the merge: ${refusalOf(error)}`;
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

/** The commit of a branch; undefined when there is none. */
async function headOf(at: GitCall, branch: string): Promise<string | undefined> {
  return gitText(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`], at).catch(() => undefined);
}

/** A bare repository is its own folder; a checkout has it in `.git`, which must be a folder. */
async function findGitDir(folder: string): Promise<string> {
  for (const candidate of [folder, `${folder}/.git`]) {
    const isRepository = await gitText(['rev-parse', '--git-dir'], { cwd: '/', gitDir: candidate }).then(
      () => true,
      () => false,
    );
    if (isRepository) return candidate;
  }
  throw new HostProblem('The folder of the project is no git repository.', 0, false);
}

/** Whether a person has this branch open in a work tree, whose files would stay behind if it moved. */
async function isCheckedOut(at: GitCall, branch: string): Promise<boolean> {
  const listed = await gitText(['worktree', 'list', '--porcelain'], at);
  return listed.split('\n\n').some((each) => each.includes(`\nbranch refs/heads/${branch}`) && !/^bare$/m.test(each));
}
