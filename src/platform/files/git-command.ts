/** Runs git in a repository that can be hostile: its configuration must not start a program or a connection. */
import { execFileSync } from 'node:child_process';

const maxOutput = 512 * 1_048_576;

/** No file system monitor, no hooks, and no verification of signatures, which runs `gpg.program`. */
const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false', 'core.quotePath=false'];

const environment = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  // A repository with missing objects fetches them: by a command, if it names one.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_LFS_SKIP_SMUDGE: '1',
  LC_ALL: 'C',
};

/** What git prints for `input`. Throws if it fails or is not installed; the error has what git says in `stderr`. */
export function runGit(folder: string, args: readonly string[], input = ''): string {
  return run(folder, args, {}, input);
}

/**
 * `git status` in porcelain format, with `\0` after each entry. To find changes, git runs the `clean` filters of changed files:
 * those that the repository itself configures are left out. The filters of the user's own configuration stay. Throws if the name of a
 * filter is not UTF-8.
 */
export function gitStatus(folder: string, args: readonly string[]): string {
  return run(folder, ['status', '--porcelain=v1', '-z', '--ignore-submodules=all', ...args], withoutFilters(folder));
}

function run(folder: string, args: readonly string[], env: Readonly<Record<string, string>>, input = ''): string {
  return execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), '-C', folder, ...args], {
    encoding: 'utf8',
    input,
    maxBuffer: maxOutput,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment, ...env },
  });
}

/** Settings that replace the filters of the repository. As variables, because names can contain `=`. */
function withoutFilters(folder: string): Record<string, string> {
  const names = new Set<string>();
  for (const [scope, key = ''] of pairs(configKeys(folder))) {
    // The name of a filter can be empty.
    const name = /^filter\.([\s\S]*)\.(?:clean|smudge|process|required)$/.exec(key)?.[1];
    if (name === undefined || (scope !== 'local' && scope !== 'worktree')) continue;
    // Variables are UTF-8 text, so nothing could replace a filter with another name.
    if (name.includes('\ufffd')) throw new Error(`${folder} has a filter whose name is not UTF-8`);
    names.add(name);
  }
  const values = [...names].flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(values.length)],
    ...values.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]);
}

/** `scope\0key\0` of each filter setting; empty if there are none. */
function configKeys(folder: string): string[] {
  try {
    return runGit(folder, ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^filter\\.']).split('\0');
  } catch (error) {
    // 1: no such setting.
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

function pairs(list: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.floor(list.length / 2) }, (_, index) => list.slice(index * 2, index * 2 + 2));
}
