/**
 * Pages that compute are evaluated all together: what their components share in the browser is split into
 * files by looking at all of them, so one changed page can rename a file of another. They are kept together, too.
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
import { type Answered, AnswerRecord, type Ask, isStillTrue } from './answers.ts';
import type { PageStore } from './page-store.ts';

/** A page whose own code has to run before there is HTML. */
export interface PageProgram {
  readonly page: Page;
  /** Its source file: what its evaluation gives is found by it. */
  readonly file: string;
  readonly body: ProgramBody;
  /** Ids of its headings, in order: components that link to them find them. */
  readonly anchors: readonly string[];
}

/** What is wrong with a page is among its findings. */
export interface EvaluatedPages {
  /** Source file → what its evaluation gave. */
  readonly pages: ReadonlyMap<string, EvaluatedPage>;
  /** Scripts that wake live components: output path → text. */
  readonly scripts: ReadonlyMap<string, string>;
}

interface Kept {
  readonly answered: readonly Answered[];
  readonly pages: readonly EvaluatedPage[];
  readonly scripts: readonly (readonly [path: string, text: string])[];
}

interface Work {
  readonly compiler: PageCompiler;
  readonly answers: Ask;
  readonly store: PageStore;
  /** Fingerprint of what all pages are made from. */
  readonly shared: string;
  readonly signal?: AbortSignal | undefined;
  /** Workers to use; without them some are started, and ended with the work. */
  readonly workers?: WorkerPool | undefined;
}

/**
 * Starts a worker before all pages are compiled, because it takes about 0.2 seconds until it is ready. `signal` ends the
 * workers; otherwise the caller closes the pool.
 */
export async function startEvaluationWorkers({ config }: LoadedSite, signal: AbortSignal | undefined): Promise<WorkerPool> {
  const { createWorkerPool } = await import('../../../stages/render/evaluate/index.ts');
  const { pageSeconds, pageHeapMiB } = config.docsgen.limits;
  const workers = createWorkerPool({ seconds: pageSeconds, heapMiB: pageHeapMiB });
  workers.start();
  signal?.addEventListener('abort', () => void workers.close(), { once: true });
  return workers;
}

/** Without programs no worker is started. Throws `Interrupted` when `signal` ends it. */
export async function evaluatePages(site: LoadedSite, programs: readonly PageProgram[], work: Work): Promise<EvaluatedPages> {
  if (programs.length === 0) return { pages: new Map(), scripts: new Map() };
  const { answers, store, shared } = work;
  const names = site.files.list().map((entry) => entry.path);
  const key = fingerprint([shared, ...names, ...programs.flatMap(({ file, body, page }) => [file, page.language ?? '', body.code])]);
  const text = store.cache.get(key);
  let kept: Kept | undefined = text === undefined ? undefined : JSON.parse(text);
  if (kept === undefined || !isStillTrue(kept.answered, answers)) {
    kept = await evaluate(site, programs, work);
    store.cache.set(key, JSON.stringify(kept));
  }
  return { pages: new Map(kept.pages.map((page) => [page.file, page])), scripts: new Map(kept.scripts) };
}

async function evaluate(site: LoadedSite, programs: readonly PageProgram[], { compiler, answers, signal, workers }: Work): Promise<Kept> {
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
    const record = new AnswerRecord(answers);
    for (const file of pages.flatMap((page) => page.dependencies)) record.ask('text', file);
    return { answered: record.answered, pages: pages.map((page) => withRefused(site, page)), scripts };
  } finally {
    signal?.removeEventListener('abort', stop);
    await evaluator.close();
  }
}

/** What code has made is held against the rules that markup keeps (`author-html.ts`): only then is it known what it made. */
function withRefused({ files }: LoadedSite, page: EvaluatedPage): EvaluatedPage {
  if (page.refused.length === 0) return page;
  const sources = [page.file, ...page.dependencies].filter((file) => files.has(file));
  const reported = page.refused.map((each) => refusedInPage(each, placeOf(each, page.file, sources, files)));
  return { ...page, diagnostics: [...page.diagnostics, ...reported] };
}

function refusedInPage({ kind, what }: RefusedHtml, at: SourceLocation): Diagnostic {
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
    case 'unclosed':
      return errors.forbiddenElement(at, what, 'Close every tag of the HTML within it');
  }
}

/** Where it is written, as far as that can be found: code may put it together. Else where HTML is set as text. */
function placeOf({ written }: RefusedHtml, page: string, sources: readonly string[], files: LoadedSite['files']): SourceLocation {
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
