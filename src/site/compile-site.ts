/** Step two: every page → its outline and its content as HTML, in the order of the site. */
import { fingerprint } from '../cache/fingerprint.ts';
import { componentNames } from '../contract/component-names.ts';
import { codeStyleSheet } from '../mdx/code/style-sheet.ts';
import { createCompiler } from '../mdx/compiler.ts';
import type { PageCompiler } from '../mdx/options.ts';
import type { CompiledPage } from '../model/compiled-page.ts';
import type { ContentNode } from '../model/content-node.ts';
import type { Diagnostic, Result } from '../model/diagnostic.ts';
import type { Page } from '../model/page.ts';
import type { SourcePage } from '../model/source-page.ts';
import { writtenFields } from '../render/hand-written-endpoint.ts';
import { createContentContext, renderContent } from '../render/render-content.tsx';
import { AnswerRecord, type Ask } from './answers.ts';
import { breather } from './breath.ts';
import { type CompiledEndpoint, EndpointDesk, type SchemaPage } from './endpoint-desk.ts';
import { endpointSource } from './endpoint-sources.ts';
import { errorNotice } from './error-notice.ts';
import { evaluatePages, type PageProgram } from './evaluate-pages.ts';
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
  /** Scripts of live components: output path → text. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Schemas that reference pages leave out, each a page of its own. */
  readonly schemas: readonly SchemaPage[];
  readonly fromCache: number;
}

export interface CompiledEntry {
  readonly compiled: Omit<CompiledPage, 'diagnostics'>;
  /** Whether components of it wake in the browser. */
  readonly hasIslands: boolean;
  /** Whether its own code draws parts of it. */
  readonly computes: boolean;
  /** Where the store has its HTML. */
  readonly key: string;
  /** Where the store has the generated part of a reference page. */
  readonly endpointKey?: string;
  /** What its playground may reach; undefined without one. */
  readonly connectOrigins?: readonly string[];
}

interface Work {
  readonly store: PageStore;
  readonly watch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
}

/** Compiles all pages. What an earlier build has made and nothing has changed for is taken from the store. */
export async function compileSite(site: LoadedSite, { store, watch, signal }: Work): Promise<Result<CompiledSite>> {
  const answers = siteAnswers(site, await imageSizes(site.files));
  const shared = sharedFingerprint(site);
  const desk = new CompilerDesk(site, answers);
  const breathe = breather(signal);
  const found = new Map<string, readonly Diagnostic[]>();
  const pages = new Map<string, CompiledEntry>();
  const programs: (PageProgram & { key: string; stored: StoredPage })[] = [];
  let fromCache = 0;

  const endpoints = new EndpointDesk(site, answers, store, shared);
  const listed = site.pages.flatMap((page) => {
    const source = page.file === undefined ? endpointSource(site.endpoints, page) : site.sources.get(page.file);
    return source ? [{ page, source }] : [];
  });
  for (const [done, { page, source }] of listed.entries()) {
    watch.tell({ stage: 'compile', done, total: listed.length });
    await breathe();
    const key = fingerprint([shared, source.file, source.hash, page.language ?? '']);
    let stored = store.find(key, answers);
    const isFromCache = stored !== undefined;
    if (stored === undefined) {
      const made = desk.compile(source);
      stored = made.stored;
      if (stored.program) store.add(key, stored);
      else {
        const rendered = renderStatic(site, page, stored, made.nodes);
        const fields = page.frontMatter.api === undefined ? [] : writtenFields(made.nodes);
        stored = {
          ...stored,
          diagnostics: [...stored.diagnostics, ...rendered.diagnostics],
          ...(fields.length > 0 && { fields }),
        };
        store.add(key, stored, rendered.html);
      }
    }
    if (stored.program) programs.push({ page, file: source.file, body: stored.program, anchors: anchorsOf(stored), key, stored });
    const endpoint = endpoints.compile(page, stored);
    if (isFromCache && endpoint?.isFromCache !== false) fromCache += 1;
    found.set(page.path, [...stored.diagnostics, ...(endpoint?.diagnostics ?? [])]);
    pages.set(page.path, entryOf(stored, key, endpoint));
  }

  const evaluated = await evaluatePages(site, programs, { compiler: desk.compiler, answers, store, shared, signal });
  for (const { page, file, key, stored } of programs) {
    const drawn = evaluated.pages.get(file);
    if (drawn === undefined) continue;
    const diagnostics = [...stored.diagnostics, ...drawn.diagnostics];
    found.set(page.path, [...(found.get(page.path) ?? []), ...drawn.diagnostics]);
    store.keepHtml(key, renderStatic(site, page, { ...stored, diagnostics }, []).html + drawn.html);
    pages.set(page.path, { ...(pages.get(page.path) as CompiledEntry), hasIslands: drawn.islands.length > 0 });
  }

  const schemas: SchemaPage[] = [];
  const schemaStyles: string[] = [];
  for (const { codeStyles, ...schema } of endpoints.schemaPages()) {
    await breathe();
    schemas.push(schema);
    schemaStyles.push(...codeStyles);
  }
  const codeStyles = codeStyleSheet([...[...pages.values()].flatMap((entry) => entry.compiled.codeStyles), ...schemaStyles]);
  const value: CompiledSite = { pages, codeStyles, scripts: evaluated.scripts, schemas, fromCache };
  return { value, diagnostics: [...found.values()].flat() };
}

/** One compiler for the site, which asks its questions through the page at work: it works on one at a time. */
class CompilerDesk {
  readonly compiler: PageCompiler;
  readonly #answers: Ask;
  #record: AnswerRecord;

  constructor(site: LoadedSite, answers: Ask) {
    const { config } = site;
    this.#answers = answers;
    this.#record = new AnswerRecord(answers);
    this.compiler = createCompiler({
      ...askedBy((...question) => this.#record.ask(...question)),
      variables: config.variables,
      codeTheme: config.styling.codeblocks.theme,
      customLanguages: customLanguages(site),
      ...(config.styling.latex !== undefined && { latex: config.styling.latex }),
      componentNames,
      maxNesting: config.docsgen.limits.mdxNesting,
    });
  }

  compile(source: SourcePage): { readonly nodes: readonly ContentNode[]; readonly stored: StoredPage } {
    this.#record = new AnswerRecord(this.#answers);
    const { body, diagnostics, ...compiled } = this.compiler.compile(source);
    // A snippet that was read for an earlier page is not asked for again.
    for (const path of compiled.dependencies) this.#record.ask('text', path);
    const stored: StoredPage = { compiled, diagnostics, answered: this.#record.answered };
    return body.kind === 'program' ? { nodes: [], stored: { ...stored, program: body } } : { nodes: body.nodes, stored };
  }
}

/** The content of a page, its errors first. */
function renderStatic({ config }: LoadedSite, page: Page, { compiled, diagnostics }: StoredPage, nodes: readonly ContentNode[]) {
  const context = createContentContext({
    iconLibrary: config.icons.library,
    base: config.base,
    ...(page.language && { language: page.language }),
    file: compiled.file,
    anchors: anchorsOf({ compiled }),
  });
  return renderContent([...errorNotice(diagnostics), ...nodes], context);
}

function anchorsOf({ compiled }: Pick<StoredPage, 'compiled'>): string[] {
  return compiled.headings.map((heading) => heading.id);
}

/** Of everything that pages are made from without asking. */
function sharedFingerprint({ config, pages, assets, redirects }: LoadedSite): string {
  return fingerprint([
    codeFingerprint(),
    JSON.stringify([config.base, config.variables, config.styling, config.icons, config.docsgen.limits]),
    // Links inside snippets are resolved once for all pages that show them.
    JSON.stringify([pages.map((page) => page.url), assets, redirects.map(({ source, destination }) => [source, destination])]),
  ]);
}

/** TextMate grammars that the author brings (`styling.codeblocks.languages.custom`). */
function customLanguages({ config, files }: LoadedSite): string[] {
  return config.styling.codeblocks.customLanguages.flatMap((path) => (files.has(path) ? [files.readText(path)] : []));
}

/** A page of the author's words, of a description, or of both. */
function entryOf({ compiled, program }: StoredPage, key: string, endpoint: CompiledEndpoint | undefined): CompiledEntry {
  const own: CompiledEntry = { compiled: withoutText(compiled), hasIslands: false, computes: program !== undefined, key };
  if (endpoint === undefined) return own;
  const { headings, codeStyles } = endpoint.compiled;
  return {
    ...own,
    compiled: {
      ...own.compiled,
      headings: [...own.compiled.headings, ...headings],
      codeStyles: [...new Set([...own.compiled.codeStyles, ...codeStyles])],
    },
    endpointKey: endpoint.key,
    ...(endpoint.connectOrigins && { connectOrigins: endpoint.connectOrigins }),
  };
}

/** The plain text of a site is large and only search needs it: it stays in the store. */
function withoutText(compiled: StoredPage['compiled']): CompiledEntry['compiled'] {
  return { ...compiled, body: { kind: 'static', nodes: [] }, sections: [] };
}
