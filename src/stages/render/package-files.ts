/** Files from docsgen's package or its dependencies: fonts, icon libraries, stylesheets, browser code. */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
/** `dist/` when installed, `src/` in tests. */
const codeRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const packageRoot = dirname(codeRoot);

/** A file under `templates/` or `dist/` of docsgen's package. */
export function docsgenFile(path: string): Buffer {
  return readFileSync(join(packageRoot, path));
}

/** The same; undefined when the file does not exist. */
export function docsgenFileIfExists(path: string): Buffer | undefined {
  return existsSync(join(packageRoot, path)) ? docsgenFile(path) : undefined;
}

/** A file of a dependency, e.g. `katex/dist/katex.min.css`; undefined when that package is not installed. */
export function dependencyFile(path: string): Buffer | undefined {
  try {
    return readFileSync(require.resolve(path));
  } catch {
    return undefined;
  }
}

/** All files below a folder of docsgen's package, with forward slashes, sorted. */
export function docsgenFiles(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

/**
 * The stylesheets of the components, which are beside their code, in the order of their folders. `names`: only these
 * folders.
 */
export function componentStyles(names?: readonly string[]): string[] {
  const folder = `${basename(codeRoot)}/stages/components`;
  return docsgenFiles(folder)
    .filter((name) => name.endsWith('/style.css') && (names === undefined || names.includes(dirname(name))))
    .map((name) => docsgenFile(`${folder}/${name}`).toString());
}

/** Path on disk of a file of docsgen's package. */
export function docsgenPath(path: string): string {
  return join(packageRoot, path);
}

/** Changes with docsgen's code, its stylesheets and the versions of its dependencies. */
export function packageKey(): string {
  ownKey ??= readPackageKey();
  return ownKey;
}

let ownKey: string | undefined;

/**
 * Sizes and times are enough for package files; package.json has the versions, because packages can have fixed file
 * times.
 */
function readPackageKey(): string {
  const parts: string[] = [process.versions.node, docsgenFile('package.json').toString()];
  for (const folder of new Set([basename(codeRoot), 'dist', 'templates'])) {
    for (const path of filesBelow(folder)) {
      const { size, mtimeMs } = statSync(join(packageRoot, path));
      parts.push(`${path} ${size} ${mtimeMs}`);
    }
  }
  return hash('sha256', JSON.stringify(parts.sort()), 'hex').slice(0, 40);
}

/** Declarations for TypeScript: three quarters of the files, and no code. */
const typesFolder = 'dist/types';

function* filesBelow(folder: string): Generator<string> {
  const path = join(packageRoot, folder);
  for (const entry of existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []) {
    const child = `${folder}/${entry.name}`;
    if (entry.isFile()) yield child;
    else if (entry.isDirectory() && child !== typesFolder) yield* filesBelow(child);
  }
}
