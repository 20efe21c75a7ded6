/**
 * Changes files of a project all together: every new text is written beside the project first, then a journal names
 * what is to be done, then it is done. A run that is killed before the journal has changed nothing; after it, the next
 * run does the rest.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** Makes all changes, or none. Throws what the system throws. */
export function replaceFiles(root: string, changes: FileChanges): void {
  finishReplacing(root);
  const staging = join(root, stagingName);
  mkdirSync(staging, { recursive: true });
  const writes = [...changes.write].map(([path, bytes], index) => {
    writeSynced(join(staging, String(index)), bytes);
    return { path, staged: String(index) };
  });
  const journal: Journal = { moves: changes.move, removes: changes.remove, writes };
  writeSynced(join(staging, 'journal.new'), Buffer.from(JSON.stringify(journal)));
  renameSync(join(staging, 'journal.new'), join(staging, journalName));
  finishReplacing(root);
}

/** Does what a journal says is still to be done. True when there was one. */
export function finishReplacing(root: string): boolean {
  const staging = join(root, stagingName);
  const path = join(staging, journalName);
  const hadJournal = existsSync(path);
  if (hadJournal) carryOut(root, staging, JSON.parse(readFileSync(path, 'utf8')) as Journal);
  rmSync(staging, { recursive: true, force: true });
  removeEmpty(dirname(staging), root);
  return hadJournal;
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
