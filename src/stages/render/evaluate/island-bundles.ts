/**
 * The browser bundles of interactive components: one entry for each module that has some, with shared chunks (Preact
 * once for the whole site). The bundler removes everything that the components do not use, such as the page around
 * them.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BuildFailure, BuildOptions, BuildResult, Plugin } from 'esbuild';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import { hookNames, nextPackages, reactNames, reactPackages } from '../../../shared/components/author-scope.ts';
import { reference } from '../../../shared/components/islands.ts';
import { componentNames, internalComponentNames } from '../../components/registry.ts';
import { NestedTooDeeply, withEsbuild } from '../esbuild-process.ts';
import { islandsFailed } from './errors.ts';
import { type LinkedModule, reachableFrom } from './module-graph.ts';
import type { LiveComponent } from './protocol.ts';
import { loadRuntimes } from './runtime-bundle.ts';

const folder = '_docsgen/islands';
const runtimeName = 'docsgen-islands';
/** The part of the runtime that author code uses without an import. */
const scopeName = 'docsgen-islands-scope';

/** Paths in the output, without the base path. */
export interface IslandBundles {
  readonly files: readonly OutputFile[];
  /** Module id → output path of its script. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Module id → why its islands have no script: they stay static. */
  readonly problems: ReadonlyMap<string, Diagnostic>;
}

type Scopes = Map<string, Set<string>>;
type Bundle = BuildResult<{ metafile: true; write: false }>;

/** `live` may contain a component more than once; it must be validated (`validateLive`). */
export async function bundleIslands(modules: ReadonlyMap<string, LinkedModule>, live: readonly LiveComponent[]): Promise<IslandBundles> {
  const scopes = collectScopes(live);
  const problems = new Map<string, Diagnostic>();
  const scripts = new Map<string, string>();
  const result = await bundleWithoutFaulty(modules, scopes, problems);
  if (!result) return { files: [], scripts, problems };
  for (const [path, { entryPoint }] of Object.entries(result.metafile.outputs)) {
    if (entryPoint?.startsWith('island:')) scripts.set(entryPoint.slice('island:'.length), path);
  }
  const files = result.outputFiles.map(({ path, contents }) => ({ path: path.slice(path.indexOf(folder)), data: contents }));
  return { files, scripts, problems };
}

/** Retries without the entries that depend on a faulty module, so that one error does not affect other islands. */
async function bundleWithoutFaulty(
  modules: ReadonlyMap<string, LinkedModule>,
  scopes: Scopes,
  problems: Map<string, Diagnostic>,
): Promise<Bundle | undefined> {
  if (scopes.size === 0) return undefined;
  const { islands } = await loadRuntimes();
  try {
    return await withEsbuild(({ build }) => build(buildOptions(modules, scopes, islands)));
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors && !(error instanceof NestedTooDeeply)) throw error;
    const reasons = new Map((errors ?? []).map(({ location, text }) => [location?.file.replace(/^module:/, ''), text]));
    const needs = [...scopes].map(([id, scope]) => ({ id, faulty: modulesOf(id, scope, modules).find((one) => reasons.has(one)) }));
    const known = needs.filter(({ faulty }) => faulty !== undefined);
    // An error without a module may come from any of them.
    for (const { id, faulty } of known.length > 0 ? known : needs) {
      scopes.delete(id);
      problems.set(
        faulty ?? id,
        islandsFailed(faulty ?? id, (reasons.get(faulty) ?? errors?.[0]?.text ?? String(error)).replaceAll('module:', '')),
      );
    }
    return bundleWithoutFaulty(modules, scopes, problems);
  }
}

/** All modules whose code an entry may contain. */
function modulesOf(id: string, scope: ReadonlySet<string>, modules: ReadonlyMap<string, LinkedModule>): string[] {
  const roots = new Set([id, ...[...scope].map((name) => split(name).module)]);
  return [...roots].flatMap((root) => {
    const module = root === undefined ? undefined : modules.get(root);
    return module ? reachableFrom(module).map((one) => one.id) : [];
  });
}

function buildOptions(modules: ReadonlyMap<string, LinkedModule>, scopes: Scopes, islands: string) {
  return {
    entryPoints: [...scopes.keys()].sort().map((id) => ({ in: `island:${id}`, out: fileName(id) })),
    inject: [scopeName],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    absWorkingDir: '/',
    tsconfigRaw: '{}',
    outdir: `/${folder}`,
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [moduleLoader(modules, scopes, islands)],
  } satisfies BuildOptions;
}

/** Module → references (`module#name`, or the name of a built-in component) that its islands need. */
function collectScopes(live: readonly LiveComponent[]): Scopes {
  const scopes = new Map<string, Set<string>>();
  for (const { module, name, references } of live) {
    const scope = scopes.get(module) ?? new Set();
    scopes.set(module, scope);
    for (const one of [reference(module, name), ...references]) scope.add(one);
  }
  return scopes;
}

const builtInNames: ReadonlySet<string> = new Set([...componentNames, ...internalComponentNames]);

/**
 * Validates the components that a page reports. `modules` are those of this page: the scripts of all pages are
 * bundled together, and no page may affect another or make the bundler fail.
 */
export function validateLive(live: readonly LiveComponent[], modules: ReadonlyMap<string, LinkedModule>): LiveComponent[] {
  const isFunction = (module: string, name: string) => modules.get(module)?.functions.includes(name) ?? false;
  const isKnown = (reference: string) => {
    const { module, local } = split(reference);
    return module === undefined ? builtInNames.has(local) : isFunction(module, local);
  };
  return live.filter(({ module, name }) => isFunction(module, name)).map((one) => ({ ...one, references: one.references.filter(isKnown) }));
}

function split(name: string): { module?: string; local: string } {
  const mark = name.lastIndexOf('#');
  return mark < 0 ? { local: name } : { module: name.slice(0, mark), local: name.slice(mark + 1) };
}

/** Provides every file to the bundler, including Preact's from docsgen's installation: the bundler reads nothing from disk. */
function moduleLoader(
  modules: ReadonlyMap<string, LinkedModule>,
  scopes: ReadonlyMap<string, ReadonlySet<string>>,
  runtime: string,
): Plugin {
  return {
    name: 'docsgen-islands',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, namespace, importer, kind }) => {
        if (path === scopeName) return { path, namespace: 'scope', sideEffects: false };
        if (path === runtimeName) return { path, namespace: 'runtime', sideEffects: false };
        if (kind === 'entry-point') return { path: path.slice('island:'.length), namespace: 'island' };
        if (namespace === 'island') return { path: path.slice('module:'.length), namespace: 'module', sideEffects: false };
        if (namespace === 'module') {
          if (nextPackages.has(path)) return { path, namespace: 'next', sideEffects: false };
          if (reactPackages.has(path))
            return { path: path.startsWith('preact') ? path : reactPath(path), namespace: 'react', sideEffects: false };
          const target = modules.get(importer)?.links.get(path);
          return target
            ? { path: target.id, namespace: 'module', sideEffects: false }
            : { path: importer, namespace: 'nothing', suffix: `?${path}`, sideEffects: false };
        }
        // Preact and its parts, by package name or relative path.
        const url = path.startsWith('.') ? new URL(path, pathToFileURL(importer)).href : import.meta.resolve(path);
        return { path: fileURLToPath(url), namespace: 'own' };
      });
      onLoad({ filter: /.*/, namespace: 'runtime' }, () => ({ contents: runtime, loader: 'js' }));
      onLoad({ filter: /.*/, namespace: 'scope' }, () => ({
        contents: `export { ${scopeNames().join(', ')} } from '${runtimeName}';`,
        loader: 'js',
      }));
      onLoad({ filter: /.*/, namespace: 'own' }, async ({ path }) => ({ contents: await readFile(path), loader: 'js' }));
      onLoad({ filter: /.*/, namespace: 'island' }, ({ path }) => ({
        contents: entryCode([...(scopes.get(path) ?? [])].sort()),
        loader: 'js',
      }));
      onLoad({ filter: /.*/, namespace: 'module' }, ({ path }) => ({ contents: moduleCode(modules.get(path)), loader: 'js' }));
      onLoad({ filter: /.*/, namespace: 'react' }, ({ path }) => ({
        contents: `export * from '${path}';${path === 'preact/compat' ? `export { default } from '${path}';` : ''}`,
        loader: 'js',
      }));
      onLoad({ filter: /.*/, namespace: 'next' }, ({ path }) => ({
        contents: `import { $next } from '${runtimeName}'; export default $next['${path}'];`,
        loader: 'js',
      }));
      onLoad({ filter: /.*/, namespace: 'nothing' }, ({ path, suffix }) => {
        const wanted = modules.get(path)?.facts.imports.filter(({ specifier }) => specifier === suffix.slice(1)) ?? [];
        return { contents: emptyExports(wanted.flatMap(({ names }) => names)), loader: 'js' };
      });
    },
  };
}

/**
 * The free names of author code: React, hooks, built-in components (`Tree` for `Tree.File`), and names that the
 * compiler generates.
 */
function scopeNames(): string[] {
  const components = componentNames.map((name) => name.split('.')[0] as string);
  const written = ['$Fragment', '$component', '$h', '$html', '$missing', '$nothing', '$try', 'React', 'user'];
  return [...new Set([...hookNames, ...reactNames, ...components, ...written])].sort();
}

function reactPath(specifier: string): string {
  return specifier === 'react-dom/client' ? 'preact/compat/client' : 'preact/compat';
}

/** Exports `mount`, and the components by their reference in the HTML. */
function entryCode(references: readonly string[]): string {
  const lines = [`export { $mount as mount } from '${runtimeName}';`];
  const entries = references.map((name, index) => {
    const { module, local } = split(name);
    const imported = module === undefined ? local.replace('.', '_') : `$${local}`;
    lines.push(`import { ${imported} as c${index} } from ${JSON.stringify(module === undefined ? runtimeName : `module:${module}`)};`);
    return `${JSON.stringify(name)}: c${index}`;
  });
  return `${lines.join('\n')}\nexport const scope = { ${entries.join(', ')} };`;
}

function moduleCode(module: LinkedModule | undefined): string {
  return module ? `${module.browserCode}\n${emptyExports([...module.missingExports].sort())}` : '';
}

/** Exports placeholders under any name, including reserved words and local names of the module. */
function emptyExports(names: readonly string[]): string {
  const wanted = [...new Set(names)].filter((name) => name !== '*');
  if (wanted.length === 0) return '';
  // Free names are built-in components, so the first statement must not declare one.
  const values = wanted.map((name, index) => `$Missing${index} = ${componentNames.includes(name) ? name : '$nothing'}`);
  return `const ${values.join(', ')};\nexport { ${wanted.map((name, index) => `$Missing${index} as ${JSON.stringify(name)}`).join(', ')} };`;
}

/** A readable file name from a module path; the content hash after it makes it unique. */
function fileName(id: string): string {
  return (
    id
      .replace(/\.\w+$/, '')
      .replace(/[^a-z0-9]+/gi, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase()
      .slice(-60) || 'module'
  );
}
