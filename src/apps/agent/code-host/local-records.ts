/**
 * The records of changes in a local repository, stored as refs in the repository itself, so they exist exactly as long as their
 * branches. `refs/docsgen/changes/<n>` contains the record as JSON, `refs/docsgen/heads/<branch>` the number of the open change of a
 * branch. Both are updated in one transaction, so a branch has at most one open change.
 */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type GitCall, GitError, git, gitText } from '../git/hardened-git.ts';
import { CodeHostError } from './code-host.ts';

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
/** A change as stored. Times are milliseconds since 1970. */
export type ChangeRecord = z.infer<typeof record>;

/** A record, and the ID of its Git object, which detects concurrent updates. */
export interface StoredChange {
  readonly change: ChangeRecord;
  readonly object: string;
}

/** Calls to Git in one repository, which `gitDir` names. */
export type RepositoryCall = GitCall & { readonly gitDir: string };

/** The records of one repository. Every method throws `CodeHostError` when the folder is not a repository. */
export class ChangeRecords {
  readonly #folder: string;
  #gitDir: string | undefined;

  /** @param folder a bare repository, or a checkout. It is not read before the first call. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The bare repository of the folder, or the one in its `.git`. */
  async repository(): Promise<RepositoryCall> {
    this.#gitDir ??= await findGitDir(this.#folder);
    return { cwd: isAbsolute(this.#folder) ? this.#folder : '/', gitDir: this.#gitDir };
  }

  /** Undefined when there is no change with this number. */
  async load(number: number): Promise<StoredChange | undefined> {
    const at = await this.repository();
    const object = await gitText(['rev-parse', '--verify', '--quiet', changeRef(number)], at).catch(() => undefined);
    if (object === undefined) return undefined;
    const read = record.safeParse(JSON.parse(await gitText(['cat-file', 'blob', object], at)));
    return read.success ? { change: read.data, object } : undefined;
  }

  /** The numbers of all changes, ascending. */
  async numbers(): Promise<number[]> {
    const refs = await gitText(['for-each-ref', '--format=%(refname)', 'refs/docsgen/changes/'], await this.repository());
    return [...refs.matchAll(/\/(\d+)$/gm)].map((match) => Number(match[1])).sort((a, b) => a - b);
  }

  /** The number of the open change of a branch. */
  async openNumberOf(branch: string): Promise<number | undefined> {
    const at = await this.repository();
    const object = await gitText(['rev-parse', '--verify', '--quiet', headRef(branch)], at).catch(() => undefined);
    return object === undefined ? undefined : Number(await gitText(['cat-file', 'blob', object], at));
  }

  /** Stores a new open change and returns its number; `exists` when its branch already has one. */
  async add(change: ChangeRecord): Promise<number | 'exists'> {
    const at = await this.repository();
    const object = await this.#save(change);
    const zeroId = '0'.repeat(object.length);
    for (let tries = 0; tries < 50; tries++) {
      if ((await this.openNumberOf(change.branch)) !== undefined) return 'exists';
      const number = ((await this.numbers()).at(-1) ?? 0) + 1;
      const index = await gitText(['hash-object', '-w', '--stdin'], { ...at, input: String(number) });
      if (await this.#transact([`create ${changeRef(number)} ${object}`, `update ${headRef(change.branch)} ${index} ${zeroId}`]))
        return number;
    }
    throw new CodeHostError('The local repository rejected the record of the change.', 0, true);
  }

  /** Stores the last state of an open change. Returns false, and stores nothing, when the record has changed since it was read. */
  async end(number: number, before: StoredChange, after: ChangeRecord): Promise<boolean> {
    const object = await this.#save(after);
    return this.#transact([`update ${changeRef(number)} ${object} ${before.object}`, `delete ${headRef(before.change.branch)}`]);
  }

  async #save(change: ChangeRecord): Promise<string> {
    const input = `${JSON.stringify(change, undefined, 2)}\n`;
    return gitText(['hash-object', '-w', '--stdin'], { ...(await this.repository()), input });
  }

  /** Updates all refs or none. Returns false when a ref has changed meanwhile. */
  async #transact(lines: readonly string[]): Promise<boolean> {
    try {
      const input = ['start', ...lines, 'prepare', 'commit', ''].join('\n');
      await git(['update-ref', '--stdin'], { ...(await this.repository()), input });
      return true;
    } catch (error) {
      if (error instanceof GitError) return false;
      throw error;
    }
  }
}

const changeRef = (number: number) => `refs/docsgen/changes/${number}`;
const headRef = (branch: string) => `refs/docsgen/heads/${branch}`;

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
