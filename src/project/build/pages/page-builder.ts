/** Builds one page at a time: its source → its outline and its content as HTML, from the store if nothing has changed. */

import type { PageLink } from '../../../model/compiled-page.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { ReadyHtml } from '../../../model/html-node.ts';
import type { Page } from '../../../model/page.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import type { ProxyTarget } from '../../../shared/playground/proxy.ts';
import { readHtml } from '../../../stages/components/markdown/html-tree.ts';
import type { CachedBlock } from '../../../stages/mdx/code/prefetch-highlight.ts';
import type { PageCompiler } from '../../../stages/mdx/options.ts';
import type { EvaluatedPage } from '../../../stages/render/evaluate/index.ts';
import { packageKey } from '../../../stages/render/package-files.ts';
import type { LoadedSite } from '../load-site.ts';
import { type CompiledEndpoint, EndpointPageBuilder, type PlayableEndpoint } from './endpoint-page-builder.ts';
import { endpointSource } from './endpoint-sources.ts';
import type { PageProgram } from './evaluate-pages.ts';
import { AuthorPageCompiler, anchorsOf, type CompiledBody, customLanguages, type PageTask, renderStatic } from './page-compiler.ts';
import { type PageStore, type StoredPage, toStored } from './page-store.ts';
import type { RunQuery } from './recorded-queries.ts';

/** A page as the rest of a build needs it; its text is in the store. */
export interface CompiledEntry {
  readonly compiled: StoredPage['compiled'];
  /** Whether it contains interactive components. */
  readonly hasIslands: boolean;
  /** Whether it runs its own code. */
  readonly runsCode: boolean;
  /** Store key of its HTML. */
  readonly key: string;
  /** Hash of that HTML. */
  readonly content: string;
  /** Hash of its text by section. */
  readonly text: string;
  /** Store key of the generated part of a reference page. */
  readonly endpointKey?: string;
  /** Hash of that part. */
  readonly endpointContent?: string;
  /** Origins that its playground may contact; undefined without one. */
  readonly connectOrigins?: readonly string[];
  /** Targets that its playground may request through the server's proxy. */
  readonly proxyTargets?: readonly ProxyTarget[];
  /** The generated part for readers with access to the playground. */
  readonly playable?: PlayableEndpoint;
  /** The links in its source that can be to a feed. */
  readonly feedLinks: readonly PageLink[];
  /** Project files that it depends on: imports, the API description. */
  readonly sourceFiles: readonly string[];
  /** Those of the API description. */
  readonly descriptionFiles: readonly string[];
}

/** A page whose source was compiled. A page with code has no HTML yet: `program` must be evaluated and passed to `complete`. */
export interface BuiltPage {
  readonly page: Page;
  /** Store key of the author's part. */
  readonly key: string;
  readonly stored: StoredPage;
  readonly program?: PageProgram;
  /** The generated part; undefined for pages that document nothing. */
  readonly endpoint?: CompiledEndpoint;
  readonly entry: CompiledEntry;
  /** Nothing was compiled. */
  readonly isFromCache: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** One for each state of a site. Not reentrant: it builds one page at a time. */
export class PageBuilder {
  readonly compiler: PageCompiler;
  readonly endpoints: EndpointPageBuilder;
  /** Fingerprint of what all pages depend on. */
  readonly shared: string;
  readonly #site: LoadedSite;
  readonly #store: PageStore;
  readonly #runQuery: RunQuery;
  readonly #compiler: AuthorPageCompiler;

  constructor(site: LoadedSite, runQuery: RunQuery, store: PageStore) {
    this.#site = site;
    this.#store = store;
    this.#runQuery = runQuery;
    this.shared = sharedFingerprint(site);
    this.endpoints = new EndpointPageBuilder(site, runQuery, store, this.shared);
    this.#compiler = new AuthorPageCompiler(site, runQuery, store, this.shared);
    this.compiler = this.#compiler.compiler;
  }

  /** Undefined for a page whose source no longer exists. */
  build(page: Page): BuiltPage | undefined {
    const task = this.createTask(page);
    if (task === undefined) return undefined;
    const stored = this.find(task);
    return this.finish(task, stored ?? this.compile(task).stored, stored !== undefined);
  }

  /** The input for building a page; undefined if its source no longer exists. */
  createTask(page: Page): PageTask | undefined {
    const site = this.#site;
    const source = page.file === undefined ? endpointSource(site.endpoints, page) : site.sources.get(page.file);
    return source && { page, source, key: fingerprint([this.shared, source.file, source.hash, page.language ?? '']) };
  }

  /** The author's part of a page from an earlier build, if it is still valid. */
  find({ key }: PageTask): StoredPage | undefined {
    return this.#store.find(key, this.#runQuery);
  }

  /** Compiles the author's part of a page. */
  compile(task: PageTask): CompiledBody {
    return this.#compiler.compile(task);
  }

  /** The same before its code is highlighted; call the returned function when the highlighted blocks have been added. */
  compileDeferred(task: PageTask): () => CompiledBody {
    return this.#compiler.compileDeferred(task);
  }

  /** Adds code that was highlighted in advance: that of a page's text, or the examples of its generated part. */
  addHighlighted(blocks: readonly CachedBlock[], areExamples: boolean): void {
    (areExamples ? this.endpoints : this.#compiler).addHighlighted(blocks);
  }

  /** Adds the generated part. Call in site order. `isFromStore`: the author's part comes from an earlier build. */
  finish({ page, source, key }: PageTask, stored: StoredPage, isFromStore: boolean): BuiltPage {
    const endpoint = this.endpoints.compile(page, stored);
    return {
      page,
      key,
      stored,
      entry: entryOf(stored, key, endpoint),
      isFromCache: isFromStore && endpoint?.isFromCache !== false,
      diagnostics: [...stored.diagnostics, ...(endpoint?.diagnostics ?? [])],
      ...(stored.program && { program: { page, file: source.file, body: stored.program, anchors: anchorsOf(stored) } }),
      ...(endpoint && { endpoint }),
    };
  }

  /** Completes a page with code with the result of its evaluation. */
  complete({ page, key, stored, entry, diagnostics }: BuiltPage, evaluated: EvaluatedPage): Pick<BuiltPage, 'entry' | 'diagnostics'> {
    const own = [...stored.diagnostics, ...evaluated.diagnostics];
    const notice = renderStatic(this.#site.config, page, { ...stored, diagnostics: own }, []);
    // The sandbox returns only HTML, because Preact knows the elements that author code creates only while it renders
    // them.
    const content = this.#store.setContent(
      key,
      toStored(joinHtml(notice, { html: evaluated.html, nodes: readHtml(evaluated.html).children })),
    );
    return {
      entry: { ...entry, content, hasIslands: evaluated.islands.length > 0 },
      diagnostics: [...diagnostics, ...evaluated.diagnostics],
    };
  }

  /** A notice with the errors of a page, to show above its previous content. */
  notice(page: Page, diagnostics: readonly Diagnostic[]): ReadyHtml {
    return renderStatic(this.#site.config, page, { compiled: { file: page.file ?? page.path, headings: [] }, diagnostics }, []);
  }
}

/** Concatenates two parts. */
function joinHtml(first: ReadyHtml, second: ReadyHtml): ReadyHtml {
  return { html: first.html + second.html, nodes: [...first.nodes, ...second.nodes] };
}

/** The fingerprint of all inputs of pages that are not queried. */
function sharedFingerprint(site: LoadedSite): string {
  const { base, variables, styling, icons, docsgen } = site.config;
  return fingerprint([
    packageKey(),
    JSON.stringify([
      base,
      variables,
      styling,
      icons,
      docsgen.limits,
      [...docsgen.overrides.components].map(([name, file]) => [name, file, site.files.has(file)]),
    ]),
    ...customLanguages(site),
    site.plugins?.changePages ? site.plugins.key : '',
  ]);
}

/** The entry of a page from a page file, a description, or both. */
function entryOf(stored: StoredPage, key: string, endpoint: CompiledEndpoint | undefined): CompiledEntry {
  const { compiled, program, content, text, feedLinks } = stored;
  const own: CompiledEntry = {
    compiled,
    hasIslands: false,
    runsCode: program !== undefined,
    key,
    content,
    text,
    feedLinks,
    sourceFiles: compiled.dependencies,
    descriptionFiles: [],
  };
  if (endpoint === undefined) return own;
  const { headings, codeStyles, features } = endpoint.compiled;
  return {
    ...own,
    compiled: withChanges(compiled, {
      headings: [...compiled.headings, ...headings],
      features: { ...compiled.features, ...(features.hasSampleChoice && { hasSampleChoice: true }) },
      codeStyles: [...new Set([...compiled.codeStyles, ...codeStyles])],
    }),
    text: `${text} ${endpoint.text}`,
    endpointKey: endpoint.key,
    endpointContent: endpoint.content,
    ...(endpoint.connectOrigins && { connectOrigins: endpoint.connectOrigins }),
    ...(endpoint.proxyTargets && { proxyTargets: endpoint.proxyTargets }),
    ...(endpoint.playable && { playable: endpoint.playable }),
    sourceFiles: [...own.sourceFiles, ...endpoint.sources],
    descriptionFiles: endpoint.sources,
  };
}

/** A copy that still reads the details of the page only when they are needed. */
function withChanges(compiled: StoredPage['compiled'], changes: Partial<StoredPage['compiled']>): StoredPage['compiled'] {
  return Object.create(Object.prototype, { ...Object.getOwnPropertyDescriptors(compiled), ...Object.getOwnPropertyDescriptors(changes) });
}
