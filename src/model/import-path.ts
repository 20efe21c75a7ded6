/** Where an import of a page leads, by its words and the names of the files that there are. */
import { builtinModules } from 'node:module';
import { resolveProjectPath } from './project-path.ts';

/**
 * `path` is a project path without leading slash, whose extension may be left out; a package may also be a file named
 * from the root of the project.
 */
export type ImportTarget =
  | { readonly kind: 'file'; readonly path: string }
  /** Preact under the name that authors know. */
  | { readonly kind: 'runtime' }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'forbidden' };

const runtimes = new Set(['react', 'react-dom', 'preact', 'preact/hooks', 'preact/compat', 'react/jsx-runtime']);
const builtins = new Set(builtinModules);

/** A specifier as written → what kind of thing it names. That it exists is not said. */
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

/** What may be left out at the end of an import, in the order in which it is tried. */
export const importEndings = '.mdx .md .jsx .tsx .js .ts .json /index.mdx /index.jsx /index.tsx /index.js /index.ts'.split(' ');

/** The file that a path of `importTarget` means. */
export function findImported(path: string, hasFile: (path: string) => boolean): string | undefined {
  if (path.split('/').includes('..')) return undefined;
  const ending = ['', ...importEndings].find((ending) => hasFile(path + ending));
  return ending === undefined ? undefined : path + ending;
}

/** The file of the project that an import means; undefined for packages, for what leads out, and for what is not there. */
export function importedFile(fromFile: string, specifier: string, hasFile: (path: string) => boolean): string | undefined {
  const path = importedPath(fromFile, specifier);
  return path === undefined ? undefined : findImported(path, hasFile);
}

/** Its path as it is written, from the root of the project, whose ending may be left out. */
export function importedPath(fromFile: string, specifier: string): string | undefined {
  const target = importTarget(fromFile, specifier);
  return target.kind === 'file' ? target.path : target.kind === 'package' ? target.name : undefined;
}
