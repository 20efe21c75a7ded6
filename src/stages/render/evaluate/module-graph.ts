/** All modules that a set of pages needs, each read, compiled and linked once. */
import type { Loader } from 'esbuild';
import type { ProgramBody } from '../../../model/compiled-page.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import { fileText } from '../../../model/file-system.ts';
import { describeFallback } from '../../../shared/components/failed-imports.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { componentNames } from '../../components/registry.ts';
import { type CompiledModule, compileModule } from './compile-module.ts';
import { exportMissing, importCycle, importMissing, importRejected, packageMissing, styleImported } from './errors.ts';
import type { ImportFact } from './module-facts.ts';
import { bundlePackage } from './project-packages.ts';
import { resolveImport } from './resolve-import.ts';

/** Where modules come from; all project files are read through `files`. */
export interface GraphSource {
  readonly files: FileSystem;
  /** URL prefix of the site, `` or `/docs`: the URLs of imported images begin with it. */
  readonly base: string;
  /** Compiles a `.mdx` or `.md` file; undefined if it cannot be read. */
  readonly compileMdx: (file: string) => CompiledSnippet | undefined;
}

/** The result of the MDX compiler for an imported snippet. */
export interface CompiledSnippet {
  readonly program: ProgramBody;
  readonly diagnostics: readonly Diagnostic[];
}

/** A module in the graph. Filled while the graph is created; one object serves all pages of a call. */
export interface LinkedModule extends CompiledModule {
  /** Import specifier → module; undefined if it does not exist. */
  readonly links: Map<string, LinkedModule | undefined>;
  /** Names that importers use but the module does not export. */
  readonly missingExports: Set<string>;
  /** Problems of the file and of its imports. */
  readonly problems: Diagnostic[];
}

/** Caches every file that it reads: one graph for each call of `evaluate`. */
export interface ModuleGraph {
  /** The modules of pages in the given order; their imports are in `links`. */
  loadPages(pages: readonly { readonly file: string; readonly body: ProgramBody }[]): Promise<LinkedModule[]>;
}

const loaders: Readonly<Record<string, Loader>> = { jsx: 'jsx', js: 'jsx', mjs: 'jsx', tsx: 'tsx', ts: 'ts', json: 'json' };

/** Problems of reading and linking are added to the module in which they occur, never thrown. */
export function createModuleGraph(source: GraphSource): ModuleGraph {
  return new Graph(source);
}

class Graph implements ModuleGraph {
  readonly #source: GraphSource;
  /** By module id. */
  readonly #modules = new Map<string, Promise<LinkedModule | undefined>>();

  constructor(source: GraphSource) {
    this.#source = source;
  }

  async loadPages(pages: readonly { readonly file: string; readonly body: ProgramBody }[]): Promise<LinkedModule[]> {
    const entries = (await Promise.all(pages.map(({ file, body }) => this.#load(file, body)))) as LinkedModule[];
    const linked = new Set<LinkedModule>();
    for (const entry of entries) await this.#link(entry, linked, []);
    return entries;
  }

  /** A project file. */
  #load(file: string, body?: ProgramBody): Promise<LinkedModule | undefined> {
    return this.#once(file, async () => {
      const module = await compileFile(file, this.#source, body);
      return module && toLinked(module);
    });
  }

  /** An installed package, with the requested exports. */
  #loadPackage(name: string, names: readonly string[]): Promise<LinkedModule | undefined> {
    const id = `npm:${name}?${[...names].sort().join()}`;
    return this.#once(id, async () => {
      const text = await bundlePackage(this.#source.files, name, names);
      return text === undefined ? undefined : toLinked(await compileModule(id, { file: id, text, read: () => undefined }, 'js', false));
    });
  }

  #once(id: string, load: () => Promise<LinkedModule | undefined>): Promise<LinkedModule | undefined> {
    const known = this.#modules.get(id);
    if (known) return known;
    const loading = load();
    this.#modules.set(id, loading);
    return loading;
  }

  /** Resolves the imports of a module depth-first, so that a cycle is detected where it closes. */
  async #link(module: LinkedModule, linked: Set<LinkedModule>, trail: readonly LinkedModule[]): Promise<void> {
    if (linked.has(module)) return;
    linked.add(module);
    for (const imported of module.facts.imports) {
      const target = await this.#resolve(module, imported);
      if (target && closesCycle(target, module, trail)) {
        const files = [...trail.slice(trail.indexOf(target)), module, target].map(({ id }) => id);
        module.problems.push(
          importCycle(module.locationOf(imported.start, imported.specifier), trail.includes(target) ? files : [module.id, module.id]),
        );
        module.links.set(imported.specifier, undefined);
        continue;
      }
      if (!module.links.has(imported.specifier)) module.links.set(imported.specifier, target);
      if (target) await this.#link(target, linked, [...trail, module]);
    }
  }

  async #resolve(module: LinkedModule, imported: ImportFact): Promise<LinkedModule | undefined> {
    const { specifier, names, locals, start } = imported;
    const fallback = fallbackFor(locals);
    const place = () => module.locationOf(start, specifier);
    const target = resolveImport(specifier, module.id, this.#source.files);
    if (target.kind === 'provided') return undefined;
    if (target.kind === 'refused') module.problems.push(importRejected(place(), specifier, target.why));
    else if (target.kind === 'missing') module.problems.push(importMissing(place(), specifier, fallback));
    else if (target.kind === 'package') {
      const found = await this.#loadPackage(target.name, names);
      if (!found) module.problems.push(packageMissing(place(), target.name, fallback));
      return found;
    } else if (target.kind === 'style') module.problems.push(styleImported(place(), specifier));
    else {
      const found = await this.#load(target.file);
      if (!found) module.problems.push(importMissing(place(), specifier, fallback));
      else checkExports(module, imported, found);
      return found;
    }
    return undefined;
  }
}

/** Compiles a page, snippet, script or data file. Other files are published, and their value is their URL. */
async function compileFile(
  file: string,
  { files, base, compileMdx }: GraphSource,
  body?: ProgramBody,
): Promise<CompiledModule | undefined> {
  // `readText` throws for files that are not text, with their location.
  const readText = () => (files.has(file) ? (fileText(files.read(file)) ?? files.readText(file)) : undefined);
  const extension = file.slice(file.lastIndexOf('.') + 1);
  if (body || extension === 'mdx' || extension === 'md') {
    const snippet = body ? { program: body, diagnostics: [] } : compileMdx(file);
    if (!snippet) return undefined;
    const { code, lineMap } = snippet.program;
    const module = await compileModule(file, { file, text: code, lineMap, read: readText }, 'jsx', true);
    return { ...module, diagnostics: [...snippet.diagnostics, ...module.diagnostics] };
  }
  const loader = loaders[extension];
  if (!loader) {
    const url = JSON.stringify(`${base}/${file.split('/').map(encodeURIComponent).join('/')}`);
    return compileModule(file, { file, text: `export default ${url}`, read: () => undefined }, 'js', false);
  }
  const text = readText() ?? '';
  const source = { file, text: loader === 'json' ? `export default ${text.trim() || 'null'}` : text, read: () => text };
  return compileModule(file, source, loader === 'json' ? 'js' : loader, false);
}

function fallbackFor(names: readonly string[]): string {
  return describeFallback(names, (name) => componentNames.includes(name));
}

/** Reports the imported names that a module does not export. */
function checkExports(module: LinkedModule, { specifier, names, start }: ImportFact, target: LinkedModule): void {
  // Missing exports of a faulty file follow from an error that was already reported.
  const isFaulty = target.diagnostics.some(({ severity }) => severity === 'error');
  for (const name of names) {
    if (name === '*' || target.facts.exports.has(name) || target.facts.exports.has('*')) continue;
    target.missingExports.add(name);
    if (isFaulty) continue;
    const place = module.locationOf(start, name === 'default' ? specifier : name);
    module.problems.push(
      exportMissing(place, name, specifier, { fallback: fallbackFor([name]), nearest: nearestName(name, [...target.facts.exports]) }),
    );
  }
}

function toLinked(module: CompiledModule): LinkedModule {
  return { ...module, links: new Map(), missingExports: new Set(), problems: [...module.diagnostics] };
}

/** Components may import each other in a cycle, as in any program; pages would contain themselves. */
function closesCycle(target: LinkedModule, module: LinkedModule, trail: readonly LinkedModule[]): boolean {
  return target.isPage && (target === module || trail.includes(target));
}

/** A module and its transitive imports, in a stable order. */
export function reachableFrom(module: LinkedModule): LinkedModule[] {
  const seen = new Set<LinkedModule>([module]);
  for (const one of seen) for (const target of one.links.values()) if (target) seen.add(target);
  return [...seen];
}
