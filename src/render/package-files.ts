/** Files that our package or its dependencies bring along: fonts, icon sets, stylesheets, the browser code. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
/** `dist/render/` when installed, `src/render/` in our own tests: the package is two floors up in both. */
const packageRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A file under `templates/` or `dist/` of our own package. */
export function ownFile(path: string): Buffer {
  return readFileSync(join(packageRoot, path));
}

/** A file of a dependency, e.g. `katex/dist/katex.min.css`; undefined when that package is not installed. */
export function dependencyFile(path: string): Buffer | undefined {
  try {
    return readFileSync(require.resolve(path));
  } catch {
    return undefined;
  }
}

/** All files below a folder of our own package, with forward slashes, sorted. */
export function ownFiles(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

/** Where a file of our own package is on disk. */
export function ownPath(path: string): string {
  return join(packageRoot, path);
}
