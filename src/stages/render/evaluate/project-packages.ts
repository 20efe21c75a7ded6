/**
 * Packages installed in the project: each is bundled into one module, from the project's `node_modules` only. The
 * bundler gets every file from here and reads nothing from disk; no package code is run. React stays an import, so
 * that a package shares it with the page.
 */
import { posix } from 'node:path';
import type { Loader, OnResolveResult, Plugin } from 'esbuild';
import { exports as exportsOf, imports as importsOf } from 'resolve.exports';
import type { FileSystem } from '../../../model/file-system.ts';
import { reactPackages } from '../../../shared/components/author-scope.ts';
import { withEsbuild } from '../esbuild-process.ts';

/** Text of an ES module with these exports of a package; undefined if it is not installed or cannot be bundled. */
export async function bundlePackage(files: FileSystem, specifier: string, names: readonly string[]): Promise<string | undefined> {
  if (!files.packageFile?.(`node_modules/${packageName(specifier)}/package.json`)) return undefined;
  const source = JSON.stringify(specifier);
  const namedExports = names.filter((one) => one !== '*' && one !== 'default');
  const entry = [
    names.includes('*') ? `export * from ${source};` : '',
    names.includes('default') ? `export { default } from ${source};` : '',
    namedExports.length > 0 ? `export { ${namedExports.join(', ')} } from ${source};` : `import ${source};`,
  ].join('\n');
  try {
    const { outputFiles } = await withEsbuild(({ build }) =>
      build({
        entryPoints: ['entry'],
        absWorkingDir: '/',
        tsconfigRaw: '{}',
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        target: 'es2022',
        charset: 'utf8',
        legalComments: 'none',
        logLevel: 'silent',
        define: { 'process.env.NODE_ENV': '"production"' },
        plugins: [fromProject(files, entry)],
      }),
    );
    return outputFiles[0]?.text;
  } catch {
    return undefined;
  }
}

const loaders: Readonly<Record<string, Loader>> = {
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.json': 'json',
  '.css': 'empty',
};

function fromProject(files: FileSystem, entry: string): Plugin {
  return {
    name: 'project-packages',
    setup({ onResolve, onLoad }) {
      const resolver = new PackageResolver(files);
      onResolve({ filter: /.*/ }, ({ path, importer, namespace, kind }): OnResolveResult => {
        if (kind === 'entry-point') return { path, namespace: 'entry' };
        if (reactPackages.has(path)) return { path, external: true };
        const target = resolver.resolve(path, namespace === 'entry' ? '' : importer, kind === 'require-call');
        if (target === 'nothing') return { path, namespace: 'nothing' };
        if (!target) return { errors: [{ text: `${path} is not in the project's packages` }] };
        return { path: target.path, namespace: 'package', sideEffects: target.hasSideEffects };
      });
      onLoad({ filter: /.*/, namespace: 'entry' }, () => ({ contents: entry, loader: 'js' }));
      onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
      onLoad({ filter: /.*/, namespace: 'package' }, ({ path }) => {
        const loader = loaders[posix.extname(path)];
        const file = files.packageFile?.(path);
        return loader && file ? { contents: file.bytes, loader } : { errors: [{ text: `${path} cannot be read` }] };
      });
    },
  };
}

interface Manifest {
  readonly name: string;
  readonly main?: unknown;
  readonly module?: unknown;
  readonly browser?: unknown;
  readonly exports?: unknown;
  readonly sideEffects?: unknown;
}

/** A package in its folder. */
interface Package {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** `nothing`: a module that the package excludes for browsers. */
type Target = { readonly path: string; readonly hasSideEffects: boolean } | 'nothing' | undefined;

/**
 * Node's resolution rules with browser conditions. Paths are project paths; symbolic links are followed, so that a
 * package finds its dependencies.
 */
class PackageResolver {
  readonly #files: FileSystem;
  readonly #manifests = new Map<string, Package | undefined>();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  /** The file that an import resolves to; `importer` is empty for the entry. */
  resolve(specifier: string, importer: string, isRequire: boolean): Target {
    const options = { browser: true, require: isRequire, conditions: ['module'] };
    if (/^\.\.?(?:\/|$)/.test(specifier)) return this.#target(this.#fileAt(posix.join(posix.dirname(importer), specifier)));
    const owner = importer === '' ? undefined : this.#ownerOf(importer);
    const other = replacement(owner, specifier);
    if (other === false) return 'nothing';
    if (owner && other?.startsWith('.')) return this.#target(this.#fileAt(posix.join(owner.folder, other)));
    if (owner && specifier.startsWith('#')) {
      const [first] = tryOrUndefined(() => importsOf(owner.manifest, specifier, options)) ?? [];
      if (first === undefined) return undefined;
      return first.startsWith('.') ? this.#target(this.#fileAt(posix.join(owner.folder, first))) : this.resolve(first, importer, isRequire);
    }
    const namedExports = other ?? specifier;
    const name = packageName(namedExports);
    for (let folder = posix.dirname(importer); ; folder = posix.dirname(folder)) {
      const found = this.#packageAt(posix.join(folder, 'node_modules', name));
      if (found) {
        const entry = `.${namedExports.slice(name.length)}`;
        if (found.manifest.exports !== undefined) {
          const [first] = tryOrUndefined(() => exportsOf(found.manifest, entry, options)) ?? [];
          return first === undefined ? undefined : this.#target(this.#fileAt(posix.join(found.folder, first)));
        }
        return this.#target(this.#fileAt(entry === '.' ? found.folder : posix.join(found.folder, entry)));
      }
      if (folder === '.' || folder === '/') return undefined;
    }
  }

  #packageAt(folder: string): Package | undefined {
    if (!this.#manifests.has(folder)) this.#manifests.set(folder, this.#readPackage(folder));
    return this.#manifests.get(folder);
  }

  #readPackage(folder: string): Package | undefined {
    const file = this.#files.packageFile?.(`${folder}/package.json`);
    try {
      const manifest: unknown = file && JSON.parse(Buffer.from(file.bytes).toString());
      if (!file || typeof manifest !== 'object' || manifest === null) return undefined;
      return { folder: posix.dirname(file.path), manifest: manifest as Manifest };
    } catch {
      return undefined;
    }
  }

  #ownerOf(path: string): Package | undefined {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      const found = this.#packageAt(folder);
      if (found) return found;
    }
    return undefined;
  }

  /** Tries omitted extensions and index files. */
  #fileAt(path: string): string | undefined {
    for (const ending of ['', '.tsx', '.ts', '.jsx', '.js', '.mjs', '.cjs', '.css', '.json']) {
      const file = this.#files.packageFile?.(path + ending);
      if (file) return file.path;
    }
    const inner = this.#packageAt(path);
    const main = inner && mainOf(inner.manifest);
    if (main !== undefined && main !== '.') return this.#fileAt(posix.join(path, main));
    return posix.basename(path) === 'index' ? undefined : this.#fileAt(`${path}/index`);
  }

  #target(path: string | undefined): Target {
    if (path === undefined) return undefined;
    const owner = this.#ownerOf(path);
    const inside = owner && `./${posix.relative(owner.folder, path)}`;
    const other = inside && (replacement(owner, inside) ?? replacement(owner, inside.replace(/\.js$/, '')));
    if (other === false) return 'nothing';
    const found = other === undefined ? path : this.#fileAt(posix.join(owner?.folder ?? '', other as string));
    return found === undefined ? undefined : { path: found, hasSideEffects: owner?.manifest.sideEffects !== false };
  }
}

/** The replacement of a file or package in the `browser` field. */
function replacement(owner: Package | undefined, name: string): string | false | undefined {
  const map = owner?.manifest.browser;
  if (typeof map !== 'object' || map === null) return undefined;
  const value = Object.hasOwn(map, name) ? (map as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' || value === false ? value : undefined;
}

function mainOf({ browser, module, main }: Manifest): string | undefined {
  return [browser, module, main].find((field): field is string => typeof field === 'string' && field !== '');
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** `resolve.exports` throws for subpaths that a package does not export. */
function tryOrUndefined<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
