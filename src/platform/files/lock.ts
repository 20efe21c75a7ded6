/**
 * Allows one build at a time for each output folder. The lock file names its process; the lock of an ended process is
 * ignored.
 */
import { closeSync, linkSync, lstatSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../../model/running-process.ts';
import { errorCode } from './system-error.ts';

/** Timeout for locks of other hosts and containers, whose processes cannot be checked. */
const foreignHolderMs = 10 * 60_000;

/** `removedStale`: the process of an existing lock had ended, so its build was interrupted. */
export type LockResult =
  | { readonly state: 'taken'; readonly removedStale: boolean; release(): void }
  | { readonly state: 'held'; readonly pid: number };

/** Creates the lock file, or returns the process that holds it. Throws system errors (permission, no space). */
export function takeLock(path: string): LockResult {
  let removedStale = false;
  const own = `${process.pid} ${startedAt(process.pid)} ${hostname()}\n`;
  for (;;) {
    try {
      createLock(path, own);
      return { state: 'taken', removedStale, release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      const found = lstatSync(path, { throwIfNoEntry: false });
      // No process makes a link. It may have come with the project.
      if (found?.isSymbolicLink()) rmSync(path, { force: true });
      // A folder in its place does not go away.
      else if (found?.isFile() === false) throw error;
    }
    const found = readLock(path);
    if (found === undefined) continue;
    if (isAlive(found)) return { state: 'held', pid: found.pid };
    removedStale = removeStale(path, found.text) || removedStale;
  }
}

/** Removes the file when writing its content fails (full disk), because an empty lock would block the next build. */
function createLock(path: string, text: string): void {
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

interface Holder {
  readonly text: string;
  readonly pid: number;
  readonly started: string;
  readonly host: string;
  readonly ageMs: number;
}

function readLock(path: string): Holder | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const [pid = '', started = '', host = ''] = text.trim().split(' ');
    return { text, pid: Number(pid) || 0, started, host, ageMs: Date.now() - statSync(path).mtimeMs };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  // Just being created: its process has not written the content yet.
  if (holder.pid === 0) return holder.ageMs < 2_000;
  if (holder.host !== hostname()) return holder.ageMs < foreignHolderMs;
  if (!isRunning(holder.pid)) return false;
  // The process id may have been reused.
  const started = startedAt(holder.pid);
  return started === '-' || holder.started === '-' || started === holder.started;
}

/** Start time of a process in clock ticks since boot; `-` on systems other than Linux. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}

/** Moves the file aside before removing it: if it turns out to be another process's new lock, it is moved back. */
function removeStale(path: string, judged: string): boolean {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return false;
  }
  const isJudged = readFileSync(aside, 'utf8') === judged;
  try {
    if (!isJudged) linkSync(aside, path);
  } catch {
    // A third process has the lock now; wait in either case.
  }
  rmSync(aside, { force: true });
  return isJudged;
}
