/** The gate before a commit: what an agent left behind against what may be delivered. Judges the tree, never the agent's words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortened } from '../../model/shorten.ts';
import { offline } from '../git/cache-repository.ts';
import { git } from '../git/hardened-git.ts';
import type { TreeChange, WorkTree } from '../git/work-tree.ts';
import { judgePath, judgeWrite } from './path-rules.ts';
import { addsSecret, hiddenCharacterLines, type Secrets } from './secrets.ts';

/** Of one turn: files that may differ, and bytes of each. */
export interface ChangeLimits {
  readonly files: number;
  readonly fileBytes: number;
}

/** What the gate says of a whole change; it is delivered or refused as a whole. */
export interface Judgement {
  /** Paths and reasons; with one of these nothing is committed. */
  readonly violations: readonly string[];
  /** For the reviewer: new text that a reader does not see. */
  readonly hiddenCharacters: readonly { readonly path: string; readonly lines: readonly number[] }[];
}

/** More are counted and not listed: the reason goes into a record that people read. */
const mostListed = 20;

/** More files than allowed are not looked at one by one. Secrets count only when the file did not hold them before. */
export async function judgeChanges(
  tree: WorkTree,
  changes: readonly TreeChange[],
  limits: ChangeLimits,
  secrets: Secrets,
): Promise<Judgement> {
  const violations: string[] = [];
  const hiddenCharacters: { path: string; lines: number[] }[] = [];
  if (changes.length > limits.files)
    return { violations: [`${changes.length} files were changed; ${limits.files} are the most`], hiddenCharacters };
  for (const change of changes) {
    const reason = refusalOf(tree, change, limits) ?? (await refusalOfContent(tree, change, secrets, hiddenCharacters));
    if (reason !== undefined) violations.push(`${shortened(secrets.redact(change.path), 200)}: ${reason}`);
  }
  const listed = violations.slice(0, mostListed);
  if (violations.length > mostListed) listed.push(`and ${violations.length - mostListed} more`);
  return { violations: listed, hiddenCharacters };
}

/** What can be said without reading the file. */
function refusalOf(tree: WorkTree, change: TreeChange, limits: ChangeLimits): string | undefined {
  const judged = judgePath(change.path);
  if ('refused' in judged) return judged.refused;
  if (change.found === 'link') return 'is a symbolic link';
  if (change.found === 'other') return 'is not a plain file, or its name is not UTF-8';
  if (change.bytes > limits.fileBytes) return `has ${change.bytes} bytes; ${limits.fileBytes} are the most`;
  for (let path = change.path; path !== ''; path = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '') {
    const mode = tree.entries.get(path)?.mode;
    if (mode === '120000') return 'is, or lies behind, a symbolic link of the repository';
    if (mode === '160000') return 'is, or lies in, a submodule';
  }
  return undefined;
}

async function refusalOfContent(
  tree: WorkTree,
  change: TreeChange,
  secrets: Secrets,
  hiddenCharacters: { path: string; lines: number[] }[],
): Promise<string | undefined> {
  const before = change.entry ? (await git(['cat-file', 'blob', change.entry.object], offline(tree.cache))).toString('latin1') : '';
  const now = change.found === 'nothing' ? '' : readFileSync(join(tree.folder, change.path)).toString('latin1');
  const refused = judgeWrite(change.path, () => (change.found === 'nothing' ? before : now));
  if (refused !== undefined) return refused;
  if (addsSecret(now, before) || (secrets.holds(now) && !secrets.holds(before))) return 'holds something shaped like a secret';
  const was = new Set(Buffer.from(before, 'latin1').toString('utf8').split('\n'));
  const text = Buffer.from(now, 'latin1').toString('utf8');
  const written = text.split('\n');
  const lines = hiddenCharacterLines(text).filter((line) => !was.has(written[line - 1] ?? ''));
  if (lines.length > 0 && !now.includes('\0')) hiddenCharacters.push({ path: change.path, lines });
  return undefined;
}
