/** The process that runs plugins and hooks, and the messages between it and docsgen. */
import { extname } from 'node:path';
import type { ParseProblem, SyntaxTree } from '../parse/syntax-tree.ts';

/** URL of the program of the process. */
export const pluginProgram: string = new URL(`./plugin-process${extname(import.meta.url)}`, import.meta.url).href;

/** A plugin to load. `name` as in docs.json. */
export interface PluginSpec {
  readonly name: string;
  /** The specifier for `import`, as seen from `parent`: a package name, or the URL of a file. */
  readonly specifier: string;
  /** Absent = the plugin gets none. */
  readonly options?: unknown;
}

/** The lists of docs.json. */
export type PluginList = 'remark' | 'rehype';

/** Loads all plugins; the first request. */
export interface LoadRequest {
  readonly kind: 'load';
  readonly plugins: Readonly<Record<PluginList, readonly PluginSpec[]>>;
  /** URL of the file that names them: packages are found from there. */
  readonly parent: string;
  /** Whether `$` begins a formula. */
  readonly hasMath: boolean;
  /** URL of `docsgen.config.ts`, if there is one. */
  readonly hooks?: string | undefined;
}

/** A plugin that cannot be loaded; `index` counts in its list. */
export interface LoadProblem {
  readonly list: PluginList;
  readonly index: number;
  readonly reason: string;
}

/** The answer to `LoadRequest`. */
export interface Loaded {
  readonly problems: readonly LoadProblem[];
  /** Absolute path and SHA-256 of each file of the plugins, sorted. */
  readonly files: readonly (readonly [path: string, hash: string])[];
  /** Only with `LoadRequest.hooks`. */
  readonly hooks?: LoadedHooks;
}

/** The names of a configuration's functions. */
export type HookName = 'siteLoaded' | 'pageCompiled' | 'outputs';

/** `docsgen.config.ts`, loaded. */
export interface LoadedHooks {
  readonly names: readonly HookName[];
  /** Absolute path and SHA-256 of each file that it consists of or read while it was loaded, without those of plugins. */
  readonly files: readonly (readonly [path: string, hash: string])[];
  /** Why it cannot be used. */
  readonly failure?: HookFailure;
}

/** What a hook threw. */
export interface HookFailure {
  readonly reason: string;
  /** Where, if its stack names a file of the project: a URL, line and column from 1. */
  readonly at?: { readonly url: string; readonly line: number; readonly column: number };
}

/** Calls a hook. `content` is that of the output with this index, as `outputs` returned them last. */
export interface HookRequest {
  readonly kind: 'hook';
  readonly hook: HookName | 'content';
  readonly index?: number;
  /** JSON. */
  readonly argument: string;
}

/** The answer to `HookRequest`. */
export type HookAnswer =
  | {
      readonly type: 'value';
      /** JSON; undefined for no value. Bytes only for `content`. */
      readonly value: string | Uint8Array | undefined;
      /** Absolute paths of the files that hooks have read so far. */
      readonly read: readonly string[];
    }
  | ({ readonly type: 'failure' } & HookFailure);

/** Parses a page and runs the plugins on it. */
export interface PageRequest {
  readonly kind: 'page';
  /** Absolute path, for plugins. */
  readonly path: string;
  readonly text: string;
  readonly format: 'mdx' | 'md';
}

/** A problem that a plugin found in the page or caused. */
export interface PluginProblem {
  /** As in docs.json; the source of a message. */
  readonly plugin: string;
  readonly reason: string;
  /** In the text of the request, UTF-16 code units. */
  readonly offset?: number;
  readonly length?: number;
}

/** The answer to `PageRequest`: a syntax error, or a tree. */
export type PluginPage =
  | ParseProblem
  | {
      readonly type: 'page';
      /** After the plugins; without them if one failed. */
      readonly tree: SyntaxTree;
      /** Before the plugins, for texts whose syntax docsgen corrects by its tree. */
      readonly plain?: SyntaxTree;
      /** The plugin that failed. */
      readonly failure?: PluginProblem;
      /** Messages of plugins (`file.message`). */
      readonly messages: readonly PluginProblem[];
      /** Absolute paths of files that plugins read meanwhile. */
      readonly read: readonly string[];
    };

/** All requests. */
export type PluginRequest = LoadRequest | PageRequest | HookRequest;
