/** Resolves imports of pages from the specifier and the project's file names. */
import { builtinModules } from 'node:module';
import { resolveProjectPath } from './project-path.ts';

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
