/**
 * Writes the files of a commit to a temporary repository that shares the objects of the original one. Unlike `git worktree`, this
 * changes nothing in the original repository and runs no hooks. Unlike `git archive`, the result has an index and a history, from which
 * a build reads ignored files and the times of the last changes.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../model/diagnostic.ts';
import { runGit } from '../../platform/files/git-command.ts';
import { fileError } from '../../platform/files/system-error.ts';
import { baseNotWritten, notARepository, unknownRef } from './errors.ts';

/** The project as it was at a commit. The caller must remove it. */
export interface BaseCheckout {
  /** The commit ID. */
  readonly commit: string;
  /** The folder of docs.json, absolute; undefined if the commit has no docs.json there. */
  readonly dir: string | undefined;
  remove(): void;
}

/** `dir` is the folder of docs.json in the working tree; `ref` is anything that names a commit. */
export function checkOutBase(dir: string, ref: string): Result<BaseCheckout | undefined> {
  let prefix: string;
  try {
    prefix = runGit(dir, ['rev-parse', '--show-prefix']).replace(/\n$/, '');
    if (runGit(dir, ['rev-parse', '--is-inside-work-tree']).trim() !== 'true')
      return { value: undefined, diagnostics: [notARepository(dir, 'it has no working tree')] };
  } catch (error) {
    return { value: undefined, diagnostics: [notARepository(dir, reasonOf(error))] };
  }
  const commit = commitOf(dir, ref);
  if (commit === undefined) return { value: undefined, diagnostics: [unknownRef(ref)] };
  if (!hasFile(dir, `${commit}:${prefix}docs.json`)) return { value: { commit, dir: undefined, remove: () => undefined }, diagnostics: [] };
  let folder: string;
  try {
    folder = temporaryFolder();
  } catch (error) {
    return { value: undefined, diagnostics: [baseNotWritten(ref, fileError(error, tmpdir()).message)] };
  }
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    checkOut(dir, folder, commit, prefix);
    return { value: { commit, dir: join(folder, prefix), remove }, diagnostics: [] };
  } catch (error) {
    remove();
    return { value: undefined, diagnostics: [baseNotWritten(ref, reasonOf(error))] };
  }
}

/** A new folder at its real path, with which git prints the same paths. Throws system errors. */
export function temporaryFolder(): string {
  return mkdtempSync(join(realpathSync(tmpdir()), 'docsgen-preview-'));
}

function commitOf(dir: string, ref: string): string | undefined {
  if (ref === '' || ref.startsWith('-')) return undefined;
  try {
    return runGit(dir, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).trim();
  } catch {
    return undefined;
  }
}

/** Whether the object is a file. It is not if a folder of its path is a symbolic link, so nothing outside the checkout is read. */
function hasFile(dir: string, object: string): boolean {
  try {
    return runGit(dir, ['cat-file', '-t', object]).trim() === 'blob';
  } catch {
    return false;
  }
}

function checkOut(dir: string, folder: string, commit: string, prefix: string): void {
  const gitPath = (name: string) => runGit(dir, ['rev-parse', '--path-format=absolute', '--git-path', name]).replace(/\n$/, '');
  const format = runGit(dir, ['rev-parse', '--show-object-format']).trim();
  runGit(folder, ['init', '--quiet', '--template=', `--object-format=${format}`, '.']);
  const own = (path: string) => join(folder, '.git', path);
  mkdirSync(own('objects/info'), { recursive: true });
  writeFileSync(own('objects/info/alternates'), `${gitPath('objects')}\n`);
  // Without the list of cut-off commits, git reports the parents of a shallow history as missing.
  const shallow = gitPath('shallow');
  if (existsSync(shallow)) copyFileSync(shallow, own('shallow'));
  runGit(folder, ['update-ref', '--no-deref', 'HEAD', commit]);
  runGit(folder, ['read-tree', commit]);
  // Ignore rules of the folders above the project apply to it, too.
  const paths = runGit(folder, ['ls-files', '-z', '--', prefix === '' ? '.' : `:(top,literal)${prefix}`, ':(top,glob)**/.gitignore']);
  runGit(folder, ['checkout-index', '--force', '-z', '--stdin'], paths);
}

/** The first line that git printed, or why it could not start. */
function reasonOf(error: unknown): string {
  const { stderr, code } = error as { readonly stderr?: string; readonly code?: string };
  if (code === 'ENOENT') return 'the folder does not exist, or git is not installed';
  return (
    (stderr ?? '')
      .split('\n')
      .find((line) => line !== '')
      ?.replace(/^fatal: /, '') ?? ''
  );
}
