/**
 * Pages that compute: modules in, HTML out. The author's code is compiled here and run by the engine (`worker-pool.ts`); components that
 * turn out to be alive become islands with a bundle for the browser. Nothing starts before the first page is given.
 */

import type { ProgramBody } from '../../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import { decodeReferences } from '../../../shared/character-references.ts';
import type { RefusedHtml } from '../author-html.ts';
import { locationFinder } from './engine-place.ts';
import { broken, outOfMemory, renderProblem, stopped, timedOut } from './errors.ts';
import { bundleIslands, knownLive } from './island-bundles.ts';
import { createModuleGraph, type GraphSource, type LinkedModule, reachableFrom } from './module-graph.ts';
import { type LiveComponent, type PageLimits, type RenderJob, scriptName } from './protocol.ts';
import { placeByMap, placeInSource, readMap } from './source-place.ts';
import { createWorkerPool, type PageResult, type Script, type WorkerPool } from './worker-pool.ts';

export type { CompiledSnippet } from './module-graph.ts';

/** The project to read from and the limits that hold for each page. */
export interface EvaluatorOptions extends GraphSource {
  /** Where `workers` is given, its own limits hold. */
  readonly limits: PageLimits;
  /** What `Date` says in every page, milliseconds since 1970. Fixed, so that the same input gives the same bytes. */
  readonly now?: number;
  /** Workers that exist already, and stay when the evaluator is closed. */
  readonly workers?: WorkerPool;
}

/** A page that no static reading could draw, compiled to a program. */
export interface ProgramPage {
  /** Project path; the page is known by it in everything that comes back. */
  readonly file: string;
  readonly body: ProgramBody;
  /** Language code as configured; undefined = the words of components are English. */
  readonly language?: string;
  /** Ids that the page's headings have taken. */
  readonly anchors?: readonly string[];
}

/** A script that wakes components of a page; `browser/entries/islands.ts` loads it when they come into view. */
export interface IslandRef {
  /** Project file of the components. */
  readonly module: string;
  /** Path of the script in the built site. */
  readonly script: string;
}

/** What the page became; `html` has the markers and placeholders that `renderContent` would leave too. */
export interface EvaluatedPage {
  readonly file: string;
  /** Empty when the page could not be drawn at all: `diagnostics` say why. */
  readonly html: string;
  /** A page that has any must load `islands.js`. */
  readonly islands: readonly IslandRef[];
  /** What was taken out of the HTML; the first of it. */
  readonly refused: readonly RefusedHtml[];
  /** Project files whose code went into it. */
  readonly dependencies: readonly string[];
  /** Those of an imported file are with the first page that has it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** To be closed by whoever made it, also after a fault. */
export interface Evaluator {
  /** Renders pages, in the order given. Pages of one call share their scripts for the browser. */
  evaluate(pages: readonly ProgramPage[]): Promise<EvaluatedPage[]>;
  /** The scripts of all islands so far. */
  islandFiles(): Promise<OutputFile[]>;
  /** Ends the workers. */
  close(): Promise<void>;
}

/** The first day of 2026: a year in a footer looks like a year, and no build differs from the next. */
const standingClock = Date.UTC(2026, 0, 1);

/**
 * Workers and bundlers are started by the first `evaluate`. It rejects only for a fault of ours: an author's are
 * `diagnostics`.
 */
export function createEvaluator(options: EvaluatorOptions): Evaluator {
  const workers = options.workers ?? createWorkerPool(options.limits);

  const islandFiles = new Map<string, OutputFile>();

  async function evaluate(pages: readonly ProgramPage[]): Promise<EvaluatedPage[]> {
    if (pages.length > 0) workers.start();
    const graph = createModuleGraph(options);
    const entries = await graph.loadPages(pages);
    const drawn = await Promise.all(pages.map(async (page, index) => draw(page, reachableFrom(entries[index] as LinkedModule))));

    const modules = new Map(drawn.flatMap(({ modules }) => modules.map((module) => [module.id, module] as const)));
    const {
      files,
      scripts,
      problems: islandProblems,
    } = await bundleIslands(
      modules,
      drawn.flatMap(({ live }) => live),
    );
    for (const file of files) islandFiles.set(file.path, file);
    for (const [id, problem] of islandProblems) modules.get(id)?.problems.push(problem);
    const reported = new Set<LinkedModule>();
    return drawn.map(({ page, html, refused, live, problems, modules }) => ({
      file: page.file,
      html: withScripts(html, scripts, options.base),
      refused,
      islands: [...new Set(live.map(({ module }) => module))].sort().flatMap((module) => {
        const script = scripts.get(module);
        return script === undefined ? [] : [{ module, script }];
      }),
      dependencies: modules.map(({ id }) => id).filter((id) => id !== page.file && options.files.has(id)),
      diagnostics: [...modules.flatMap((module) => problemsOnce(module, reported)), ...problems],
    }));
  }

  async function draw(page: ProgramPage, modules: readonly LinkedModule[]) {
    const job: RenderJob = {
      file: page.file,
      entry: page.file,
      modules: modules.map(({ id, links, functions, absent, facts }) => ({
        id,
        links: Object.fromEntries([...links].map(([specifier, target]) => [specifier, target?.id ?? null])),
        functions,
        absent: [...absent],
        icons: facts.icons,
      })),
      base: options.base,
      language: page.language,
      anchors: page.anchors,
      now: options.now ?? standingClock,
    };
    const scripts = modules.map(({ id, version, script }): Script => ({ id, version, code: script, keep: id !== page.file }));
    const result = await workers.run(job, scripts);
    const { outcome, refused } = isWhole(result) ? result : nothingDrawn;
    const { html, live } = outcome;
    return {
      page,
      html,
      refused,
      live: knownLive(live, new Map(modules.map((module) => [module.id, module]))),
      modules,
      problems: problemsOf(page.file, result, modules, options.limits),
    };
  }

  return {
    evaluate,
    islandFiles: async () => [...islandFiles.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    close: async () => (options.workers ? undefined : workers.close()),
  };
}

const nothingDrawn = { outcome: { html: '', live: [] as LiveComponent[] }, refused: [] as RefusedHtml[] };

/** Faults of a file that many pages import are told once, with the first of them. */
function problemsOnce(module: LinkedModule, reported: Set<LinkedModule>): readonly Diagnostic[] {
  if (reported.has(module)) return [];
  reported.add(module);
  return module.problems;
}

function problemsOf(file: string, result: PageResult, modules: readonly LinkedModule[], limits: PageLimits): Diagnostic[] {
  const placeOf = stackReader(file, modules);
  const stoppedAt = {
    timeout: (stack?: string) => timedOut(file, placeOf(stack), limits.seconds),
    memory: (stack?: string) => outOfMemory(file, placeOf(stack), limits.heapMiB),
  };
  if (result.kind === 'failed') return [stopped(file, result.message)];
  if (result.kind === 'broken') return [broken(file, result.message)];
  if (result.kind !== 'done') return [stoppedAt[result.kind](result.stack)];
  const { problems } = result.outcome;
  const diagnostics = problems.map(({ kind, stack, ...problem }) =>
    kind === 'timeout' || kind === 'memory' ? stoppedAt[kind](stack) : renderProblem({ kind, ...problem }, placeOf(stack)),
  );
  if (result.isFull && !problems.some(({ kind }) => kind === 'memory')) diagnostics.push(stoppedAt.memory());
  if (result.isLate && !problems.some(({ kind }) => kind === 'timeout')) diagnostics.push(stoppedAt.timeout());
  return diagnostics;
}

/** A page that met a limit is not shown by halves. */
function isWhole(result: PageResult): result is PageResult & { kind: 'done' } {
  return (
    result.kind === 'done' &&
    !result.isFull &&
    !result.isLate &&
    !result.outcome.problems.some(({ kind }) => kind === 'memory' || kind === 'timeout')
  );
}

/** Finds the innermost frame of the author's code in a stack; the beginning of the file where there is none. */
function stackReader(file: string, modules: readonly LinkedModule[]): (stack: string | undefined) => SourceLocation {
  // A module is read once, however many faults there are in it.
  const readers = new Map<LinkedModule, ReturnType<typeof readModule>>();
  const readModule = ({ script, scriptMap }: LinkedModule) => ({ find: locationFinder(script), map: readMap(scriptMap) });
  const placeIn = (module: LinkedModule, line: number, column: number) => {
    const { find, map } = readers.get(module) ?? readModule(module);
    readers.set(module, { find, map });
    const shown = find(line, column);
    return placeByMap(module.source, map, shown.line, shown.column);
  };
  const mark = scriptName('');
  return (stack) => {
    for (const line of stack?.split('\n') ?? []) {
      const start = line.indexOf(mark);
      const [, id, row, column] = start < 0 ? [] : (/^(.*):(\d{1,9}):(\d{1,9})\)?$/.exec(line.slice(start + mark.length)) ?? []);
      const module = modules.find((one) => one.id === id);
      if (module) return placeIn(module, Number(row), Number(column));
    }
    const page = modules.find(({ id }) => id === file);
    return page ? { ...placeInSource(page.source, 1, 1), line: 1, column: 1 } : { file, line: 1, column: 1 };
  };
}

/** Islands name their module while they are drawn; its script is known only now. */
function withScripts(html: string, scripts: ReadonlyMap<string, string>, base: string): string {
  return html.replace(/(<docs-island )data-module="([^"]*)"/g, (whole, tag: string, module: string) => {
    const script = scripts.get(decodeReferences(module));
    return script === undefined ? whole : `${tag}data-src="${base}/${script}"`;
  });
}
