/** Runs the hooks of `docsgen.config.ts` for a loaded site: `siteLoaded`, then `outputs`; `pageCompiled` for each page. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Diagnostic, Result, SourceLocation } from '../../../model/diagnostic.ts';
import type { Page } from '../../../model/page.ts';
import { SourceText } from '../../../model/source-text.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import type { HookFailure } from '../../../stages/mdx/plugins/protocol.ts';
import { hookFailed, hookProblem, hooksNotLoaded } from '../errors.ts';
import { type LoadedSite, withOutputs } from '../load-site.ts';
import type { CompiledEntry } from '../pages/page-builder.ts';
import type { PageStore } from '../pages/page-store.ts';
import { changedSite } from './changed-site.ts';
import { freeOutputs } from './free-outputs.ts';
import { type HookResults, hookResult } from './hook-results.ts';
import type { OpenHooks, OpenPlugins } from './open-plugins.ts';
import { builtPageInfo, compiledPageInfo, pageInfo, siteInfo } from './page-infos.ts';

type WithPlugins = LoadedSite & { readonly plugins: OpenPlugins };

/** The site as its hooks change it, with their outputs. Hooks that fail change nothing. */
export function withHooks(loaded: Result<WithPlugins>, groups?: readonly string[]): Result<LoadedSite> {
  const { value: site, diagnostics } = loaded;
  const { hooks } = site.plugins;
  if (hooks === undefined) return loaded;
  if (hooks.failure) return { value: site, diagnostics: [...diagnostics, notLoaded(site, hooks, hooks.failure)] };
  const runs = new HookRun(site, hooks);
  const changes = runs.call('siteLoaded', { ...siteInfo(site), pages: site.pages.map(pageInfo) });
  const changed = changes && changedSite(site, changes, (reason) => runs.report('siteLoaded', reason), groups);
  const current = changed?.value ?? site;
  const kept = changed ? diagnostics.filter((found) => !site.planned.includes(found)) : diagnostics;
  const declared = runs.call('outputs', { ...siteInfo(current), pages: current.pages.map(pageInfo) }) ?? [];
  const outputs = freeOutputs(current, declared, runs.placeOf('outputs'));
  return {
    value: outputs.value.length > 0 ? withOutputs(current, outputs.value) : current,
    diagnostics: [...kept, ...(changed?.diagnostics ?? []), ...runs.diagnostics, ...outputs.diagnostics],
  };
}

/** What `pageCompiled` returned for a page. */
export interface HookedPage {
  readonly data?: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** Project paths of files that it may depend on. */
  readonly read: readonly string[];
}

const nothing: HookedPage = { diagnostics: [], read: [] };

/** As stored. */
interface StoredFindings {
  readonly findings: HookResults['pageCompiled'];
  /** Absolute path and hash of what hooks read before. */
  readonly read: readonly (readonly [path: string, hash: string])[];
}

/** Calls `pageCompiled`, unless the store has its result for the same page. */
export function hookedPage(site: LoadedSite, page: Page, entry: CompiledEntry, store: PageStore): HookedPage {
  const hooks = site.plugins?.hooks;
  if (hooks === undefined || !hooks.names.includes('pageCompiled')) return nothing;
  const info = compiledPageInfo(page, entry.compiled, store.sections(entry.key));
  const key = fingerprint([hooks.key, 'pageCompiled', JSON.stringify(info)]);
  const projectPaths = (paths: readonly string[]) => paths.flatMap((path) => site.plugins?.projectPath(path) ?? []);
  const reported = ({ findings, read }: StoredFindings): HookedPage => ({
    data: findings.data,
    diagnostics: (findings.problems ?? []).map((problem) => hookProblem(placeIn(site, page, problem), problem)),
    read: projectPaths(read.map(([path]) => path)),
  });
  const text = store.cache.get(key);
  const known: StoredFindings | undefined = text === undefined ? undefined : JSON.parse(text);
  if (known?.read.every(([path, digest]) => digestOf(path) === digest)) return reported(known);
  const run = new HookRun(site, hooks);
  const findings = run.call('pageCompiled', info);
  if (findings === undefined) return { diagnostics: run.diagnostics, read: projectPaths(run.read) };
  const made: StoredFindings = { findings, read: run.read.map((path) => [path, digestOf(path)]) };
  store.cache.set(key, JSON.stringify(made));
  return reported(made);
}

/** The content of the outputs of a compiled site; `report` receives the problems. */
export function outputContents(
  site: LoadedSite,
  compiled: ReadonlyMap<string, CompiledEntry>,
  store: PageStore,
  report: (diagnostics: readonly Diagnostic[]) => void,
): (path: string) => string | Uint8Array {
  const { plugins, customOutputs = [] } = site;
  let argument: string | undefined;
  return (path) => {
    const hooks = plugins?.hooks;
    const index = customOutputs.find((output) => output.path === path)?.index;
    if (hooks === undefined || index === undefined) return '';
    argument ??= JSON.stringify({ ...siteInfo(site), pages: builtPages(site, compiled, store) });
    const answer = hooks.call({ hook: 'content', index, argument });
    if (answer.type === 'value') return answer.value ?? '';
    const run = new HookRun(site, hooks);
    report([hookFailed(run.placeOf('outputs', answer), `outputs (content of ${path})`, answer.reason)]);
    return '';
  };
}

function builtPages(site: LoadedSite, compiled: ReadonlyMap<string, CompiledEntry>, store: PageStore) {
  return site.pages.flatMap((page) => {
    const entry = compiled.get(page.path);
    return entry ? [builtPageInfo(page, entry.compiled, hookedPage(site, page, entry, store).data)] : [];
  });
}

/** Calls hooks and collects their problems. */
class HookRun {
  readonly diagnostics: Diagnostic[] = [];
  /** Absolute paths of files that hooks read. */
  read: readonly string[] = [];
  readonly #site: LoadedSite;
  readonly #hooks: OpenHooks;

  constructor(site: LoadedSite, hooks: OpenHooks) {
    this.#site = site;
    this.#hooks = hooks;
  }

  /** Undefined for a hook that does not exist or fails. */
  call<Name extends keyof HookResults>(hook: Name, argument: unknown): HookResults[Name] | undefined {
    if (!this.#hooks.names.includes(hook)) return undefined;
    const answer = this.#hooks.call({ hook, argument: JSON.stringify(argument) });
    if (answer.type !== 'value') {
      this.diagnostics.push(hookFailed(this.placeOf(hook, answer), hook, answer.reason));
      return undefined;
    }
    this.read = answer.read;
    const result = hookResult(hook, answer.value as string | undefined);
    if ('value' in result) return result.value;
    this.report(hook, result.reason);
    return undefined;
  }

  report(hook: keyof HookResults, reason: string): void {
    this.diagnostics.push(hookFailed(this.placeOf(hook), hook, reason));
  }

  /** Where the hook threw, else its name in the configuration. */
  placeOf(hook: string, failure?: Partial<HookFailure>): SourceLocation {
    return placeOfFailure(this.#site, failure) ?? placeOfName(this.#site, this.#hooks.file, hook);
  }
}

function notLoaded(site: LoadedSite, { file }: OpenHooks, failure: HookFailure): Diagnostic {
  return hooksNotLoaded(placeOfFailure(site, failure) ?? { file, line: 1, column: 1 }, failure.reason);
}

function placeOfFailure(site: LoadedSite, { at }: Partial<HookFailure> = {}): SourceLocation | undefined {
  const file = at && site.plugins?.projectPath(fileURLToPath(at.url));
  return file === undefined || !site.files.has(file) ? undefined : lineOf(site, file, at?.line, at?.column);
}

function placeOfName({ files }: LoadedSite, file: string, hook: string): SourceLocation {
  const source = new SourceText(file, files.readText(file));
  const found = new RegExp(`\\b${hook}\\b`).exec(source.text);
  return found ? source.locate(found.index, hook.length) : { file, line: 1, column: 1 };
}

function placeIn(
  { files }: LoadedSite,
  page: Page,
  { line, column }: { readonly line?: number; readonly column?: number },
): SourceLocation {
  return page.file === undefined ? { file: page.path, line: 1, column: 1 } : lineOf({ files }, page.file, line, column);
}

function lineOf({ files }: Pick<LoadedSite, 'files'>, file: string, line = 1, column = 1): SourceLocation {
  const lineText = files.readText(file).split(/\r\n|\n|\r/)[line - 1];
  return { file, line, column, ...(lineText !== undefined && { lineText }) };
}

/** Empty for a file that cannot be read. */
function digestOf(path: string): string {
  try {
    return hash('sha256', readFileSync(path));
  } catch {
    return '';
  }
}
