/**
 * Evaluates pages with code: modules in, HTML out. Author code is compiled here and run by the engine
 * (`worker-pool.ts`); components that turn out to be interactive become islands with a browser bundle. Nothing starts
 * before the first page.
 */

import type { ProgramBody } from '../../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import { decodeReferences } from '../../../shared/character-references.ts';
import type { RefusedHtml } from '../author-html.ts';
import { locationFinder } from './engine-location.ts';
import { builtInChanged, outOfMemory, renderProblem, stopped, timedOut } from './errors.ts';
import { bundleIslands, validateLive } from './island-bundles.ts';
import { createModuleGraph, type GraphSource, type LinkedModule, reachableFrom } from './module-graph.ts';
import { type LiveComponent, type PageLimits, type RenderJob, scriptName } from './protocol.ts';
import { locateByMap, locateInSource, readMap } from './source-location.ts';
import { createWorkerPool, type PageResult, type Script, type WorkerPool } from './worker-pool.ts';

export type { CompiledSnippet } from './module-graph.ts';

/** The project to read from, and the limits of each page. */
export interface EvaluatorOptions extends GraphSource {
  /** If `workers` is given, its own limits apply. */
  readonly limits: PageLimits;
  /**
   * The time that `Date` returns in every page, in milliseconds since 1970. Fixed, so that the same input gives the
   * same bytes.
   */
  readonly now?: number;
  /** An existing pool, which stays open when the evaluator is closed. */
  readonly workers?: WorkerPool;
}

/** A page that has to be run, compiled to a program. */
export interface ProgramPage {
  /** Project path, which identifies the page in the results. */
  readonly file: string;
  readonly body: ProgramBody;
  /** Language code as configured; by default the messages of components are English. */
  readonly language?: string;
  /** Ids of the page's headings. */
  readonly anchors?: readonly string[];
}

/** A script for the interactive components of a page; `browser/entries/islands.ts` loads it when they become visible. */
export interface IslandRef {
  /** Project file of the components. */
  readonly module: string;
  /** Path of the script in the built site. */
  readonly script: string;
}

/** The result for a page; `html` contains the same markers and placeholders as the output of `renderContent`. */
export interface EvaluatedPage {
  readonly file: string;
  /** Empty if the page could not be rendered: see `diagnostics`. */
  readonly html: string;
  /** A page with islands must load `islands.js`. */
  readonly islands: readonly IslandRef[];
  /** The first parts that were removed from the HTML. */
  readonly refused: readonly RefusedHtml[];
  /** Project files whose code the page uses. */
  readonly dependencies: readonly string[];
  /** Diagnostics of an imported file are reported with the first page that uses it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The creator must close it, also after an error. */
export interface Evaluator {
  /** Renders pages in the given order. Pages of one call share their browser scripts. */
  evaluate(pages: readonly ProgramPage[]): Promise<EvaluatedPage[]>;
  /** The scripts of all islands so far. */
  islandFiles(): Promise<OutputFile[]>;
  /** Closes the workers. */
  close(): Promise<void>;
}

/** January 1, 2026: a plausible year for a footer that does not change between builds. */
const fixedClock = Date.UTC(2026, 0, 1);

/**
 * The first `evaluate` starts workers and bundlers. It rejects only for internal errors; errors of author code are
 * `diagnostics`.
 */
export function createEvaluator(options: EvaluatorOptions): Evaluator {
  const workers = options.workers ?? createWorkerPool(options.limits);
  const islandFiles = new Map<string, OutputFile>();

  async function evaluate(pages: readonly ProgramPage[]): Promise<EvaluatedPage[]> {
    if (pages.length > 0) workers.start();
    const entries = await createModuleGraph(options).loadPages(pages);
    const rendered = await Promise.all(
      pages.map(async (page, index) => render(page, reachableFrom(entries[index] as LinkedModule), workers, options)),
    );
    const modules = new Map(rendered.flatMap((page) => page.modules.map((module) => [module.id, module] as const)));
    const live = rendered.flatMap((page) => page.live);
    const { files, scripts, problems } = await bundleIslands(modules, live);
    for (const file of files) islandFiles.set(file.path, file);
    for (const [id, problem] of problems) modules.get(id)?.problems.push(problem);
    const reported = new Set<LinkedModule>();
    return rendered.map((page) => evaluatedPage(page, scripts, reported, options));
  }

  return {
    evaluate,
    islandFiles: async () => [...islandFiles.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    close: async () => (options.workers ? undefined : workers.close()),
  };
}

/** A page before the scripts of its islands are known. */
interface RenderedPage {
  readonly page: ProgramPage;
  readonly html: string;
  readonly refused: readonly RefusedHtml[];
  readonly live: ReturnType<typeof validateLive>;
  readonly modules: readonly LinkedModule[];
  readonly problems: readonly Diagnostic[];
}

/** Runs a page; `modules` are the page and everything that it imports. */
async function render(
  page: ProgramPage,
  modules: readonly LinkedModule[],
  workers: WorkerPool,
  options: EvaluatorOptions,
): Promise<RenderedPage> {
  const job: RenderJob = {
    file: page.file,
    entry: page.file,
    modules: modules.map(({ id, links, functions, missingExports, facts }) => ({
      id,
      links: Object.fromEntries([...links].map(([specifier, target]) => [specifier, target?.id ?? null])),
      functions,
      missingExports: [...missingExports],
      icons: facts.icons,
    })),
    base: options.base,
    language: page.language,
    anchors: page.anchors,
    now: options.now ?? fixedClock,
  };
  const scripts = modules.map(({ id, version, script }): Script => ({ id, version, code: script, keep: id !== page.file }));
  const result = await workers.run(job, scripts);
  const { outcome, refused } = isComplete(result) ? result : emptyResult;
  const { html, live } = outcome;
  return {
    page,
    html,
    refused,
    live: validateLive(live, new Map(modules.map((module) => [module.id, module]))),
    modules,
    problems: problemsOf(page.file, result, modules, options.limits),
  };
}

/** `reported`: the modules whose problems belong to an earlier page. */
function evaluatedPage(
  { page, html, refused, live, problems, modules }: RenderedPage,
  scripts: ReadonlyMap<string, string>,
  reported: Set<LinkedModule>,
  { base, files }: EvaluatorOptions,
): EvaluatedPage {
  return {
    file: page.file,
    html: withScripts(html, scripts, base),
    refused,
    islands: [...new Set(live.map(({ module }) => module))].sort().flatMap((module) => {
      const script = scripts.get(module);
      return script === undefined ? [] : [{ module, script }];
    }),
    dependencies: modules.map(({ id }) => id).filter((id) => id !== page.file && files.has(id)),
    diagnostics: [...modules.flatMap((module) => problemsOnce(module, reported)), ...problems],
  };
}

const emptyResult = { outcome: { html: '', live: [] as LiveComponent[] }, refused: [] as RefusedHtml[] };

/** Errors of a shared file are reported once, with the first page that imports it. */
function problemsOnce(module: LinkedModule, reported: Set<LinkedModule>): readonly Diagnostic[] {
  if (reported.has(module)) return [];
  reported.add(module);
  return module.problems;
}

function problemsOf(file: string, result: PageResult, modules: readonly LinkedModule[], limits: PageLimits): Diagnostic[] {
  const locationOf = stackReader(file, modules);
  const limitReached = {
    timeout: (stack?: string) => timedOut(file, locationOf(stack), limits.seconds),
    memory: (stack?: string) => outOfMemory(file, locationOf(stack), limits.heapMiB),
  };
  if (result.kind === 'failed') return [stopped(file, result.message)];
  if (result.kind === 'broken') return [builtInChanged(file, result.message)];
  if (result.kind !== 'done') return [limitReached[result.kind](result.stack)];
  const { problems } = result.outcome;
  const diagnostics = problems.map(({ kind, stack, ...problem }) =>
    kind === 'timeout' || kind === 'memory' ? limitReached[kind](stack) : renderProblem({ kind, ...problem }, locationOf(stack)),
  );
  if (result.exceededMemory && !problems.some(({ kind }) => kind === 'memory')) diagnostics.push(limitReached.memory());
  if (result.exceededTime && !problems.some(({ kind }) => kind === 'timeout')) diagnostics.push(limitReached.timeout());
  return diagnostics;
}

/** A page that reached a limit is not shown partially. */
function isComplete(result: PageResult): result is PageResult & { kind: 'done' } {
  return (
    result.kind === 'done' &&
    !result.exceededMemory &&
    !result.exceededTime &&
    !result.outcome.problems.some(({ kind }) => kind === 'memory' || kind === 'timeout')
  );
}

/** Finds the innermost stack frame in author code; the start of the file if there is none. */
function stackReader(file: string, modules: readonly LinkedModule[]): (stack: string | undefined) => SourceLocation {
  // The maps of a module are parsed once, however many errors it has.
  const readers = new Map<LinkedModule, ReturnType<typeof readModule>>();
  const readModule = ({ script, scriptMap }: LinkedModule) => ({ find: locationFinder(script), map: readMap(scriptMap) });
  const locateIn = (module: LinkedModule, line: number, column: number) => {
    const { find, map } = readers.get(module) ?? readModule(module);
    readers.set(module, { find, map });
    const shown = find(line, column);
    return locateByMap(module.source, map, shown.line, shown.column);
  };
  const mark = scriptName('');
  return (stack) => {
    for (const line of stack?.split('\n') ?? []) {
      const start = line.indexOf(mark);
      const [, id, row, column] = start < 0 ? [] : (/^(.*):(\d{1,9}):(\d{1,9})\)?$/.exec(line.slice(start + mark.length)) ?? []);
      const module = modules.find((one) => one.id === id);
      if (module) return locateIn(module, Number(row), Number(column));
    }
    const page = modules.find(({ id }) => id === file);
    return page ? { ...locateInSource(page.source, 1, 1), line: 1, column: 1 } : { file, line: 1, column: 1 };
  };
}

/** Islands contain their module id; the URL of its script is known only now. */
function withScripts(html: string, scripts: ReadonlyMap<string, string>, base: string): string {
  return html.replace(/(<docs-island )data-module="([^"]*)"/g, (whole, tag: string, module: string) => {
    const script = scripts.get(decodeReferences(module));
    return script === undefined ? whole : `${tag}data-src="${base}/${script}"`;
  });
}
