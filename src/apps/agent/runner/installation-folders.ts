/**
 * Finds the folders of docsgen itself, for a sandbox that shows nothing else: its package, the running Node.js and its dependencies.
 * Supports all layouts: nested or hoisted packages, and links into a store (pnpm), also through several links.
 */
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = `${sep}node_modules${sep}`;

/** What the program reads of its own package. `src` is run by tests. */
const programEntries = ['bin', 'dist', 'src', 'templates', 'node_modules', 'package.json'];

let cachedFolders: readonly string[] | undefined;

/** The entry point of the command line. */
export function programFile(): string {
  return join(installedPackage(), 'bin', 'docsgen.js');
}

/** Real paths. None is inside another one or inside `/usr`, which every sandbox shows. Computed once. */
export function installationFolders(): readonly string[] {
  cachedFolders ??= foldersOf(installedPackage());
  return cachedFolders;
}

/** The folder of the running Node.js; undefined when every sandbox shows it anyway. */
export function nodeFolder(): string | undefined {
  const folder = realpathSync(dirname(process.execPath));
  return isSystem(folder) ? undefined : folder;
}

function isSystem(path: string): boolean {
  return /^\/usr(?:\/|$)/.test(path);
}

function installedPackage(): string {
  return realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)));
}

/** @param own real path of the package. */
export function foldersOf(own: string): readonly string[] {
  const shown: string[] = [];
  const isShown = (path: string) => shown.some((folder) => path === folder || path.startsWith(folder + sep));
  const waiting: string[] = [];
  // A package in a `node_modules` folder is shown with the whole folder, because its dependencies may be next to it.
  const show = (path: string) => {
    if (isShown(path) || isSystem(path)) return;
    const at = path.indexOf(modules);
    const folder = at === -1 ? path : path.slice(0, at + modules.length - 1);
    shown.push(folder);
    waiting.push(at === -1 && !folder.endsWith(`${sep}node_modules`) ? join(folder, 'node_modules') : folder);
  };
  // Of a package that is not installed (a clone), only what it runs: not its history, its settings or the data of a service.
  if (own.includes(modules)) show(own);
  else for (const name of programEntries) if (existsSync(join(own, name))) show(join(own, name));
  const node = nodeFolder();
  if (node !== undefined) show(node);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (!existsSync(folder)) continue;
    const real = realpathSync(folder);
    if (!isShown(real)) show(real);
    for (const path of entriesOf(real)) {
      const target = lstatSync(path).isSymbolicLink() && existsSync(path) ? realpathSync(path) : '';
      // Follows links into a package store. Other links lead to working folders, such as members of a workspace.
      if (target.includes(modules)) show(target);
    }
  }
  return shown.filter((folder) => !shown.some((other) => other !== folder && folder.startsWith(other + sep)));
}

/** The packages in a `node_modules` folder, including scoped ones. */
function entriesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('@') && entry.isDirectory()) return readdirSync(path).map((name) => join(path, name));
    return entry.name.startsWith('.') ? [] : [path];
  });
}
