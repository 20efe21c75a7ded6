/**
 * One build at a time for each output folder. The lock names its process; a process that is gone holds nothing.
 */
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../../model/running-process.ts';
import { errorCode } from './system-error.ts';

/** A holder on another machine or in another container cannot be asked; after this time it counts as gone. */
const foreignHolderMs = 10 * 60_000;

/** `removedStale`: a lock was there whose holder is gone, so its build did not end well. */
export type LockResult =
  | { readonly state: 'taken'; readonly removedStale: boolean; release(): void }
  | { readonly state: 'held'; readonly pid: number };

/** Takes the lock file, or says who has it. Throws system errors (permission, no space). */
export function takeLock(path: string): LockResult {
  let removedStale = false;
  const own = `${process.pid} ${startedAt(process.pid)} ${hostname()}\n`;
  for (;;) {
    try {
      createLock(path, own);
      return { state: 'taken', removedStale, release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const found = readLock(path);
    if (found === undefined) continue;
    if (isAlive(found)) return { state: 'held', pid: found.pid };
    removedStale = removeStale(path, found.text) || removedStale;
  }
}

/** An empty lock would keep the next build out: on a full disk the file is made, and its text fails. */
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
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  // Being written this very moment: its process has made the file and not yet filled it.
  if (holder.pid === 0) return holder.ageMs < 2_000;
  if (holder.host !== hostname()) return holder.ageMs < foreignHolderMs;
  if (!isRunning(holder.pid)) return false;
  // The number may have been given to another process since.
  const started = startedAt(holder.pid);
  return started === '-' || holder.started === '-' || started === holder.started;
}

/** When a process began, in clock ticks since boot; `-` where the system does not say (other than Linux). */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}

/** Moves the file aside before removing it: if another process was quicker and it is a new lock, it goes back. */
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
    // A third process has taken it meanwhile; ours to wait either way.
  }
  rmSync(aside, { force: true });
  return isJudged;
}
