/**
 * Changes files of a project all together: every new text is written beside the project first, then a journal names
 * what is to be done, then it is done. A run that is killed before the journal has changed nothing; after it, the next
 * run does the rest.
 */
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
import { cannotWrite, noSpace, writeFailed } from './errors.ts';
import { fileError } from './system-error.ts';

/** No path twice. Moves are done first, then removals, then texts: a file that moves and changes is removed and written. */
export interface FileChanges {
  /** Project path → its new bytes. */
  readonly write: ReadonlyMap<string, Uint8Array>;
  readonly move: readonly { readonly from: string; readonly to: string }[];
  readonly remove: readonly string[];
}

interface Journal {
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  readonly removes: readonly string[];
  /** Project path → name in the staging folder. */
  readonly writes: readonly { readonly path: string; readonly staged: string }[];
}

const stagingName = '.docsgen/edit';
const journalName = 'journal.json';

/** Makes all changes, or none; what stood in the way is told. `root` is a real path. */
export function replaceFiles(root: string, changes: FileChanges): Diagnostic[] {
  const { diagnostics } = finishReplacing(root);
  if (diagnostics.length > 0) return [...diagnostics];
  const staging = join(root, stagingName);
  try {
    if (!isInside(root, join(staging, journalName))) return [cannotWrite(stagingName)];
    mkdirSync(staging, { recursive: true });
    const writes = [...changes.write].map(([path, bytes], index) => {
      writeSynced(join(staging, String(index)), bytes);
      return { path, staged: String(index) };
    });
    const journal: Journal = { moves: changes.move, removes: changes.remove, writes };
    writeSynced(join(staging, 'journal.new'), Buffer.from(JSON.stringify(journal)));
    renameSync(join(staging, 'journal.new'), join(staging, journalName));
  } catch (error) {
    try {
      rmSync(staging, { recursive: true, force: true });
    } catch {
      // Without a journal it means nothing, and the next run removes it.
    }
    return [problemOf(error)];
  }
  return [...finishReplacing(root).diagnostics];
}

/**
 * Does what a journal says is still to be done: true when there was one. A journal may have come with the project, from
 * anyone: it is followed only as far as it stays inside.
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
    const { moves, removes, writes } = JSON.parse(readFileSync(path, 'utf8')) as Journal;
    const places = [...moves.flatMap(({ from, to }) => [from, to]), ...removes, ...writes.map((write) => write.path)];
    const isOurs = places.every((place) => isInside(root, join(root, place))) && writes.every(({ staged }) => /^\d+$/.test(staged));
    return isOurs ? { moves, removes, writes } : undefined;
  } catch {
    // There is none, or it was not made by us.
    return undefined;
  }
}

/** On the real path of the deepest folder that is there: a link may lead anywhere. */
function isInside(root: string, path: string): boolean {
  let folder = dirname(path);
  if (!`${folder}${sep}`.startsWith(root + sep)) return false;
  while (!existsSync(folder)) folder = dirname(folder);
  return `${realpathSync.native(folder)}${sep}`.startsWith(root + sep);
}

/** Each step asks whether it was made already. */
function carryOut(root: string, staging: string, { moves, removes, writes }: Journal): void {
  for (const { from, to } of moves) {
    if (!existsSync(join(root, from))) continue;
    mkdirSync(dirname(join(root, to)), { recursive: true });
    renameSync(join(root, from), join(root, to));
  }
  for (const path of removes) rmSync(join(root, path), { force: true });
  for (const { path, staged } of writes) {
    if (!existsSync(join(staging, staged))) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    renameSync(join(staging, staged), join(root, path));
  }
  for (const path of [...moves.map(({ from }) => from), ...removes]) removeEmpty(dirname(join(root, path)), root);
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'w');
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A folder and those above it, up to the project, as long as nothing is in them. */
function removeEmpty(folder: string, root: string): void {
  for (let at = folder; at !== root && at.startsWith(root); at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      return;
    }
  }
}
