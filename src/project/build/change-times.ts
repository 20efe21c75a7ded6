/**
 * Times of the last change of files: the last commit in a git repository, because a checkout sets all file times; the
 * file time elsewhere, and for files with uncommitted changes.
 */
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FileSystem } from '../../model/file-system.ts';
import { gitStatus, runGit } from '../../platform/files/git-command.ts';

/** Project path → milliseconds. */
export type ChangeTimes = (file: string) => number | undefined;

/** Runs git once for all files, on first use. */
export function changeTimes(files: FileSystem): ChangeTimes {
  let commits: ReadonlyMap<string, number> | 'no-git' | undefined;
  return (file) => {
    const absolute = files.absolute(file);
    if (absolute === undefined) return undefined;
    commits ??= commitTimes(rootOf(absolute, file));
    return commits === 'no-git' ? statSync(absolute, { throwIfNoEntry: false })?.mtimeMs : commits.get(file);
  };
}

/** The same for a project that is being edited: the history is read once, files written since use their own time. */
export function changeTimesSince(files: () => FileSystem | undefined, isWritten: (file: string) => boolean): ChangeTimes {
  let times: ChangeTimes | undefined;
  return (file) => {
    const now = files();
    if (now === undefined) return undefined;
    if (isWritten(file)) return statSync(now.absolute(file) ?? '', { throwIfNoEntry: false })?.mtimeMs;
    times ??= changeTimes(now);
    return times(file);
  };
}

/**
 * Changes when these times could, apart from the times of the files themselves: with the last commit, the index, and the depth of the
 * history. One short call of git. Empty outside of repositories.
 */
export function historyKey(dir: string): string {
  try {
    const [index = '', ...rest] = runGit(dir, ['rev-parse', '--git-path', 'index', '--is-shallow-repository', 'HEAD']).trim().split('\n');
    const stat = statSync(resolve(dir, index), { throwIfNoEntry: false });
    return [...rest, stat?.size, stat?.mtimeMs, stat?.ctimeMs, stat?.ino].join(' ');
  } catch {
    return '';
  }
}

function rootOf(absolute: string, file: string): string {
  return file.split('/').reduce((folder) => dirname(folder), absolute);
}

function commitTimes(root: string): ReadonlyMap<string, number> | 'no-git' {
  try {
    if (runGit(root, ['rev-parse', '--is-inside-work-tree']).trim() !== 'true') return 'no-git';
    // The oldest commit of a shallow clone contains all earlier ones, so its times are wrong.
    if (runGit(root, ['rev-parse', '--is-shallow-repository']).trim() === 'true') return new Map();
    const times = new Map<string, number>();
    let time = 0;
    const log = runGit(root, ['log', '--format=%x00%ct', '--name-only', '--relative', '--no-renames', '-z', '--', '.']);
    for (const line of log.split('\0')) {
      const name = line.replace(/^\n/, '');
      if (/^\d{9,11}$/.test(name.trim())) time = Number(name) * 1000;
      else if (name !== '' && !times.has(name)) times.set(name, time);
    }
    for (const entry of gitStatus(root, ['--no-renames', '--', '.']).split('\0')) {
      const path = entry.slice(3);
      const changed = path === '' ? undefined : statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs;
      if (changed !== undefined) times.set(path, changed);
    }
    return times;
  } catch {
    return 'no-git';
  }
}
