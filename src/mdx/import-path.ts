/** Where an import of a page leads, by its words alone. */
import { builtinModules } from 'node:module';
import { resolveProjectPath } from '../model/project-path.ts';

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

const extensions = ['', '.mdx', '.md', '.jsx', '.tsx', '.js', '.ts', '.json', '/index.mdx', '/index.jsx', '/index.tsx', '/index.js'];

/** The file that is meant when the extension is left out. */
export function findImported(path: string, hasFile: (path: string) => boolean): string | undefined {
  const clean = path.split('/').includes('..') ? undefined : path;
  if (clean === undefined) return undefined;
  const ending = extensions.find((extension) => hasFile(clean + extension));
  return ending === undefined ? undefined : clean + ending;
}
