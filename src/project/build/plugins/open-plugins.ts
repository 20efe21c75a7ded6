/**
 * Starts the process that runs the plugins and hooks of a project, and loads them there. It may read the project, the installed
 * packages and docsgen, and has none of the environment variables of the command. It may not write files or start
 * processes: see docs/reference/security.mdx.
 */
import { realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, Result } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import { resolveProjectPath } from '../../../model/project-path.ts';
import type { PluginSetting, SiteConfig } from '../../../model/site-config.ts';
import { hooksFile } from '../../../model/site-hooks.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import { NoAnswer, SyncProcess } from '../../../platform/sync-process/sync-process.ts';
import type { PagePlugins, PluginStop } from '../../../stages/mdx/plugins/page-plugins.ts';
import {
  type HookAnswer,
  type HookRequest,
  type Loaded,
  type LoadedHooks,
  type LoadRequest,
  type PluginList,
  type PluginPage,
  type PluginRequest,
  type PluginSpec,
  pluginProgram,
} from '../../../stages/mdx/plugins/protocol.ts';
import { hooksNotLoaded, pluginNotInstalled, pluginNotLoaded, pluginScript } from '../errors.ts';
import { type FoundPackage, importedPackages, PackageFinder, packageOf, readPermissions } from './plugin-packages.ts';

/** Seconds for loading all plugins, and for one page. */
const timeLimit = 60;

/** The loaded plugins and hooks of a project. */
export interface OpenPlugins extends PagePlugins {
  /** Absent without `docsgen.config.ts`. */
  readonly hooks?: OpenHooks;
  /** Whether the plugins of this configuration would be the same, with files that have not changed since. */
  isCurrent(config: SiteConfig, files: FileSystem): boolean;
  /** Project paths of the files of plugins and hooks that are part of the project, and of those that hooks have read. */
  readonly ownFiles: ReadonlySet<string>;
  close(): void;
}

/** The hooks of `docsgen.config.ts`. */
export interface OpenHooks extends Pick<LoadedHooks, 'names' | 'failure'> {
  /** Project path of the configuration. */
  readonly file: string;
  /** Changes with the files that the hooks consist of, and those of plugins. */
  readonly key: string;
  /** Waits for the answer; never throws. */
  call(request: Omit<HookRequest, 'kind'>): HookAnswer | PluginStop;
}

/** The entries of docs.json that name an installed plugin. */
interface FoundPlugins {
  readonly settings: Record<PluginList, PluginSetting[]>;
  readonly specs: Record<PluginList, PluginSpec[]>;
  readonly packages: readonly FoundPackage[];
}

function findPlugins(config: SiteConfig, files: FileSystem, finder: PackageFinder): Result<FoundPlugins> {
  const diagnostics: Diagnostic[] = [];
  const settings: FoundPlugins['settings'] = { remark: [], rehype: [] };
  const specs: FoundPlugins['specs'] = { remark: [], rehype: [] };
  const packages: FoundPackage[] = [];
  for (const [list, entries] of Object.entries(listsOf(config)) as [PluginList, readonly PluginSetting[]][]) {
    for (const setting of entries) {
      const found = findPlugin(setting, files, finder);
      if ('code' in found) {
        diagnostics.push(found);
        continue;
      }
      settings[list].push(setting);
      const options = 'options' in setting ? { options: plainOptions(setting.options) } : {};
      specs[list].push({ name: setting.name, specifier: found.specifier, ...options });
      if (found.found) packages.push(found.found);
    }
  }
  return { value: { settings, specs, packages }, diagnostics };
}

/**
 * Undefined if there is nothing to load, or if the process does not start. `dir`: the project folder. The caller must
 * close the result.
 */
export function openPlugins(config: SiteConfig, files: FileSystem, dir: string): Result<OpenPlugins | undefined> {
  const root = realpathSync.native(dir);
  const finder = new PackageFinder(root);
  const found = findPlugins(config, files, finder);
  const { settings, specs: plugins, packages } = found.value;
  const hooks = hooksFile(files);
  const [first] = [...settings.remark, ...settings.rehype];
  if (first === undefined && hooks === undefined) return { value: undefined, diagnostics: found.diagnostics };
  const modules = [hooks, ...[...settings.remark, ...settings.rehype].map(({ name }) => projectFile(name))].filter(
    (path) => path !== undefined,
  );
  const imported = importedPackages(files, modules).flatMap((name) => finder.find(name) ?? []);
  const needed = [...packages, ...imported];
  const own = needed.filter(({ isHoisted }) => !isHoisted).map(({ folder }) => folder);
  const permissions = readPermissions(root, own, finder.withDependencies(needed));
  const start = () => {
    const execArgv = [
      '--experimental-import-meta-resolve',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      ...permissions,
    ];
    return new SyncProcess({ program: pluginProgram, execArgv, cwd: root, env: environment() });
  };
  const request: LoadRequest = {
    kind: 'load',
    plugins,
    parent: pathToFileURL(join(root, 'docs.json')).href,
    hasMath: config.styling.latex !== false,
    hooks: hooks === undefined ? undefined : pathToFileURL(join(root, hooks)).href,
  };
  const child = start();
  const loaded = tryAsk<Loaded>(child, request);
  if ('type' in loaded) {
    child.close();
    const stopped = first
      ? pluginNotLoaded(first.location, first.name, `the plugins ${loaded.reason}`)
      : hooksNotLoaded({ file: hooks as string, line: 1, column: 1 }, `its process ${loaded.reason}`);
    return { value: undefined, diagnostics: [...found.diagnostics, stopped] };
  }
  const problems = loaded.problems.map(({ list, index, reason }) => {
    const { location, name } = settings[list][index] as PluginSetting;
    return pluginNotLoaded(location, name, reason);
  });
  const value = new PluginProcess({ child, start, request, root, loaded, config, hooks, changePages: first !== undefined });
  return { value, diagnostics: [...found.diagnostics, ...problems] };
}

/** A page on which a plugin does not finish must not be the end of the others; one that always ends the process is. */
const maxRestarts = 3;

interface Started {
  readonly child: SyncProcess;
  readonly start: () => SyncProcess;
  readonly request: LoadRequest;
  readonly root: string;
  readonly loaded: Loaded;
  readonly config: SiteConfig;
  /** Project path. */
  readonly hooks: string | undefined;
  readonly changePages: boolean;
}

class PluginProcess implements OpenPlugins {
  readonly key: string;
  readonly changePages: boolean;
  readonly hooks?: OpenHooks;
  readonly ownFiles = new Set<string>();
  readonly #start: Started['start'];
  readonly #root: string;
  readonly #written: string;
  readonly #hooksFile: string | undefined;
  /** Absolute path → what identifies its state. */
  readonly #stamps = new Map<string, string>();
  #child: SyncProcess;
  #restarts = 0;
  /** What a new process must be asked first. */
  #first: readonly PluginRequest[];

  constructor({ child, start, request, root, loaded, config, hooks, changePages }: Started) {
    this.#child = child;
    this.#start = start;
    this.#first = [request];
    this.#root = root;
    this.#written = settingsText(config);
    this.#hooksFile = hooks;
    this.changePages = changePages;
    const identity = (files: Loaded['files']) => files.flatMap(([path, hash]) => [relative(root, path), hash]);
    this.key = fingerprint([this.#written, process.version, ...identity(loaded.files)]);
    const own = loaded.hooks;
    for (const [path] of [...loaded.files, ...(own?.files ?? [])]) this.#follow(path);
    if (hooks === undefined || own === undefined) return;
    this.ownFiles.add(hooks);
    this.hooks = {
      file: hooks,
      key: fingerprint([this.key, ...identity(own.files)]),
      names: own.names,
      ...(own.failure && { failure: own.failure }),
      call: (call) => this.#callHook({ kind: 'hook', ...call }),
    };
  }

  projectPath(absolute: string): string | undefined {
    const path = relative(this.#root, absolute).split(sep).join('/');
    return path === '' || path.startsWith('../') || path.startsWith('node_modules/') || path.includes(':') ? undefined : path;
  }

  isCurrent(config: SiteConfig, files: FileSystem): boolean {
    return (
      this.#restarts < maxRestarts &&
      settingsText(config) === this.#written &&
      hooksFile(files) === this.#hooksFile &&
      [...this.#stamps].every(([path, stamp]) => stampOf(path) === stamp)
    );
  }

  process(file: string, text: string, format: 'mdx' | 'md'): PluginPage | PluginStop {
    return this.#ask<PluginPage>({ kind: 'page', path: join(this.#root, file), text, format });
  }

  close(): void {
    this.#child.close();
  }

  #callHook(request: HookRequest): HookAnswer | PluginStop {
    const answer = this.#ask<HookAnswer>(request);
    if (answer.type !== 'value') return answer;
    for (const path of answer.read) this.#follow(path);
    // The functions of outputs are in the process that declared them.
    if (request.hook === 'outputs') this.#first = [this.#first[0] as PluginRequest, request];
    return answer;
  }

  #ask<Answer>(request: PluginRequest): Answer | PluginStop {
    if (!this.#child.isRunning && this.#restarts < maxRestarts) {
      this.#restarts += 1;
      this.#child = this.#start();
      for (const each of this.#first) tryAsk(this.#child, each);
    }
    return tryAsk<Answer>(this.#child, request);
  }

  #follow(path: string): void {
    if (this.#stamps.has(path)) return;
    this.#stamps.set(path, stampOf(path));
    const own = this.projectPath(path);
    if (own !== undefined) this.ownFiles.add(own);
  }
}

function listsOf({ docsgen: { markdown } }: SiteConfig): Record<PluginList, readonly PluginSetting[]> {
  return { remark: markdown.remarkPlugins, rehype: markdown.rehypePlugins };
}

/** What of docs.json decides what the plugins do, without locations. */
function settingsText(config: SiteConfig): string {
  const lists = Object.values(listsOf(config)).map((list) => list.map(({ location: _, ...setting }) => setting));
  return JSON.stringify([lists, config.styling.latex]);
}

/** Options as JSON: parts of docs.json have no prototype, which plugins do not expect. */
function plainOptions(options: unknown): unknown {
  return JSON.parse(JSON.stringify(options));
}

function tryAsk<Answer>(child: SyncProcess, request: unknown): Answer | PluginStop {
  try {
    return child.ask(request, timeLimit) as Answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { type: 'stop', reason: error.ended === undefined ? `did not finish in ${timeLimit} seconds` : `stopped: ${error.ended}` };
  }
}

interface FoundPlugin {
  readonly specifier: string;
  /** Undefined for a file of the project. */
  readonly found?: FoundPackage;
}

/** Extensions of modules that pages do not load. */
const moduleFile = /\.(?:[cm]js|[cm]?ts)$/;

/** The project path of a plugin that is a file of the project. */
function projectFile(name: string): string | undefined {
  return /^\.{0,2}\//.test(name) ? resolveProjectPath('', name) : undefined;
}

function findPlugin({ name, location }: PluginSetting, files: FileSystem, finder: PackageFinder): FoundPlugin | Diagnostic {
  if (/^\.{0,2}\//.test(name)) {
    const path = resolveProjectPath('', name);
    if (path !== undefined && files.has(path) && !moduleFile.test(path)) return pluginScript(location, name);
    const absolute = path === undefined ? undefined : files.absolute(path);
    if (absolute === undefined || !files.has(path as string)) return pluginNotInstalled(location, name, undefined);
    return { specifier: pathToFileURL(absolute).href };
  }
  const packageName = packageOf(name);
  const isPlain = packageName !== '' && /^(?:\/[\w.~-]+)*$/.test(name.slice(packageName.length)) && !/(?:^|\/)\.\.?(?:\/|$)/.test(name);
  const found = isPlain ? finder.find(packageName) : undefined;
  return found ? { specifier: name, found } : pluginNotInstalled(location, name, installCommand(packageName, files.folder));
}

/** Without `--prefix`, npm would install into a folder above that has a package.json. */
function installCommand(packageName: string, folder = '.'): string | undefined {
  if (packageName === '') return undefined;
  return `npm install --prefix ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)} ${packageName}`;
}

/** Windows needs the folder of the system; the time zone is the same everywhere, so that output is. */
function environment(): Record<string, string> {
  const { SystemRoot } = process.env;
  return { NODE_ENV: 'production', TZ: 'UTC', LANG: 'C.UTF-8', ...(SystemRoot !== undefined && { SystemRoot }) };
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs} ${stat.ino}` : '';
}
