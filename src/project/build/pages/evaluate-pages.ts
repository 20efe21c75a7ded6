/**
 * Evaluates all pages with code together: their browser bundles share chunks, so one changed page can rename a file
 * of another. They are cached together, too.
 */

import type { ProgramBody } from '../../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { Page } from '../../../model/page.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import * as errors from '../../../stages/mdx/errors.ts';
import type { PageCompiler } from '../../../stages/mdx/options.ts';
import type { RefusedHtml } from '../../../stages/render/author-html.ts';
import type { EvaluatedPage, WorkerPool } from '../../../stages/render/evaluate/index.ts';
import type { LoadedSite } from '../load-site.ts';
import { Interrupted } from '../yield-to-event-loop.ts';
import type { PageStore } from './page-store.ts';
import { areUpToDate, QueryRecorder, type RecordedQuery, type RunQuery } from './recorded-queries.ts';

/** A page whose code must run to produce its HTML. */
export interface PageProgram {
  readonly page: Page;
  /** Its source file, which identifies the result. */
  readonly file: string;
  readonly body: ProgramBody;
  /** Ids of its headings in order, so that components do not reuse them. */
  readonly anchors: readonly string[];
}

/** Problems of a page are among its diagnostics. */
export interface EvaluatedPages {
  /** Source file → result. */
  readonly pages: ReadonlyMap<string, EvaluatedPage>;
  /** Scripts of live components: output path → text. */
  readonly scripts: ReadonlyMap<string, string>;
}

interface CachedEvaluation {
  readonly queries: readonly RecordedQuery[];
  readonly pages: readonly EvaluatedPage[];
  readonly scripts: readonly (readonly [path: string, text: string])[];
}

interface EvaluationOptions {
  readonly compiler: PageCompiler;
  readonly runQuery: RunQuery;
  readonly store: PageStore;
  /** Fingerprint of what all pages depend on. */
  readonly shared: string;
  readonly signal?: AbortSignal | undefined;
  /** An existing pool; without one, a pool is started and closed with the evaluation. */
  readonly workers?: WorkerPool | undefined;
}

/**
 * Starts a worker and esbuild before all pages are compiled, because it takes about 0.1 seconds until they are ready.
 * `signal` ends the workers; otherwise the caller closes the pool.
 */
export async function startEvaluationWorkers({ config }: LoadedSite, signal: AbortSignal | undefined): Promise<WorkerPool> {
  const { createWorkerPool, startEsbuild } = await import('../../../stages/render/evaluate/index.ts');
  const { pageSeconds, pageHeapMiB } = config.docsgen.limits;
  const workers = createWorkerPool({ seconds: pageSeconds, heapMiB: pageHeapMiB });
  workers.start();
  startEsbuild();
  signal?.addEventListener('abort', () => void workers.close(), { once: true });
  return workers;
}

/** Starts no worker if there are no programs. Throws `Interrupted` when aborted. */
export async function evaluatePages(
  site: LoadedSite,
  programs: readonly PageProgram[],
  options: EvaluationOptions,
): Promise<EvaluatedPages> {
  if (programs.length === 0) return { pages: new Map(), scripts: new Map() };
  const { runQuery, store, shared } = options;
  const names = site.files.list().map((entry) => entry.path);
  const key = fingerprint([shared, ...names, ...programs.flatMap(({ file, body, page }) => [file, page.language ?? '', body.code])]);
  const text = store.cache.get(key);
  let cached: CachedEvaluation | undefined = text === undefined ? undefined : JSON.parse(text);
  if (cached === undefined || !areUpToDate(cached.queries, runQuery)) {
    cached = await evaluate(site, programs, options);
    store.cache.set(key, JSON.stringify(cached));
  }
  return { pages: new Map(cached.pages.map((page) => [page.file, page])), scripts: new Map(cached.scripts) };
}

async function evaluate(
  site: LoadedSite,
  programs: readonly PageProgram[],
  { compiler, runQuery, signal, workers }: EvaluationOptions,
): Promise<CachedEvaluation> {
  const { createEvaluator } = await import('../../../stages/render/evaluate/index.ts');
  const { config, files } = site;
  const { pageSeconds, pageHeapMiB } = config.docsgen.limits;
  const evaluator = createEvaluator({
    files,
    base: config.base,
    compileMdx: (file) => compiler.compileModule(file),
    limits: { seconds: pageSeconds, heapMiB: pageHeapMiB },
    ...(workers && { workers }),
  });
  const stop = () => void evaluator.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const pages = await evaluator.evaluate(
      programs.map(({ file, body, page, anchors }) => ({ file, body, anchors, ...(page.language && { language: page.language }) })),
    );
    if (signal?.aborted) throw new Interrupted();
    const scripts = (await evaluator.islandFiles()).flatMap((script) =>
      'data' in script ? [[script.path, Buffer.from(script.data).toString()] as const] : [],
    );
    const record = new QueryRecorder(runQuery);
    for (const file of pages.flatMap((page) => page.dependencies)) record.run('text', file);
    return { queries: record.queries, pages: pages.map((page) => reportRefused(site, page)), scripts };
  } finally {
    signal?.removeEventListener('abort', stop);
    await evaluator.close();
  }
}

/**
 * Reports HTML of page code that violates the rules for author HTML (`author-html.ts`), which is known only after the
 * code has run.
 */
function reportRefused({ files }: LoadedSite, page: EvaluatedPage): EvaluatedPage {
  if (page.refused.length === 0) return page;
  const sources = [page.file, ...page.dependencies].filter((file) => files.has(file));
  const reported = page.refused.map((each) => refusedDiagnostic(each, locate(each, page.file, sources, files)));
  return { ...page, diagnostics: [...page.diagnostics, ...reported] };
}

function refusedDiagnostic({ kind, what }: RefusedHtml, at: SourceLocation): Diagnostic {
  switch (kind) {
    case 'event-handler':
      return errors.eventHandler(at, what);
    case 'url-scheme':
      return errors.unsafeUrl(at, what);
    case 'script':
      // A warning, because the page is complete without it: the Content-Security-Policy blocks such a script in any case.
      return { ...errors.rawScript(at), severity: 'warning' };
    case 'element':
      return errors.forbiddenElement(at, what);
    case 'document':
      return errors.forbiddenDocument(at, what);
    case 'unclosed':
      return errors.forbiddenElement(at, what, 'close every tag in its HTML');
  }
}

/** Location of the HTML in the source if it can be found, because code may have assembled it; else where HTML is set as text. */
function locate({ written }: RefusedHtml, page: string, sources: readonly string[], files: LoadedSite['files']): SourceLocation {
  for (const words of [written, 'dangerouslySetInnerHTML', '__html']) {
    for (const file of sources) {
      const text = files.readText(file);
      const index = text.toLowerCase().indexOf(words.toLowerCase());
      if (index === -1) continue;
      const before = text.slice(0, index).split('\n');
      return { file, line: before.length, column: (before.at(-1) as string).length + 1 };
    }
  }
  return { file: page, line: 1, column: 1 };
}
