/** Loads the plugins of a project, and records the files that this reads. Runs in the process of the plugins. */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Loaded, LoadProblem, LoadRequest, PluginList, PluginSpec } from './protocol.ts';

/** A plugin: a function that `unified` calls with its options, or a preset (a list of plugins). */
export interface LoadedPlugin {
  readonly name: string;
  readonly plugin: PluginFunction;
  readonly options: readonly unknown[];
}

/** `this` is the processor. Returns the function that changes a tree, if there is one. */
// biome-ignore lint/suspicious/noExplicitAny: plugins of any author
export type PluginFunction = (this: any, ...options: unknown[]) => unknown;

/** How a node of a plugin becomes HTML: `handlers` of remark-rehype. */
export type Handlers = Record<string, (...args: never[]) => unknown>;

/** The plugins that could be loaded, and what to answer. */
export interface LoadedPlugins extends Readonly<Record<PluginList, readonly LoadedPlugin[]>> {
  readonly handlers: Handlers;
  readonly answer: Loaded;
}

/** Never throws: what cannot be loaded is in the answer. */
export async function loadPlugins({ plugins, parent }: LoadRequest): Promise<LoadedPlugins> {
  const { files, end } = recordModules();
  const problems: LoadProblem[] = [];
  const handlers: Handlers = {};
  const loadList = async (list: PluginList): Promise<LoadedPlugin[]> => {
    const loaded: LoadedPlugin[] = [];
    for (const [index, spec] of plugins[list].entries()) {
      try {
        const module = (await import(import.meta.resolve(spec.specifier, parent))) as Record<string, unknown>;
        const found = pluginsOf(module, spec);
        if (found.length === 0) problems.push({ list, index, reason: 'it exports no plugin function' });
        loaded.push(...found);
        Object.assign(handlers, handlersOf(module));
      } catch (error) {
        problems.push({ list, index, reason: reasonOf(error) });
      }
    }
    return loaded;
  };
  const remark = await loadList('remark');
  const rehype = await loadList('rehype');
  end();
  return { remark, rehype, handlers, answer: { problems, files: sortedFiles(files) } };
}

/** Records the path and hash of each module that is loaded until `end` is called. */
export function recordModules(): { readonly files: Map<string, string>; readonly end: () => void } {
  const files = new Map<string, string>();
  const hooks = registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) addFile(files, fileURLToPath(url));
      return next(url, context);
    },
  });
  return { files, end: () => hooks.deregister() };
}

/** By path. */
export function sortedFiles(files: ReadonlyMap<string, string>): Loaded['files'] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The first line of what was thrown. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.trim() || 'it failed without a message';
}

/** Adds the hash of a file that exists. */
export function addFile(files: Map<string, string>, path: string): void {
  try {
    files.set(path, hash('sha256', fs.readFileSync(path)));
  } catch {
    // Importing or reading it reports the reason.
  }
}

function pluginsOf(module: Record<string, unknown>, { name, options }: PluginSpec): LoadedPlugin[] {
  const exported = pluginExport(module, name);
  if (typeof exported === 'function')
    return [{ name, plugin: exported as PluginFunction, options: options === undefined ? [] : [options] }];
  return presetPlugins(exported, name);
}

/** A preset of `unified`: `{ plugins: [plugin, [plugin, options], preset] }`. */
function presetPlugins(preset: unknown, name: string): LoadedPlugin[] {
  const list = typeof preset === 'object' && preset !== null && 'plugins' in preset ? preset.plugins : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown): LoadedPlugin[] => {
    const [plugin, ...options] = Array.isArray(entry) ? entry : [entry];
    if (typeof plugin === 'function') return [{ name, plugin: plugin as PluginFunction, options }];
    return presetPlugins(plugin, name);
  });
}

/** The default export, or the function with the name of the package (`remarkDefinitionList`), or the only function. */
function pluginExport(module: Record<string, unknown>, name: string): unknown {
  const own = module.default;
  // A CommonJS module that was compiled from an ES module.
  const inner = typeof own === 'object' && own !== null && 'default' in own ? own.default : own;
  if (inner !== undefined) return inner;
  const plain = name.replace(/^@[^/]+\//, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (typeof module[plain] === 'function') return module[plain];
  const functions = Object.values(module).filter((value) => typeof value === 'function');
  return functions.length === 1 ? functions[0] : undefined;
}

/** The usual export of plugins that add nodes: `defListHastHandlers`, `hastHandlers`. */
function handlersOf(module: Record<string, unknown>): Handlers {
  const found = Object.entries(module).filter(([name, value]) => /hastHandlers$/i.test(name) && typeof value === 'object');
  return Object.assign({}, ...found.map(([, value]) => value));
}

/**
 * Records the files that plugins read with `fs`, so that a page is compiled again when one of them changes. Call before
 * plugins are loaded. Returns the set to which paths are added.
 */
export function recordReads(): Set<string> {
  const read = new Set<string>();
  const record = (path: unknown) => {
    if (typeof path === 'string') read.add(path);
    else if (path instanceof URL && path.protocol === 'file:') read.add(fileURLToPath(path));
  };
  // biome-ignore lint/suspicious/noExplicitAny: overloaded functions of Node.js
  const recorded = (owner: any, name: string) => {
    const original = owner[name];
    owner[name] = Object.assign(function (this: unknown, path: unknown, ...rest: unknown[]) {
      record(path);
      return original.call(this, path, ...rest);
    }, original);
  };
  for (const name of ['readFile', 'readFileSync', 'createReadStream']) recorded(fs, name);
  recorded(fs.promises, 'readFile');
  syncBuiltinESMExports();
  return read;
}
