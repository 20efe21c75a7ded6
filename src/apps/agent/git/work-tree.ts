/**
 * The folder that an agent works in, and the commit of its changes. The folder contains only plain files: no `.git`, no links, no
 * submodules, and nothing outside the documentation folder. It is not a git work tree: files are checked out from a private index, and
 * changes are detected by examining every file without following links.
 */
import { type BigIntStats, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CacheRepository, offline } from './cache-repository.ts';
import { git, gitText } from './hardened-git.ts';

/** A checkout for an agent, with the state that is needed to detect its changes. */
export interface WorkTree {
  /** The checked-out documentation folder. */
  readonly folder: string;
  readonly cache: CacheRepository;
  /** The commit that was checked out. */
  readonly parent: string;
  /** The parents of the new commit if there are several: both sides of a merge. */
  readonly parents?: readonly string[];
  /** For files of a merge that are compared with the other side: their object IDs by path. */
  readonly baseline?: ReadonlyMap<string, string>;
  /** The documentation folder inside the repository, without leading and trailing slashes; empty for the root. */
  readonly docs: string;
  /** All entries of the documentation folder in the parent by relative path, including links and submodules, which are not checked out. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** The fingerprint of each file at the time of the checkout. */
  readonly checkedOut: ReadonlyMap<string, string>;
}

/** A file in a commit. `object` is the ID of its blob. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` (link) or `160000` (submodule). */
  readonly mode: string;
  readonly object: string;
}

/** A changed path, relative to the documentation folder. */
export interface TreeChange {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  /** What is there now; `other` is a pipe, socket or device. */
  readonly found: 'file' | 'link' | 'other' | 'nothing';
  readonly bytes: number;
  /** Fingerprint that changes with every write. */
  readonly fingerprint: string;
  /** The entry in the parent commit. */
  readonly entry?: TreeEntry;
}

const plainFile = /^100/;
/** Maximum bytes of a file name, and of a path in system calls (`PATH_MAX`). Git allows longer ones. */
const maxNameBytes = 255;
const maxPathBytes = process.platform === 'linux' ? 4_095 : 1_023;

/**
 * Checks out the documentation folder of a commit to `folder`, which is created. Names that are not UTF-8 or too long
 * for the file system are left out; the commit keeps them unchanged.
 */
export async function checkOut(cache: CacheRepository, commit: string, docs: string, folder: string, index: string): Promise<WorkTree> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entries = await readTree(cache, commit, docs);
  const files = [...entries].flatMap(([path, entry]) => (plainFile.test(entry.mode) && isPortablePath(join(folder, path)) ? [path] : []));
  const call = { ...offline(cache), index };
  // The documentation folder becomes the root of the index, so that the checkout shows no folder above it.
  await git(['read-tree', `${commit}:${docs}`], call);
  await git(['checkout-index', '--quiet', '--stdin', '-z'], {
    ...call,
    // One process per core, if there are many files.
    settings: ['checkout.workers=0'],
    workTree: folder,
    input: files.map((path) => `${path}\0`).join(''),
  });
  const checkedOut = new Map<string, string>();
  for (const [index, path] of files.entries()) {
    // Yields, so that leases can be renewed while there are many files.
    if (index % 500 === 499) await setImmediate();
    checkedOut.set(path, fingerprintOf(lstatSync(join(folder, path), { bigint: true })));
  }
  return { folder, cache, parent: commit, docs, entries, checkedOut };
}

/** The same files as a change of an earlier commit, for `changesOf`: everything that differs from that commit. */
export async function comparedWith(tree: WorkTree, commit: string): Promise<WorkTree> {
  const entries = await readTree(tree.cache, commit, tree.docs);
  const checkedOut = new Map<string, string>();
  for (const [path, { mode, object }] of entries) {
    if (!plainFile.test(mode) || !isPortablePath(join(tree.folder, path))) continue;
    // A fingerprint that no file has marks a file that differs already.
    checkedOut.set(path, tree.entries.get(path)?.object === object ? (tree.checkedOut.get(path) ?? '') : '');
  }
  return { folder: tree.folder, cache: tree.cache, parent: commit, docs: tree.docs, entries, checkedOut };
}

function isPortablePath(path: string): boolean {
  return Buffer.byteLength(path) <= maxPathBytes && path.split('/').every((name) => Buffer.byteLength(name) <= maxNameBytes);
}

/**
 * All changes in order of path. `.git` folders that an agent created are ignored. A path that the operating system does
 * not accept is one change, whatever is below it.
 */
export async function changesOf(tree: WorkTree): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  const seen = new Set<string>();
  let looked = 0;
  const visit = async (folder: string): Promise<void> => {
    for (const name of readdirSync(join(tree.folder, folder), { encoding: 'buffer' })) {
      // Yields, so that leases can be renewed.
      looked += 1;
      if (looked % 500 === 0) await setImmediate();
      const text = name.toString('utf8');
      if (text.toLowerCase() === '.git') continue;
      const path = folder === '' ? text : `${folder}/${text}`;
      if (!Buffer.from(text, 'utf8').equals(name)) {
        changes.push({ path, change: 'added', found: 'other', bytes: 0, fingerprint: '' });
        continue;
      }
      // The name was created with a path relative to its folder.
      if (!isPortablePath(join(tree.folder, path))) {
        changes.push({ path, change: 'added', found: 'other', bytes: 0, fingerprint: '' });
        continue;
      }
      const stats = lstatSync(join(tree.folder, path), { bigint: true });
      if (stats.isDirectory()) {
        await visit(path);
        continue;
      }
      seen.add(path);
      const fingerprint = fingerprintOf(stats);
      if (tree.checkedOut.get(path) === fingerprint) continue;
      const entry = tree.entries.get(path);
      changes.push({
        path,
        change: entry ? 'modified' : 'added',
        found: stats.isFile() ? 'file' : stats.isSymbolicLink() ? 'link' : 'other',
        bytes: Number(stats.size),
        fingerprint,
        ...(entry && { entry }),
      });
    }
  };
  await visit('');
  for (const path of tree.checkedOut.keys()) {
    const entry = tree.entries.get(path);
    if (!seen.has(path)) changes.push({ path, change: 'deleted', found: 'nothing', bytes: 0, fingerprint: '', ...(entry && { entry }) });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A commit that exists only in the cache. `files` are relative to the documentation folder. */
export interface Commit {
  readonly id: string;
  readonly files: readonly string[];
}

/**
 * Commits the changed files on top of the parent. The same files, parent, message and time result in the same ID.
 * Files that were written with unchanged bytes do not count; returns `undefined` when there are no changes.
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
  // A ref protects the commit from garbage collection until it is pushed.
  await git(['update-ref', `refs/docsgen/commits/${id}`, id], offline(tree.cache));
  return { id, files };
}

/** The unified diff of two commits. Runs no program that the repository configures. */
export async function diffOf(cache: CacheRepository, from: string, to: string): Promise<string> {
  return (await git([...plainDiff, '--patch', '--binary', '--full-index', from, to], offline(cache))).toString('utf8');
}

/** The number of changed lines of a file. */
export interface FileCount {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly additions: number;
  readonly deletions: number;
}

/** The files that differ between two commits, with line counts (0 for binary files). */
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

/** Reads a text file of a commit; `undefined` when it does not exist, is not a plain file, or is too long. */
export async function readCommitted(cache: CacheRepository, commit: string, path: string, maxBytes: number): Promise<string | undefined> {
  const listed = await gitText(['ls-tree', '--format=%(objectmode) %(objectname) %(objectsize)', commit, '--', path], offline(cache)).catch(
    () => '',
  );
  const [mode = '', object = '', size = ''] = listed.split(/ +/);
  if (!plainFile.test(mode) || Number(size) > maxBytes) return undefined;
  return (await git(['cat-file', 'blob', object], offline(cache))).toString('utf8');
}

/** The entries of the documentation folder of a commit by path. Names that are not UTF-8 are left out. */
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

/** Changes whenever a file is written, replaced or touched, because programs cannot set the ctime. */
function fingerprintOf(stats: BigIntStats): string {
  return `${stats.mode} ${stats.size} ${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** A fixed author and a given date, so that a repeated commit has the same ID. */
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
