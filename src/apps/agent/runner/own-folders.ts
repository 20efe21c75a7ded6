/**
 * Where this program lies, for a sandbox that shows nothing else: its own folder, the running Node, and the packages that it stands on,
 * however they were installed: beside it, in one folder for all, or as links into a store (pnpm), through as many links as there are.
 */
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = `${sep}node_modules${sep}`;

let known: readonly string[] | undefined;

/** The start file of the command line. */
export function ownProgram(): string {
  return join(ownPackage(), 'bin', 'docsgen.js');
}

/** Real paths; none of them lies in another one, nor in `/usr`, which every sandbox shows. Looked for once. */
export function ownFolders(): readonly string[] {
  known ??= foldersOf(ownPackage());
  return known;
}

/** Of the running Node; undefined when every sandbox shows it anyway. */
export function nodeFolder(): string | undefined {
  const folder = realpathSync(dirname(process.execPath));
  return isSystem(folder) ? undefined : folder;
}

function isSystem(path: string): boolean {
  return /^\/usr(?:\/|$)/.test(path);
}

function ownPackage(): string {
  return realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)));
}

/** @param own real path of the package. */
export function foldersOf(own: string): readonly string[] {
  const shown: string[] = [];
  const isShown = (path: string) => shown.some((folder) => path === folder || path.startsWith(folder + sep));
  const waiting: string[] = [];
  // A package in a folder of packages is shown with all of them: what it needs lies beside it.
  const show = (path: string) => {
    if (isShown(path) || isSystem(path)) return;
    const at = path.indexOf(modules);
    const folder = at === -1 ? path : path.slice(0, at + modules.length - 1);
    shown.push(folder);
    waiting.push(at === -1 ? join(folder, 'node_modules') : folder);
  };
  show(own);
  const node = nodeFolder();
  if (node !== undefined) show(node);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (!existsSync(folder)) continue;
    const real = realpathSync(folder);
    if (!isShown(real)) show(real);
    for (const path of entriesOf(real)) {
      const target = lstatSync(path).isSymbolicLink() && existsSync(path) ? realpathSync(path) : '';
      // Into a store of packages. Other links lead to folders that somebody works in, such as the members of a workspace.
      if (target.includes(modules)) show(target);
    }
  }
  return shown.filter((folder) => !shown.some((other) => other !== folder && folder.startsWith(other + sep)));
}

/** Packages of a folder of packages, those of scopes too. */
function entriesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('@') && entry.isDirectory()) return readdirSync(path).map((name) => join(path, name));
    return entry.name.startsWith('.') ? [] : [path];
  });
}
