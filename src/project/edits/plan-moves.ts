/** Resolves `rename <from> <to>` to file moves, or reports why it is impossible. */
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import { nameOf, resolveProjectPath } from '../../model/project-path.ts';
import { badLocation, nothingToMove, pathExists } from './errors.ts';
import type { FileMove } from './file-moves.ts';

/**
 * `guides/start` is a page, with or without its extension; `guides/` is a folder, and so is `guides` when no page has
 * that name. A target that ends with `/` is a folder to move into.
 */
export function planMoves(files: FileSystem, from: string, to: string): Result<FileMove[]> {
  const refuse = (diagnostic: Diagnostic): Result<FileMove[]> => ({ value: [], diagnostics: [diagnostic] });
  const source = resolveProjectPath('', from);
  const target = resolveProjectPath('', to);
  if (source === undefined || source === '') return refuse(badLocation(from, 'is not inside the docs folder'));
  if (target === undefined) return refuse(badLocation(to, 'is not inside the docs folder'));
  if (/(?:^|\/)(?:\.|node_modules(?:\/|$))/.test(target)) return refuse(badLocation(to, 'is in a folder that is never published'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  if (/[\u0000-\u001f?#%*:|"<>]/.test(target))
    return refuse(badLocation(to, 'contains a character that URLs or file systems do not allow'));

  const isInto = /[\\/]$/.test(to) || target === '';
  const file = /[\\/]$/.test(from) ? undefined : [source, `${source}.mdx`, `${source}.md`].find((path) => files.has(path));
  const moves =
    file === undefined ? folderMoves(files, source, isInto ? join(target, nameOf(source)) : target) : fileMove(file, target, isInto);
  if (moves === undefined) return refuse(badLocation(to, `does not have the extension of ${file}`));
  if (moves.length === 0) return refuse(nothingToMove(from, nearestOf(files, source)));
  if (file === undefined && `${target}/`.startsWith(`${source}/`)) return refuse(badLocation(to, `is inside ${source}`));

  const leaving = new Set(moves.map((move) => move.from));
  const there = new Set(files.list().flatMap(({ path }) => (leaving.has(path) ? [] : [path.toLowerCase()])));
  const taken = moves.find((move) => there.has(move.to.toLowerCase()) || move.from === move.to);
  return taken ? refuse(pathExists(taken.to)) : { value: moves, diagnostics: [] };
}

function fileMove(file: string, target: string, isInto: boolean): FileMove[] | undefined {
  const extension = extensionOf(file);
  if (isInto) return [{ from: file, to: join(target, nameOf(file)) }];
  const isPage = /^\.mdx?$/i.test(extension);
  const given = extensionOf(target);
  if (given.toLowerCase() === extension.toLowerCase() || (isPage && /^\.mdx?$/i.test(given))) return [{ from: file, to: target }];
  // The dots of `v1.2` are not an extension; an image keeps its extension.
  return isPage || given === '' ? [{ from: file, to: target + extension }] : undefined;
}

function folderMoves(files: FileSystem, folder: string, target: string): FileMove[] {
  return files
    .list()
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path }) => ({ from: path, to: join(target, path.slice(folder.length + 1)) }));
}

function nearestOf(files: FileSystem, path: string): string | undefined {
  const name = nameOf(path).toLowerCase();
  return files.list().find(
    (entry) =>
      nameOf(entry.path)
        .replace(/\.mdx?$/, '')
        .toLowerCase() === name,
  )?.path;
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function extensionOf(path: string): string {
  return /\.[A-Za-z][\w]*$/.exec(nameOf(path))?.[0] ?? '';
}
