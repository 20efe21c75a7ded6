/**
 * A project folder as a `FileSystem`, restricted to the real path of its root: one traversal lists every readable file;
 * files that are not in that list are never opened.
 */
import {
  closeSync,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { type FileEntry, FileError, type FileSystem, type IgnoreReason, type PackageFile } from '../../model/file-system.ts';
import { nameOf } from '../../model/project-path.ts';
import {
  projectIsFile,
  projectMissing,
  symlinkBroken,
  symlinkEscape,
  symlinkLoop,
  tooManyLinkedFolders,
  unreadable,
  unusableName,
} from './errors.ts';
import { gitIgnoreName, IgnoreRules, isRepositoryText } from './ignored.ts';
import { openListed } from './open-listed.ts';
import { manifestName } from './output/manifest.ts';
import { fileError } from './system-error.ts';
import { decodeUtf8 } from './utf8.ts';

/** Limit for folders behind links: real projects have few, but links between folders can multiply without end. */
const maxLinkedFolders = 2_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const unusable = /[\u0000-\u001f\u007f\\\ufffd]/;

/**
 * Opens a project folder. `exclude` lists absolute folders that are never source, such as the output folder; folders
 * with a docsgen manifest are excluded too.
 */
export function openProject(dir: string, exclude: readonly string[] = []): Result<FileSystem> {
  const walk: Walk = { root: dir, entries: [], targets: new Map(), diagnostics: [], exclude: new Set(exclude), linkedFolders: 0 };
  let isFolder: boolean | undefined;
  try {
    walk.root = realpathSync.native(dir);
    isFolder = statSync(walk.root).isDirectory();
  } catch {
    isFolder = undefined;
  }
  if (!isFolder) {
    const missing = isFolder === undefined;
    walk.diagnostics.push(missing ? projectMissing(shownPath(dir)) : projectIsFile(shownPath(dir), shownPath(dirname(dir))));
    return { value: fileSystem(walk, dir), diagnostics: walk.diagnostics };
  }
  const rules = new IgnoreRules(walk.root);
  listFolder(walk, rules, { path: '', real: walk.root });
  walk.entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { value: fileSystem(walk, dir, rules), diagnostics: walk.diagnostics };
}

interface Walk {
  /** Real path of the project. */
  root: string;
  entries: FileEntry[];
  /** Listed path → real absolute path. */
  targets: Map<string, string>;
  diagnostics: Diagnostic[];
  exclude: ReadonlySet<string>;
  linkedFolders: number;
}

/** A folder during the traversal; `parent` leads to the root, so that a link to any ancestor is detected as a loop. */
interface Folder {
  path: string;
  real: string;
  parent?: Folder;
}

function listFolder(walk: Walk, rules: IgnoreRules, folder: Folder): void {
  const children = readFolder(walk, folder);
  if (folder.path !== '' && children.some((child) => child.name === manifestName)) return;
  if (children.some((child) => child.name === gitIgnoreName)) rules.enter(folder.path);
  for (const child of children) {
    const path = folder.path === '' ? child.name : `${folder.path}/${child.name}`;
    const real = join(folder.real, child.name);
    if (child.isDirectory()) {
      if (!rules.folder(path, child.name) && !walk.exclude.has(real)) listFolder(walk, rules, { path, real, parent: folder });
    } else if (child.isFile()) {
      if (!rules.file(path, child.name)) addFile(walk, path, real, child.name);
    } else if (child.isSymbolicLink()) {
      if (!rules.file(path, child.name) && !rules.folder(path, child.name)) followLink(walk, rules, folder, path, real);
    }
    // Sockets, pipes and devices are not part of a site, and reading one may never end.
  }
}

function readFolder(walk: Walk, folder: Folder): Dirent[] {
  try {
    return readdirSync(folder.real, { withFileTypes: true });
  } catch (error) {
    walk.diagnostics.push(unreadable(fileError(error, folder.path === '' ? '.' : folder.path)));
    return [];
  }
}

function addFile(walk: Walk, path: string, real: string, name: string): void {
  if (unusable.test(name)) {
    walk.diagnostics.push(unusableName(path));
    return;
  }
  let stat: Stats | undefined;
  try {
    stat = statSync(real, { throwIfNoEntry: false });
  } catch (error) {
    // Its folder can be read, but its own path is too long for the operating system.
    walk.diagnostics.push(unreadable(fileError(error, path)));
  }
  if (stat === undefined) return;
  walk.entries.push({ path, size: stat.size, modified: stat.mtimeMs, changed: stat.ctimeMs, inode: stat.ino });
  walk.targets.set(path, real);
}

function followLink(walk: Walk, rules: IgnoreRules, folder: Folder, path: string, link: string): void {
  // Instructions for agents are often links to a folder above; they are not published, wherever they point.
  const name = nameOf(path);
  const isPublished = !isRepositoryText(name) && name !== 'skills';
  let real: string;
  try {
    real = realpathSync.native(link);
  } catch (error) {
    const isLoop = (error as NodeJS.ErrnoException).code === 'ELOOP';
    if (isPublished) walk.diagnostics.push(isLoop ? symlinkLoop(path, 'itself') : symlinkBroken(path));
    return;
  }
  if (real !== walk.root && !real.startsWith(walk.root + sep)) {
    if (isPublished) walk.diagnostics.push(symlinkEscape(path));
    return;
  }
  // A link must not publish a file whose own name is excluded: `config.txt -> .env`.
  const target = real.slice(walk.root.length + 1).split(sep);
  const stat = statSync(real);
  for (const [index] of target.entries()) rules.enter(target.slice(0, index).join('/'));
  if (target.some((part, index) => rules.file(target.slice(0, index + 1).join('/'), part))) return;
  if (stat.isFile()) addFile(walk, path, real, name);
  if (!stat.isDirectory() || walk.exclude.has(real)) return;
  for (let above: Folder | undefined = folder; above !== undefined; above = above.parent) {
    if (above.real === real) {
      walk.diagnostics.push(symlinkLoop(path, 'folder'));
      return;
    }
  }
  walk.linkedFolders += 1;
  if (walk.linkedFolders > maxLinkedFolders) {
    if (walk.linkedFolders === maxLinkedFolders + 1) walk.diagnostics.push(tooManyLinkedFolders(path, maxLinkedFolders));
    return;
  }
  listFolder(walk, rules, { path, real, parent: folder });
}

function fileSystem(walk: Walk, dir: string, rules?: IgnoreRules): FileSystem {
  return {
    folder: shownPath(dir),
    list: () => walk.entries,
    has: (path) => walk.targets.has(path),
    read: (path) => readPlace(walk.targets.get(path), path),
    readText: (path) => decodeUtf8(readPlace(walk.targets.get(path), path), path),
    absolute: (path) => walk.targets.get(path),
    packageFile: (path) => packageFile(walk.root, path),
    ignored: (path) => (rules && !walk.targets.has(path) ? ignoredBy(walk, rules, path) : undefined),
  };
}

/** Relative to the working folder if the path is inside it, otherwise absolute: `../../../x` is hard to read. */
function shownPath(path: string): string {
  const shown = relative('', path);
  if (shown === '') return '.';
  return shown === '..' || shown.startsWith(`..${sep}`) ? resolve(path) : shown;
}

/** Larger files are data, not code that a page imports. */
const maxPackageBytes = 32 * 1024 * 1024;

function packageFile(root: string, path: string): PackageFile | undefined {
  try {
    const real = realpathSync.native(join(root, path));
    const shown = relative(root, real).split(sep).join('/');
    if (!shown.startsWith('node_modules/')) return undefined;
    const descriptor = openListed(real);
    try {
      const stat = fstatSync(descriptor);
      return stat.isFile() && stat.size <= maxPackageBytes ? { path: shown, bytes: readFileSync(descriptor) } : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** Finds out why a file was not listed, without opening it. */
function ignoredBy(walk: Walk, rules: IgnoreRules, path: string): IgnoreReason | undefined {
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..' || unusable.test(name))) return undefined;
  const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('/'));
  for (const folder of folders) {
    // The target of a link may be outside the project; reveal nothing about it.
    const stat = lstatSync(join(walk.root, folder), { throwIfNoEntry: false });
    if (stat?.isDirectory() !== true) return undefined;
  }
  if (lstatSync(join(walk.root, path), { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const output = folders.find((folder) => {
    const real = join(walk.root, folder);
    return walk.exclude.has(real) || existsSync(join(real, manifestName));
  });
  return output === undefined ? rules.reason(path) : { kind: 'output', path: `${output}/` };
}

/** Reads a project file; `real` is its real path when it was listed. Throws `FileError`. */
function readPlace(real: string | undefined, path: string): Uint8Array {
  if (real === undefined) throw new FileError('vanished', path, 'not a file of the project');
  try {
    // The path was resolved when it was listed: a link in it now is new, and is not followed.
    const descriptor = openListed(real);
    try {
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(error, path);
  }
}
