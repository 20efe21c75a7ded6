/** Project paths, and the files of imports. Parts of a path are separated by `/`; it is relative to the project root or the output folder, without leading slash. */
import { builtinModules } from 'node:module';

/**
 * Resolves `written` against the folder of `from` (a project file, or empty for the root), or against the root when it
 * starts with `/`. Returns undefined when the result is outside the project. A backslash separates parts too, as it
 * does on Windows.
 */
export function resolveProjectPath(from: string, written: string): string | undefined {
  const parts = /^[\\/]/.test(written) ? [] : from.split('/').slice(0, -1);
  for (const part of written.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/**
 * Like `resolveProjectPath`, but ignores each `..` above the root, as browsers do. `folder` has the parts that a
 * relative path starts from.
 */
export function foldPath(written: string, folder: readonly string[] = []): string {
  const parts = [...folder];
  for (const part of written.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** `guides/start.mdx` → `guides/start`: the key of a page in files, navigation entries and URLs. Inner dots stay. */
export function withoutPageExtension(path: string): string {
  return path.replace(/\.mdx?$/i, '');
}

/** The last part: `guides/start.mdx` → `start.mdx`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** All but the last part: `guides/start.mdx` → `guides`, `start.mdx` → ``. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/**
 * `path` is a project path without leading slash, whose extension is optional; a package may also be a file relative to
 * the project root.
 */
export type ImportTarget =
  | { readonly kind: 'file'; readonly path: string }
  /** Preact, under the names that authors use (`react`, …). */
  | { readonly kind: 'runtime' }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'forbidden' };

const runtimes = new Set(['react', 'react-dom', 'preact', 'preact/hooks', 'preact/compat', 'react/jsx-runtime']);
const builtins = new Set(builtinModules);

/** Classifies an import specifier. Does not check that the target exists. */
export function importTarget(fromFile: string, specifier: string): ImportTarget {
  if (specifier.startsWith('/')) return { kind: 'file', path: specifier.replace(/^\/+/, '') };
  if (/^\.\.?(?:\/|$)/.test(specifier)) {
    const path = resolveProjectPath(fromFile, specifier);
    return path === undefined ? { kind: 'outside' } : { kind: 'file', path };
  }
  if (runtimes.has(specifier)) return { kind: 'runtime' };
  if (/^[a-z]+:/i.test(specifier) ? !specifier.startsWith('alias:') : builtins.has(specifier.split('/')[0] as string))
    return { kind: 'forbidden' };
  return { kind: 'package', name: specifier };
}

/** Whether an import that is neither relative nor absolute means a file (`@/card`, `snippets/note.mdx`), not a package (`chart.js`). */
export const meansFile = (specifier: string) => /^[@~]\/|\.(?:mdx?|[jt]sx|json)$/i.test(specifier);

/** Extensions that an import may omit, in the order in which they are tried. */
export const importEndings = '.mdx .md .jsx .tsx .js .ts .json /index.mdx /index.jsx /index.tsx /index.js /index.ts'.split(' ');

/** The file for a path from `importTarget`. */
export function findImported(path: string, hasFile: (path: string) => boolean): string | undefined {
  if (path.split('/').includes('..')) return undefined;
  const ending = ['', ...importEndings].find((ending) => hasFile(path + ending));
  return ending === undefined ? undefined : path + ending;
}

/**
 * The project file that an import resolves to; undefined for packages, for paths outside the project, and for missing
 * files.
 */
export function importedFile(fromFile: string, specifier: string, hasFile: (path: string) => boolean): string | undefined {
  const path = importedPath(fromFile, specifier);
  return path === undefined ? undefined : findImported(path, hasFile);
}

/** The path of an import as written, relative to the project root; its extension is optional. */
export function importedPath(fromFile: string, specifier: string): string | undefined {
  const target = importTarget(fromFile, specifier);
  return target.kind === 'file' ? target.path : target.kind === 'package' ? target.name : undefined;
}
