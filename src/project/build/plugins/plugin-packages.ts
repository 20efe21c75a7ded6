/**
 * Finds the packages of plugins and hooks, and decides what their process may read: the project, docsgen, and of
 * folders above the project only the packages that are needed. A workspace installs ("hoists") packages at its root.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileSystem } from '../../../model/file-system.ts';
import { importedFile, importTarget } from '../../../model/project-path.ts';
import { repositoryOf } from '../../../platform/files/ignored.ts';
import { ImportScan } from '../../../stages/content/imports.ts';

/** A package that was found. */
export interface FoundPackage {
  readonly name: string;
  /** Absolute path as found, which may be a link. */
  readonly folder: string;
  /** Whether it is in a folder above the project. */
  readonly isHoisted: boolean;
}

/** The package of an import such as `remark-emoji` or `@scope/name/sub`; empty for other specifiers. */
export function packageOf(specifier: string): string {
  return /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*/.exec(specifier)?.[0] ?? '';
}

/** Finds packages as Node.js does, from the project up to the folder of its repository. `root`: the real project folder. */
export class PackageFinder {
  readonly #root: string;
  readonly #top: string;

  constructor(root: string) {
    this.#root = root;
    this.#top = repositoryOf(root) ?? root;
  }

  /** A package as seen from a folder. */
  find(name: string, from = this.#root): FoundPackage | undefined {
    for (let at = from; isInside(at, this.#top); at = dirname(at)) {
      const folder = join(at, 'node_modules', name);
      const isPackages = at.endsWith(`${sep}node_modules`);
      if (!isPackages && existsSync(join(folder, 'package.json'))) return { name, folder, isHoisted: !isInside(folder, this.#root) };
      if (at === dirname(at)) break;
    }
    return undefined;
  }

  /** These packages with everything that they depend on, directly or not, as real folders. */
  withDependencies(packages: readonly FoundPackage[]): readonly string[] {
    const folders = new Set<string>();
    const queue = [...packages];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const real = realpathSync.native(next.folder);
      // A link must not lead out of the repository.
      if (folders.has(real) || !isInside(real, this.#top)) continue;
      folders.add(real);
      for (const name of dependenciesOf(real)) {
        const found = this.find(name, real);
        if (found) queue.push(found);
      }
    }
    return [...folders];
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
}

/** Names in the manifest of a package; none if it cannot be read. */
function dependenciesOf(folder: string): string[] {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const lists = [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies];
    return lists
      .flatMap((list) => Object.keys(typeof list === 'object' && list !== null ? list : {}))
      .filter((name) => packageOf(name) === name);
  } catch {
    return [];
  }
}

/** The packages that modules of the project import, directly or through other modules of it. */
export function importedPackages(files: FileSystem, modules: readonly string[]): readonly string[] {
  const names = new Set<string>();
  const seen = new Set(modules);
  // Grows during the iteration.
  for (const file of seen) {
    for (const specifier of files.has(file) ? new ImportScan(files.readText(file), file).specifiers : []) {
      const target = importTarget(file, specifier);
      const path = /^\.{0,2}\//.test(specifier) ? importedFile(file, specifier, files.has) : undefined;
      if (path !== undefined) seen.add(path);
      else if (target.kind === 'package' || target.kind === 'runtime') names.add(packageOf(specifier));
    }
  }
  names.delete('');
  return [...names];
}

/**
 * Options of Node.js. Packages beside the project may be links into a package store (pnpm), whose folder can be read as a
 * whole; of packages above the project, exactly the given folders.
 */
export function readPermissions(root: string, own: readonly string[], hoisted: readonly string[]): string[] {
  const readable = new Set<string>();
  for (const folder of [root, ...own, docsgenFolder()]) {
    const real = realpathSync.native(folder);
    const at = real.indexOf(`${sep}node_modules${sep}`);
    readable.add(at === -1 ? real : real.slice(0, at + `${sep}node_modules`.length));
  }
  for (const folder of hoisted) readable.add(folder);
  return ['--permission', ...[...readable].map((folder) => `--allow-fs-read=${folder}`)];
}

/** The package folder of docsgen. */
function docsgenFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
