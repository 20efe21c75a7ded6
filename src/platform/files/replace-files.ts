/**
 * Changes several project files atomically: first all new texts are written to a staging folder, then a journal lists
 * the steps, then they are executed. A run that is killed before the journal exists has changed nothing; afterwards,
 * the next run completes it.
 */
import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { isMachineCode, machineCode } from '../cache/machine-key.ts';
import { cannotWrite, noSpace, writeFailed } from './errors.ts';
import { fileError } from './system-error.ts';

/**
 * Each path at most once. Moves come first, then removals, then texts: a file that is moved and changed is listed as
 * removed and written.
 */
export interface FileChanges {
  /** Project path → its new bytes. */
  readonly write: ReadonlyMap<string, Uint8Array>;
  readonly move: readonly { readonly from: string; readonly to: string }[];
  readonly remove: readonly string[];
}

interface Journal {
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  readonly removes: readonly string[];
  /** Project path → name in the staging folder, and the SHA-256 of the text. */
  readonly writes: readonly { readonly path: string; readonly staged: string; readonly sha256: string }[];
}

/** The text of a `Journal`, with the code of the computer that wrote it. */
interface SignedJournal {
  readonly journal: string;
  readonly code: string;
}

const stagingName = '.docsgen/edit';
const journalName = 'journal.json';
/** The code of a journal is for one folder only, because a project can contain the journal of another one. */
const journalUse = 'journal';

/** Makes all changes, or none and reports why. `root` is a real path. */
export function replaceFiles(root: string, changes: FileChanges): Diagnostic[] {
  const { diagnostics } = finishReplacing(root);
  if (diagnostics.length > 0) return [...diagnostics];
  const staging = join(root, stagingName);
  try {
    if (!isInside(root, join(staging, journalName))) return [cannotWrite(stagingName)];
    mkdirSync(staging, { recursive: true });
    const writes = [...changes.write].map(([path, bytes], index) => {
      writeSynced(join(staging, String(index)), bytes);
      return { path, staged: String(index), sha256: hash('sha256', bytes) };
    });
    const journal = JSON.stringify({ moves: changes.move, removes: changes.remove, writes } satisfies Journal);
    const signed: SignedJournal = { journal, code: machineCode(journalUse, [root, journal]) };
    writeSynced(join(staging, 'journal.new'), Buffer.from(JSON.stringify(signed)));
    renameSync(join(staging, 'journal.new'), join(staging, journalName));
  } catch (error) {
    try {
      rmSync(staging, { recursive: true, force: true });
    } catch {
      // Without a journal the folder has no effect; the next run removes it.
    }
    return [problemOf(error)];
  }
  return [...finishReplacing(root).diagnostics];
}

/**
 * Completes the steps of a journal: true when there was one. A journal that came with the project, which could move `.env` or write a hook
 * of git, is removed. So is one of a machine without a key of its own, such as a container without a home folder.
 */
export function finishReplacing(root: string): Result<boolean> {
  const staging = join(root, stagingName);
  if (!existsSync(staging) || !isInside(root, join(staging, journalName))) return { value: false, diagnostics: [] };
  try {
    const journal = readJournal(root, join(staging, journalName));
    if (journal) carryOut(root, staging, journal);
    rmSync(staging, { recursive: true, force: true });
    removeEmpty(dirname(staging), root);
    return { value: journal !== undefined, diagnostics: [] };
  } catch (error) {
    return { value: false, diagnostics: [problemOf(error)] };
  }
}

function problemOf(error: unknown): Diagnostic {
  const { kind, path, message } = fileError(error, 'the project');
  return kind === 'permission' ? cannotWrite(path) : kind === 'no-space' ? noSpace(path) : writeFailed(path, message);
}

function readJournal(root: string, path: string): Journal | undefined {
  try {
    const { journal, code } = JSON.parse(readFileSync(path, 'utf8')) as SignedJournal;
    if (!isMachineCode(code, journalUse, [root, journal])) return undefined;
    const { moves, removes, writes } = JSON.parse(journal) as Journal;
    const places = [...moves.flatMap(({ from, to }) => [from, to]), ...removes, ...writes.map((write) => write.path)];
    const isOurs = places.every((place) => isInside(root, join(root, place))) && writes.every(({ staged }) => /^\d+$/.test(staged));
    return isOurs ? { moves, removes, writes } : undefined;
  } catch {
    // There is none, or docsgen did not write it.
    return undefined;
  }
}

/**
 * Whether writing to a path stays in the project; `root` is a real path. Tests the real path of the deepest existing folder, because links
 * can point anywhere.
 */
export function isInside(root: string, path: string): boolean {
  let folder = dirname(path);
  if (!`${folder}${sep}`.startsWith(root + sep)) return false;
  while (!existsSync(folder)) folder = dirname(folder);
  return `${realpathSync.native(folder)}${sep}`.startsWith(root + sep);
}

/** Each step first checks whether it is already done. */
function carryOut(root: string, staging: string, { moves, removes, writes }: Journal): void {
  for (const { from, to } of moves) {
    if (!existsSync(join(root, from))) continue;
    mkdirSync(dirname(join(root, to)), { recursive: true });
    renameSync(join(root, from), join(root, to));
  }
  for (const path of removes) rmSync(join(root, path), { force: true });
  for (const { path, staged, sha256 } of writes) {
    if (!existsSync(join(staging, staged)) || hash('sha256', readFileSync(join(staging, staged))) !== sha256) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    renameSync(join(staging, staged), join(root, path));
  }
  for (const path of [...moves.map(({ from }) => from), ...removes]) removeEmpty(dirname(join(root, path)), root);
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'wx');
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a folder and its ancestors up to the project while they are empty. */
function removeEmpty(folder: string, root: string): void {
  for (let at = folder; at !== root && at.startsWith(root); at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      return;
    }
  }
}
