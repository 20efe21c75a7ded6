/** Step two: compiles every page to its outline and content, in the order of the site. */

import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { codeStyleSheet } from '../../stages/mdx/code/style-sheet.ts';
import { feedLinkFindings } from './feed-links.ts';
import type { LoadedSite } from './load-site.ts';
import type { SchemaPage } from './pages/endpoint-page-builder.ts';
import { type EvaluatedPages, evaluatePages, startEvaluationWorkers } from './pages/evaluate-pages.ts';
import { imageSizes } from './pages/image-sizes.ts';
import { type BuiltPage, type CompiledEntry, PageBuilder } from './pages/page-builder.ts';
import { buildPages } from './pages/page-pipeline.ts';
import type { PageStore } from './pages/page-store.ts';
import { siteQueries } from './pages/site-queries.ts';
import { hookedPage } from './plugins/site-plugins.ts';
import type { Stopwatch } from './progress.ts';
import type { SiteSearch } from './search-site.ts';
import type { WorkerThread } from './workers/worker-threads.ts';
import { createYielder } from './yield-to-event-loop.ts';

/** Small compared with the site: texts are in the store and read page by page. */
export interface CompiledSite {
  /** `Page.path` → the page, including frame parts; only the position of its body in the store. */
  readonly pages: ReadonlyMap<string, CompiledEntry>;
  /** CSS of highlighted code. */
  readonly codeStyles: string;
  /** Scripts of interactive components: output path → text. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Schemas omitted from reference pages, each as its own page. */
  readonly schemas: readonly SchemaPage[];
  /** Number of pages taken unchanged from the store. */
  readonly fromCache: number;
}

interface Work {
  readonly store: PageStore;
  readonly watch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
  /** Receives every page when it is compiled. */
  readonly search?: SiteSearch | undefined;
  /** Worker threads that are already running, or how many to start. */
  readonly threads?: readonly WorkerThread[];
  readonly workers?: number | undefined;
  /** The public Markdown copies of pages will be needed. */
  readonly writesCopies?: boolean;
  /** Only what hooks and rendering need is kept of a page: not the text of its source. */
  readonly isForOutput?: boolean;
}

/** Compiles all pages; unchanged ones are taken from the store. */
export async function compileSite(site: LoadedSite, work: Work): Promise<Result<CompiledSite>> {
  const { store, signal } = work;
  const answers = siteQueries(site, await imageSizes(site.files));
  const builder = new PageBuilder(site, answers, store);
  const progress: Progress = { pages: new Map(), found: new Map(), computing: [], fromCache: 0, evaluation: undefined };
  let evaluated: EvaluatedPages;
  try {
    await compilePages(site, builder, work, progress);
    const programs = progress.computing.flatMap(({ program }) => program ?? []);
    evaluated = await evaluatePages(site, programs, {
      compiler: builder.compiler,
      runQuery: answers,
      store,
      shared: builder.shared,
      signal,
      workers: await progress.evaluation,
    });
  } finally {
    await (await progress.evaluation)?.close();
  }
  completePages(builder, evaluated, progress);
  await callPageHooks(site, store, progress);

  const { pages, found, fromCache } = progress;
  const { schemas, schemaStyles } = await schemaPages(builder, signal);
  const lists = new Set([...pages.values()].map((entry) => entry.compiled.codeStyles));
  const codeStyles = codeStyleSheet([...[...lists].flat(), ...schemaStyles], {
    codeblocks: site.config.styling.codeblocks,
  });
  const value: CompiledSite = { pages, codeStyles, scripts: evaluated.scripts, schemas, fromCache };
  return { value, diagnostics: [...[...found.values()].flat(), ...feedLinkFindings(site, pages, store)] };
}

/** The pages so far. */
interface Progress {
  readonly pages: Map<string, CompiledEntry>;
  readonly found: Map<string, readonly Diagnostic[]>;
  /** Pages whose code has to be run. */
  readonly computing: BuiltPage[];
  fromCache: number;
  /** Workers for page code: a new program means that the programs are evaluated again. */
  evaluation: ReturnType<typeof startEvaluationWorkers> | undefined;
}

async function compilePages(site: LoadedSite, builder: PageBuilder, work: Work, progress: Progress): Promise<void> {
  const { store, watch, signal, search, threads = [], workers, writesCopies = false, isForOutput = false } = work;
  const yieldWhenDue = createYielder(signal);
  const listed = [...site.pages, ...site.parts.values()];
  let done = 0;
  for await (const built of buildPages(site, listed, { builder, store, threads, workers, writesCopies })) {
    watch.report({ stage: 'compile', done: done++, total: listed.length });
    await yieldWhenDue();
    if (built === undefined) continue;
    const { page } = built;
    if (built.program) {
      progress.computing.push(built);
      if (!built.isFromCache) progress.evaluation ??= startEvaluationWorkers(site, signal);
    }
    if (built.isFromCache) progress.fromCache += 1;
    progress.found.set(page.path, built.diagnostics);
    progress.pages.set(page.path, built.entry);
    await search?.add(page, built.entry, store);
    if (isForOutput && page.file !== undefined) site.sources.get(page.file)?.releaseBody?.();
  }
}

/** Replaces pages with code by their results. */
function completePages(builder: PageBuilder, evaluated: EvaluatedPages, { pages, found, computing }: Progress): void {
  for (const built of computing) {
    const result = evaluated.pages.get(built.program?.file ?? '');
    if (result === undefined) continue;
    const { entry, diagnostics } = builder.complete(built, result);
    found.set(built.page.path, diagnostics);
    pages.set(built.page.path, entry);
  }
}

/** Adds the problems that hooks report. */
async function callPageHooks(site: LoadedSite, store: PageStore, { pages, found }: Progress): Promise<void> {
  if (site.plugins?.hooks === undefined) return;
  for (const page of site.pages) {
    const entry = pages.get(page.path);
    const hooked = entry && (await hookedPage(site, page, entry, store));
    if (hooked) found.set(page.path, [...(found.get(page.path) ?? []), ...hooked.diagnostics]);
  }
}

async function schemaPages(builder: PageBuilder, signal: AbortSignal | undefined) {
  const yieldWhenDue = createYielder(signal);
  const schemas: SchemaPage[] = [];
  const schemaStyles: string[] = [];
  for (const { codeStyles, ...schema } of builder.endpoints.schemaPages()) {
    await yieldWhenDue();
    schemas.push(schema);
    schemaStyles.push(...codeStyles);
  }
  // They were collected in the order in which pages were rendered, which depends on the threads.
  return { schemas: schemas.sort((a, b) => (a.path < b.path ? -1 : 1)), schemaStyles };
}
