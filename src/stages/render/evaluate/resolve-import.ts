/** Resolves imports of pages and components: to project files, and to available packages only. */
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { FileSystem } from '../../../model/file-system.ts';
import { importEndings, meansFile } from '../../../model/project-path.ts';
import { nextPackages, reactPackages } from '../../../shared/components/author-scope.ts';
import { urlScheme } from '../../../shared/url.ts';

/** `missing`, `style` and `refused` are reported; files are project paths. */
export type ImportTarget =
  | { readonly kind: 'file'; readonly file: string }
  /** React and similar packages, which the sandbox and the browser provide. */
  | { readonly kind: 'provided' }
  /** An image or other file: its URL is imported. */
  | { readonly kind: 'asset'; readonly file: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'style' }
  | { readonly kind: 'refused'; readonly why: 'outside' | 'node' | 'url' };

const code = /\.(?:mdx|md|jsx|tsx|js|mjs|ts|json)$/;
const asset = /\.(?:svg|png|jpe?g|gif|webp|avif|ico|mp4|webm|mp3|wav|pdf|woff2?)$/i;
const builtins: ReadonlySet<string> = new Set(builtinModules);

/**
 * `importer` is a project path. Extensions may be omitted; `/x` is relative to the project root. Only checks whether
 * files exist.
 */
export function resolveImport(specifier: string, importer: string, files: Pick<FileSystem, 'has'>): ImportTarget {
  if (reactPackages.has(specifier) || nextPackages.has(specifier)) return { kind: 'provided' };
  const isPath = /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..';
  if (!isPath) {
    const scheme = urlScheme(specifier);
    if (scheme === 'node' || builtins.has(specifier)) return { kind: 'refused', why: 'node' };
    if (scheme === 'alias') return { kind: 'missing' };
    if (scheme !== undefined) return { kind: 'refused', why: 'url' };
  }
  if (/^[\\/]{2}/.test(specifier)) return { kind: 'refused', why: 'url' };

  const path = specifier.replace(/[?#].*$/, '');
  const target = posix.normalize(path.startsWith('/') ? path.slice(1) : isPath ? posix.join(posix.dirname(importer), path) : path);
  if (target === '..' || target.startsWith('../')) return { kind: 'refused', why: 'outside' };
  for (const candidate of [target, ...importEndings.map((ending) => target + ending)]) {
    if (!files.has(candidate)) continue;
    if (code.test(candidate)) return { kind: 'file', file: candidate };
    if (asset.test(candidate)) return { kind: 'asset', file: candidate };
    if (/\.css$/i.test(candidate)) return { kind: 'style' };
  }
  return isPath || meansFile(specifier) ? { kind: 'missing' } : { kind: 'package', name: specifier };
}
