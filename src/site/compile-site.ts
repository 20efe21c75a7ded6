/** Step two: every page → its outline and its content as HTML, in the order of the site. */

import { fingerprint } from '../cache/fingerprint.ts';
import { componentNames, internalComponentNames } from '../contract/component-names.ts';
import { createCompiler } from '../mdx/compile-page.ts';
import type { CompiledPage } from '../model/compiled-page.ts';
import type { Diagnostic, Result } from '../model/diagnostic.ts';
import type { Page } from '../model/page.ts';
import type { SourcePage } from '../model/source-page.ts';
import { createContentContext, renderContent } from '../render/render-content.tsx';
import { AnswerRecord, type Ask } from './answers.ts';
import { breather } from './breath.ts';
import { errorNotice } from './error-notice.ts';
import { imageSizes } from './image-sizes.ts';
import type { LoadedSite } from './load-site.ts';
import { askedBy, siteAnswers } from './page-questions.ts';
import { codeFingerprint, type PageStore, type StoredPage } from './page-store.ts';
import type { Stopwatch } from './stopwatch.ts';

export interface CompiledSite {
  /** `Page.path` → the page; of its body only the place in the store is known. */
  readonly pages: ReadonlyMap<string, CompiledEntry>;
  /** CSS of highlighted code. */
  readonly codeStyles: string;
  readonly fromCache: number;
}

export interface CompiledEntry {
  readonly compiled: Omit<CompiledPage, 'diagnostics'>;
  readonly modules: readonly string[];
  /** Where the store has its HTML. */
  readonly key: string;
}

interface Work {
  readonly store: PageStore;
  readonly watch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
}

/** Compiles all pages. What an earlier build has made and nothing has changed for is taken from the store. */
export async function compileSite(site: LoadedSite, { store, watch, signal }: Work): Promise<Result<CompiledSite>> {
  const diagnostics: Diagnostic[] = [];
  const answers = siteAnswers(site, await imageSizes(site.files));
  const compilePage = await pageCompiler(site, answers);
  const breathe = breather(signal);
  const keys = keyMaker(site);
  const pages = new Map<string, CompiledEntry>();
  let fromCache = 0;

  const listed = site.pages.flatMap((page) => {
    const source = page.file === undefined ? undefined : site.sources.get(page.file);
    return source ? [{ page, source }] : [];
  });
  for (const [done, { page, source }] of listed.entries()) {
    watch.tell({ stage: 'compile', done, total: listed.length });
    await breathe();
    const key = keys(page, source);
    let stored = store.find(key, answers);
    if (stored) fromCache += 1;
    else {
      const made = await compilePage(page, source);
      store.add(key, made.stored, made.html);
      stored = made.stored;
    }
    diagnostics.push(...stored.diagnostics);
    pages.set(page.path, { compiled: withoutText(stored.compiled), modules: stored.modules, key });
  }
  return { value: { pages, codeStyles: '', fromCache }, diagnostics };
}

type CompilePage = (page: Page, source: SourcePage) => Promise<{ stored: StoredPage; html: string }>;

async function pageCompiler(site: LoadedSite, answers: Ask): Promise<CompilePage> {
  const { config } = site;
  // The compiler asks its questions through the page at work; it works on one at a time.
  let record = new AnswerRecord(answers);
  const compiler = await createCompiler({
    ...askedBy((...question) => record.ask(...question)),
    variables: config.variables,
    codeTheme: config.styling.codeblocks.theme,
    customLanguages: customLanguages(site),
    latex: config.styling.latex,
    componentNames: [...componentNames, ...internalComponentNames],
    maxNesting: config.docsgen.limits.mdxNesting,
  });
  return async (page, source) => {
    record = new AnswerRecord(answers);
    const { body, diagnostics, ...compiled } = compiler.compile(source);
    // A snippet that was read for an earlier page is not asked for again.
    for (const path of compiled.dependencies) record.ask('text', path);
    const context = createContentContext({
      iconLibrary: config.icons.library,
      base: config.base,
      language: page.language,
      file: source.file,
      anchors: compiled.headings.map((heading) => heading.id),
    });
    const nodes = body.kind === 'static' ? body.nodes : [];
    const rendered = renderContent([...errorNotice(diagnostics), ...nodes], context);
    return {
      stored: { compiled, modules: [], diagnostics: [...diagnostics, ...rendered.diagnostics], answered: record.answered },
      html: rendered.html,
    };
  };
}

/** Of everything that a page is made from without asking. */
function keyMaker({ config, pages, assets, redirects }: LoadedSite): (page: Page, source: SourcePage) => string {
  const shared = fingerprint([
    codeFingerprint(),
    JSON.stringify([config.base, config.variables, config.styling, config.icons, config.docsgen.limits]),
    // Links inside snippets are resolved once for all pages that show them.
    JSON.stringify([pages.map((page) => page.url), assets, redirects.map(({ source, destination }) => [source, destination])]),
  ]);
  return (page, source) => fingerprint([shared, source.file, source.hash, page.language ?? '']);
}

/** TextMate grammars that the author brings (`styling.codeblocks.languages.custom`). */
function customLanguages({ config, files }: LoadedSite): string[] {
  return config.styling.codeblocks.customLanguages.flatMap((path) => (files.has(path) ? [files.readText(path)] : []));
}

/** The plain text of a site is large and only search needs it: it stays in the store. */
function withoutText(compiled: StoredPage['compiled']): CompiledEntry['compiled'] {
  return { ...compiled, body: { kind: 'static', nodes: [] }, sections: [] };
}
