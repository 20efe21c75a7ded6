/** Loads `docsgen.config.ts` and calls its hooks. Runs in the process of the plugins, which may only read. */
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import type { CustomOutput, DocsgenConfig } from '../../../model/site-hooks.ts';
import { addFile, reasonOf, recordModules, sortedFiles } from './load-plugins.ts';
import type { HookAnswer, HookFailure, HookName, HookRequest, LoadedHooks } from './protocol.ts';

const hookNames: readonly HookName[] = ['siteLoaded', 'pageCompiled', 'outputs'];

/** The package as the configuration sees it. Loading the real one would take as long as a small build. */
const packageModule = `data:text/javascript,${encodeURIComponent('export const defineConfig = (config) => config;')}`;

/** Call `load` first. One request at a time. */
export class HookRunner {
  /** Files that were read since this process started, or since it last processed a page. */
  readonly #recent: Set<string>;
  /** A hook may keep what it read for later calls, so each result depends on everything read so far. */
  readonly #read = new Set<string>();
  #modules: ReadonlyMap<string, string> = new Map();
  #file = '';
  #config: DocsgenConfig = {};
  #outputs: readonly CustomOutput[] = [];
  #reject: ((error: unknown) => void) | undefined;

  /** `recent`: the set to which paths of files are added that the process reads. */
  constructor(recent: Set<string>) {
    this.#recent = recent;
  }

  /** Never throws. `file`: the URL of the configuration. */
  async load(file: string): Promise<LoadedHooks> {
    this.#file = file;
    this.#recent.clear();
    // Both stay registered: hooks may import modules later.
    const { files } = recordModules();
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'docsgen' ? { url: packageModule, format: 'module', shortCircuit: true } : next(specifier, context),
    });
    this.#modules = files;
    const settle = (names: readonly HookName[], failure?: HookFailure): LoadedHooks => {
      for (const path of this.#recent) addFile(files, resolve(path));
      return { names, files: sortedFiles(files), ...(failure && { failure }) };
    };
    try {
      const module = (await this.#guarded(() => import(file))) as { readonly default?: unknown };
      const problem = problemOf(module.default);
      if (problem !== undefined) return settle([], { reason: problem });
      this.#config = module.default as DocsgenConfig;
      return settle(hookNames.filter((name) => this.#config[name] !== undefined));
    } catch (error) {
      return settle([], this.#failure(error));
    }
  }

  async answer(request: HookRequest): Promise<HookAnswer> {
    this.#recent.clear();
    try {
      const result = await this.#guarded(async () => this.#call(request));
      for (const path of [...this.#recent, ...this.#modules.keys()]) this.#read.add(resolve(path));
      return { type: 'value', value: this.#plain(request, result), read: [...this.#read].sort() };
    } catch (error) {
      return { type: 'failure', ...this.#failure(error) };
    }
  }

  /** An error outside of any call: fails the hook that runs. */
  reportStray(error: unknown): void {
    this.#reject?.(error);
  }

  #call({ hook, index, argument }: HookRequest): unknown {
    const given = JSON.parse(argument);
    if (hook === 'content') return (this.#outputs[index as number] as CustomOutput).content(given);
    return this.#config[hook]?.(given);
  }

  /** Of outputs, only what is data; the functions stay here. */
  #plain({ hook }: HookRequest, result: unknown): string | Uint8Array | undefined {
    if (hook === 'content') {
      if (typeof result === 'string') return result;
      // A plain copy: a view of a Buffer would bring its whole pool.
      if (result instanceof Uint8Array) return Uint8Array.from(result);
      throw new TypeError('content returned neither text nor bytes');
    }
    if (hook !== 'outputs') return JSON.stringify(result);
    if (!Array.isArray(result)) throw new TypeError('outputs returned no list');
    const missing = result.findIndex((output) => typeof output?.content !== 'function');
    if (missing !== -1) throw new TypeError(`output ${missing + 1} has no function "content"`);
    this.#outputs = result;
    return JSON.stringify(result.map(({ content: _, ...data }) => data));
  }

  async #guarded(call: () => Promise<unknown>): Promise<unknown> {
    const stray = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    try {
      return await Promise.race([call(), stray]);
    } finally {
      this.#reject = undefined;
    }
  }

  /** With the first position in the configuration, or else in another file of the project. */
  #failure(error: unknown): HookFailure {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const places = [...stack.matchAll(/(file:\/\/[^\s()]+?):(\d+)(?::(\d+))?(?=[\s)]|$)/gm)]
      .map(([, url = '', line, column]) => ({ url, line: Number(line), column: Number(column ?? 1) }))
      .filter(({ url }) => !url.includes('/node_modules/'));
    const at = places.find(({ url }) => url === this.#file) ?? places[0];
    return { reason: reasonOf(error), ...(at && { at }) };
  }
}

/** Why an export is not a configuration. */
function problemOf(config: unknown): string | undefined {
  if (typeof config !== 'object' || config === null) return 'it has no default export with hooks';
  for (const [name, value] of Object.entries(config)) {
    if (!(hookNames as readonly string[]).includes(name)) return `it has an unknown hook "${name}"; the hooks are ${hookNames.join(', ')}`;
    if (value !== undefined && typeof value !== 'function') return `its hook "${name}" is not a function`;
  }
  return undefined;
}
