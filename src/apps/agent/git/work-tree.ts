/**
 * The folder that an agent works in, and the way back to a commit. The folder holds plain files only: no `.git`, no links, no
 * submodules, and nothing of the repository outside the documentation. What git calls the work tree does not exist:
 * files are laid out from a private index, and changes are found by looking at every file without following a link.
 */
import { type BigIntStats, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CacheRepository, offline } from './cache-repository.ts';
import { git, gitText } from './hardened-git.ts';

/** What an agent was given, with what it takes to see afterwards what became of it. */
export interface WorkTree {
  /** The folder of the files, as the agent sees it: the documentation folder itself. */
  readonly folder: string;
  readonly cache: CacheRepository;
  /** The commit that the files were laid out from. */
  readonly parent: string;
  /** Of the commit that is made, where they are not `parent` alone: both sides of a merge that was laid out. */
  readonly parents?: readonly string[];
  /** Files of a merge whose contents before the change are those of the other side: path to object. */
  readonly baseline?: ReadonlyMap<string, string>;
  /** The documentation folder inside the repository, without slashes at the ends; empty for its root. */
  readonly docs: string;
  /** Everything in the documentation folder of the parent, by path relative to it. Also what is not laid out: links, submodules. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** How each file looked when it was laid out. */
  readonly laidOut: ReadonlyMap<string, string>;
}

/** A file as the commit has it; `object` is the id of its contents in git. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` (link) or `160000` (submodule). */
  readonly mode: string;
  readonly object: string;
}

/** What an agent left at a path, relative to the documentation folder. */
export interface TreeChange {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  /** What is there now: `other` is a pipe, socket or device. */
  readonly found: 'file' | 'link' | 'other' | 'nothing';
  readonly bytes: number;
  /** Changes with every further write. */
  readonly print: string;
  /** What the parent commit has there. */
  readonly entry?: TreeEntry;
}

const plainFile = /^100/;
/** Bytes of a name, and of a path as system calls take it (`PATH_MAX`); git keeps longer ones. */
const maxNameBytes = 255;
const maxPathBytes = process.platform === 'linux' ? 4_095 : 1_023;

/**
 * Lays the documentation folder of a commit out in `folder`, which is made. Names that are not UTF-8, or longer than a disk takes them,
 * stay in the repository, untouched.
 */
export async function layOut(cache: CacheRepository, commit: string, docs: string, folder: string, index: string): Promise<WorkTree> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entries = await readTree(cache, commit, docs);
  const files = [...entries].flatMap(([path, entry]) => (plainFile.test(entry.mode) && fitsOnDisk(join(folder, path)) ? [path] : []));
  const call = { ...offline(cache), index };
  // The documentation folder becomes the root of the index, so that no folder above it appears in what the agent sees.
  await git(['read-tree', `${commit}:${docs}`], call);
  await git(['checkout-index', '--quiet', '--stdin', '-z'], {
    ...call,
    // As many processes as the machine has cores, where there are many files.
    settings: ['checkout.workers=0'],
    workTree: folder,
    input: files.map((path) => `${path}\0`).join(''),
  });
  const laidOut = new Map<string, string>();
  for (const [index, path] of files.entries()) {
    // The process has leases to keep alive while it looks at many files.
    if (index % 500 === 499) await setImmediate();
    laidOut.set(path, printOf(lstatSync(join(folder, path), { bigint: true })));
  }
  return { folder, cache, parent: commit, docs, entries, laidOut };
}

function fitsOnDisk(path: string): boolean {
  return Buffer.byteLength(path) <= maxPathBytes && path.split('/').every((name) => Buffer.byteLength(name) <= maxNameBytes);
}

/** Everything that is different now, in order of path. `.git` folders that an agent made are no content and are passed over. */
export async function changesOf(tree: WorkTree): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  const seen = new Set<string>();
  let looked = 0;
  const visit = async (folder: string): Promise<void> => {
    for (const name of readdirSync(join(tree.folder, folder), { encoding: 'buffer' })) {
      // Leases are kept alive meanwhile.
      looked += 1;
      if (looked % 500 === 0) await setImmediate();
      const text = name.toString('utf8');
      if (text.toLowerCase() === '.git') continue;
      const path = folder === '' ? text : `${folder}/${text}`;
      if (!Buffer.from(text, 'utf8').equals(name)) {
        changes.push({ path, change: 'added', found: 'other', bytes: 0, print: '' });
        continue;
      }
      const stats = lstatSync(join(tree.folder, path), { bigint: true });
      if (stats.isDirectory()) {
        await visit(path);
        continue;
      }
      seen.add(path);
      const print = printOf(stats);
      if (tree.laidOut.get(path) === print) continue;
      const entry = tree.entries.get(path);
      changes.push({
        path,
        change: entry ? 'modified' : 'added',
        found: stats.isFile() ? 'file' : stats.isSymbolicLink() ? 'link' : 'other',
        bytes: Number(stats.size),
        print,
        ...(entry && { entry }),
      });
    }
  };
  await visit('');
  for (const path of tree.laidOut.keys()) {
    const entry = tree.entries.get(path);
    if (!seen.has(path)) changes.push({ path, change: 'deleted', found: 'nothing', bytes: 0, print: '', ...(entry && { entry }) });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A commit that lies in the cache and nowhere else yet; `files` are relative to the documentation folder. */
export interface Commit {
  readonly id: string;
  readonly files: readonly string[];
}

/**
 * Writes the changed files as one commit on the parent. The same files, parent, message and time give the same id.
 * Files that were written but hold the bytes of the parent are no change; without any change, `undefined`.
 */
export async function commitChanges(
  tree: WorkTree,
  changes: readonly TreeChange[],
  message: string,
  at: Date,
  index: string,
): Promise<Commit | undefined> {
  const call = { ...offline(tree.cache), index };
  const lines: string[] = [];
  const files: string[] = [];
  const inRepository = (path: string) => (tree.docs === '' ? path : `${tree.docs}/${path}`);
  const noObject = '0'.repeat(tree.parent.length);
  for (const change of changes) {
    if (change.found === 'nothing') lines.push(`0 ${noObject}\t${inRepository(change.path)}\0`);
    else {
      const object = await gitText(['hash-object', '-w', '--no-filters', '--', join(tree.folder, change.path)], call);
      if (object === change.entry?.object) continue;
      lines.push(`${change.entry?.mode ?? '100644'} ${object}\t${inRepository(change.path)}\0`);
    }
    files.push(change.path);
  }
  if (files.length === 0) return undefined;
  await git(['read-tree', tree.parent], call);
  await git(['update-index', '-z', '--index-info'], { ...call, input: lines.join('') });
  const written = await gitText(['write-tree', '--missing-ok'], call);
  const id = await gitText(['commit-tree', written, ...(tree.parents ?? [tree.parent]).flatMap((parent) => ['-p', parent]), '-F', '-'], {
    ...call,
    input: message,
    identity: identityAt(at),
  });
  // Named, so that no clearing of the cache takes it before it is pushed.
  await git(['update-ref', `refs/docsgen/commits/${id}`, id], offline(tree.cache));
  return { id, files };
}

/** The unified diff of two commits here, without help of any program that the repository names. */
export async function diffOf(cache: CacheRepository, from: string, to: string): Promise<string> {
  return (await git([...plainDiff, '--patch', '--binary', '--full-index', from, to], offline(cache))).toString('utf8');
}

/** How much of one file differs, counted in lines. */
export interface FileCount {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly additions: number;
  readonly deletions: number;
}

/** The files that two commits differ in, with counts of lines (0 for files that are no text). */
export async function filesBetween(cache: CacheRepository, from: string, to: string): Promise<FileCount[]> {
  const letters = (await git([...plainDiff, '--name-status', '-z', from, to], offline(cache))).toString('utf8').split('\0');
  const counts = (await git([...plainDiff, '--numstat', '-z', from, to], offline(cache))).toString('utf8').split('\0');
  const files: FileCount[] = [];
  for (let at = 0; at + 1 < letters.length; at += 2) {
    const [added = '0', deleted = '0'] = (counts[at / 2] ?? '').split('\t');
    files.push({
      path: letters[at + 1] as string,
      change: letters[at] === 'A' ? 'added' : letters[at] === 'D' ? 'deleted' : 'modified',
      additions: Number(added) || 0,
      deletions: Number(deleted) || 0,
    });
  }
  return files;
}

/** Reads a text file of a commit that may not be laid out; `undefined` when there is none, it is no plain file, or it is too long. */
export async function readCommitted(cache: CacheRepository, commit: string, path: string, maxBytes: number): Promise<string | undefined> {
  const listed = await gitText(['ls-tree', '--format=%(objectmode) %(objectname) %(objectsize)', commit, '--', path], offline(cache)).catch(
    () => '',
  );
  const [mode = '', object = '', size = ''] = listed.split(/ +/);
  if (!plainFile.test(mode) || Number(size) > maxBytes) return undefined;
  return (await git(['cat-file', 'blob', object], offline(cache))).toString('utf8');
}

/** The documentation folder of a commit: path to what is there. Names that are not UTF-8 are left out. */
export async function readTree(cache: CacheRepository, commit: string, docs: string): Promise<Map<string, TreeEntry>> {
  const entries = new Map<string, TreeEntry>();
  const listed = await git(['ls-tree', '-r', '-z', `${commit}:${docs}`], offline(cache));
  let start = 0;
  for (let end = listed.indexOf(0); end !== -1; start = end + 1, end = listed.indexOf(0, start)) {
    const line = listed.subarray(start, end);
    const tab = line.indexOf(9);
    const name = line.subarray(tab + 1);
    const path = name.toString('utf8');
    if (!Buffer.from(path, 'utf8').equals(name)) continue;
    const [mode = '', , object = ''] = line.subarray(0, tab).toString('latin1').split(' ');
    entries.set(path, { mode, object });
  }
  return entries;
}

const plainDiff = ['diff', '--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--no-relative', '--ignore-submodules=all'];

/** Changes whenever a file is written, replaced or touched: the time of the last change of its record cannot be set by a program. */
function printOf(stats: BigIntStats): string {
  return `${stats.mode} ${stats.size} ${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** Who a commit is by, and when: the same commit has the same id whenever it is repeated. */
export function identityAt(at: Date): Readonly<Record<string, string>> {
  const date = `@${Math.floor(at.getTime() / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: 'docsgen agent',
    GIT_AUTHOR_EMAIL: 'agent@docsgen.invalid',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'docsgen agent',
    GIT_COMMITTER_EMAIL: 'agent@docsgen.invalid',
    GIT_COMMITTER_DATE: date,
  };
}
