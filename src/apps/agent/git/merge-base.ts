/**
 * Merges the new commits of the base branch into the branch of a job. It merges three trees in a private index, without a work tree,
 * without the history between them, and without running programs that the repository configures. Files that both sides changed in the
 * same lines get conflict markers.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CacheRepository, offline } from './cache-repository.ts';
import { GitError, git, gitText } from './hardened-git.ts';
import { identityAt } from './work-tree.ts';

/** Commits in the cache, including the contents of the documentation folder. */
export interface MergeBaseInput {
  /** The commit where the branch of the job started, or the base commit that was merged last. */
  readonly base: string;
  /** Head of the branch of the job. */
  readonly ours: string;
  /** Head of the base branch; `name` is the name of the branch. */
  readonly theirs: string;
  readonly name: string;
  /** The documentation folder. The agent cannot resolve conflicts outside it. */
  readonly docs: string;
  readonly message: string;
  readonly at: Date;
  /** A temporary folder of this attempt. */
  readonly scratch: string;
}

/** How a file conflicts: in the same lines, by a removal on one side, or as a binary file. */
export type ConflictKind = 'lines' | 'removed-there' | 'removed-here' | 'no-text';

/** A conflicting file. The path is relative to the documentation folder. */
export interface Conflict {
  readonly path: string;
  readonly kind: ConflictKind;
}

/** A commit with both sides as parents. It must not be delivered while it has conflicts. */
export interface BaseMerge {
  readonly commit: string;
  readonly conflicts: readonly Conflict[];
}

/** The conflicts can be resolved only by a person. The message is for the client. */
export class UnmergeableChange extends Error {
  override readonly name = 'UnmergeableChange';
}

interface Side {
  readonly mode: string;
  readonly object: string;
}

/** @throws {UnmergeableChange} for conflicts outside the documentation folder, and in links and submodules */
export async function mergeBase(cache: CacheRepository, input: MergeBaseInput): Promise<BaseMerge> {
  const { base, ours, theirs, scratch } = input;
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const call = { ...offline(cache), index: join(scratch, 'index') };
  try {
    await git(['read-tree', ours], call);
    const trees = await Promise.all([base, ours, theirs].map((commit) => entriesOf(cache, commit)));
    const { taken, open } = compared(trees as [Tree, Tree, Tree]);
    refuseFolders(trees[1] as Tree, taken);
    const conflicts: Conflict[] = [];
    const none = '0'.repeat(ours.length);
    const lines = [...taken].map(([path, side]) => `${side ? `${side.mode} ${side.object}` : `0 ${none}`}\t${path}\0`);
    for (const [path, sides] of open) {
      const inside = relativeTo(input.docs, utf8(path));
      if (inside === undefined || sides.some((side) => side !== undefined && !side.mode.startsWith('100')))
        throw new UnmergeableChange(
          `"${input.name}" has new commits that conflict with the change in ${utf8(path)}, which agents may not change. Merge it by hand.`,
        );
      const { side, kind } = await merged(cache, sides, input);
      if (kind !== undefined) conflicts.push({ path: inside, kind });
      lines.push(`${side.mode} ${side.object}\t${path}\0`);
    }
    if (lines.length > 0) await git(['update-index', '-z', '--index-info'], { ...call, input: Buffer.from(lines.join(''), 'latin1') });
    const tree = await gitText(['write-tree', '--missing-ok'], call);
    const commit = await gitText(['commit-tree', tree, '-p', ours, '-p', theirs, '-F', '-'], {
      ...call,
      input: input.message,
      identity: identityAt(input.at),
    });
    // A ref protects the commit from garbage collection until it is pushed.
    await git(['update-ref', `refs/docsgen/commits/${commit}`, commit], call);
    return { commit, conflicts: conflicts.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Detects the lines that git writes around a conflict. A line of seven `=` is ignored, because it can be a Markdown heading. */
export function hasConflictMarkers(text: string): boolean {
  return /^(?:<{7}|>{7}|\|{7})(?: |\r?$)/m.test(text);
}

/** Entries by path, without contents: the cache has none outside the documentation folder. */
type Tree = ReadonlyMap<string, Side>;

async function entriesOf(cache: CacheRepository, commit: string): Promise<Tree> {
  const output = (await git(['ls-tree', '-r', '-z', commit], offline(cache))).toString('latin1');
  const entries = new Map<string, Side>();
  for (const line of output.split('\0').filter(Boolean)) {
    const tab = line.indexOf('\t');
    const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
    entries.set(line.slice(tab + 1), { mode, object });
  }
  return entries;
}

type Sides = readonly [base: Side | undefined, ours: Side | undefined, theirs: Side | undefined];

/** Returns what is taken from the other side unchanged, and what both sides changed. */
function compared([base, ours, theirs]: readonly [Tree, Tree, Tree]) {
  const isSame = (a: Side | undefined, b: Side | undefined) => a?.object === b?.object && a?.mode === b?.mode;
  const taken = new Map<string, Side | undefined>();
  const open = new Map<string, Sides>();
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const sides: Sides = [base.get(path), ours.get(path), theirs.get(path)];
    if (isSame(sides[1], sides[2]) || isSame(sides[0], sides[2])) continue;
    if (isSame(sides[0], sides[1])) taken.set(path, sides[2]);
    else open.set(path, sides);
  }
  return { taken, open };
}

/** Rejects a path that is a file on one side and a folder on the other. */
function refuseFolders(ours: Tree, taken: ReadonlyMap<string, Side | undefined>): void {
  const files = new Set([...ours.keys()].filter((path) => !taken.has(path)));
  const folders = new Set([...files].flatMap(foldersOf));
  for (const [path, side] of taken)
    if (side && (folders.has(path) || foldersOf(path).some((folder) => files.has(folder))))
      throw new UnmergeableChange(`${path} is a file on one side and a folder on the other. Merge it by hand.`);
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

async function merged(
  cache: CacheRepository,
  [base, ours, theirs]: Sides,
  { scratch, name }: MergeBaseInput,
): Promise<{ readonly side: Side; readonly kind?: ConflictKind }> {
  if (!ours || !theirs) return { side: (ours ?? theirs) as Side, kind: ours ? 'removed-there' : 'removed-here' };
  const contents = await Promise.all(
    [ours, base, theirs].map((side) => (side ? git(['cat-file', 'blob', side.object], offline(cache)) : Buffer.alloc(0))),
  );
  if (contents.some((content) => content.includes(0))) return { side: ours, kind: 'no-text' };
  const files = ['ours', 'base', 'theirs'].map((file) => join(scratch, file));
  for (const [index, file] of files.entries()) writeFileSync(file, contents[index] as Buffer);
  let isClean = true;
  try {
    await git(['merge-file', '--quiet', '-L', 'this change', '-L', 'before', '-L', name.replace(/\s/g, ' '), ...files], { cwd: scratch });
  } catch (error) {
    // The exit status is the number of conflicts.
    if (!(error instanceof GitError) || error.exit === null || error.exit < 1 || error.exit > 127) throw error;
    isClean = false;
  }
  const object = await gitText(['hash-object', '-w', '--no-filters', '--', files[0] as string], offline(cache));
  return { side: { mode: ours.mode, object }, ...(isClean ? {} : { kind: 'lines' as const }) };
}

/** Git paths are bytes. They are converted only for messages. */
function utf8(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

function relativeTo(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
