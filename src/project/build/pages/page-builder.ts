/** Works on one page at a time: its source → its outline and its content as HTML, from the store when nothing has changed. */

import type { CompiledPage } from '../../../model/compiled-page.ts';
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
import type { Ask } from './answers.ts';
import { type CompiledEndpoint, EndpointPageBuilder, type PlayableEndpoint } from './endpoint-page-builder.ts';
import { endpointSource } from './endpoint-sources.ts';
import type { PageProgram } from './evaluate-pages.ts';
import { AuthorPageCompiler, anchorsOf, customLanguages, type MadeBody, type PageOrder, renderStatic } from './page-compiler.ts';
import { type PageStore, type StoredPage, toStored } from './page-store.ts';

/** A page as the rest of a build needs it; its text is in the store. */
export interface CompiledEntry {
  readonly compiled: Omit<CompiledPage, 'diagnostics'>;
  /** Whether components of it wake in the browser. */
  readonly hasIslands: boolean;
  /** Whether its own code draws parts of it. */
  readonly computes: boolean;
  /** Where the store has its HTML. */
  readonly key: string;
  /** Hash of that HTML. */
  readonly content: string;
  /** Hash of its text by section. */
  readonly text: string;
  /** Where the store has the generated part of a reference page. */
  readonly endpointKey?: string;
  /** Hash of that part. */
  readonly endpointContent?: string;
  /** What its playground may reach; undefined without one. */
  readonly connectOrigins?: readonly string[];
  /** What it may ask the proxy of a server for. */
  readonly proxyTargets?: readonly ProxyTarget[];
  /** The generated part as readers see it who get a playground that not everybody gets. */
  readonly playable?: PlayableEndpoint;
  /** Files of the project that went into it: what it imports, the description behind it. */
  readonly madeFrom: readonly string[];
  /** Of these the files of the description. */
  readonly describedIn: readonly string[];
}

/** A page after its source was compiled. One that computes has no HTML yet: `program` is to be drawn and given to `draw`. */
export interface MadePage {
  readonly page: Page;
  /** Where the store has the author's part. */
  readonly key: string;
  readonly stored: StoredPage;
  readonly program?: PageProgram;
  /** What a description says of it; undefined for pages that document nothing. */
  readonly endpoint?: CompiledEndpoint;
  readonly entry: CompiledEntry;
  /** Nothing of it was made anew. */
  readonly isFromCache: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** One for each state of a site. Works on one page at a time: never ask for the next within one. */
export class PageBuilder {
  readonly compiler: PageCompiler;
  readonly endpoints: EndpointPageBuilder;
  /** Fingerprint of what all pages are made from. */
  readonly shared: string;
  readonly #site: LoadedSite;
  readonly #store: PageStore;
  readonly #answers: Ask;
  readonly #compiler: AuthorPageCompiler;

  constructor(site: LoadedSite, answers: Ask, store: PageStore) {
    this.#site = site;
    this.#store = store;
    this.#answers = answers;
    this.shared = sharedFingerprint(site);
    this.endpoints = new EndpointPageBuilder(site, answers, store, this.shared);
    this.#compiler = new AuthorPageCompiler(site, answers, store, this.shared);
    this.compiler = this.#compiler.compiler;
  }

  /** Undefined for a page whose source is gone. */
  make(page: Page): MadePage | undefined {
    const order = this.order(page);
    if (order === undefined) return undefined;
    const kept = this.find(order);
    return this.finish(order, kept ?? this.compile(order).stored, kept !== undefined);
  }

  /** What it takes to make a page; undefined when its source is gone. */
  order(page: Page): PageOrder | undefined {
    const site = this.#site;
    const source = page.file === undefined ? endpointSource(site.endpoints, page) : site.sources.get(page.file);
    return source && { page, source, key: fingerprint([this.shared, source.file, source.hash, page.language ?? '']) };
  }

  /** The author's part of a page as an earlier build has left it, if it would come out the same now. */
  find({ key }: PageOrder): StoredPage | undefined {
    return this.#store.find(key, this.#answers);
  }

  /** The author's part of a page, made here and now. */
  compile(order: PageOrder): MadeBody {
    return this.#compiler.make(order);
  }

  /** The same while its code is on its way; to be called for the whole when that is there. */
  begin(order: PageOrder): () => MadeBody {
    return this.#compiler.begin(order);
  }

  /** These blocks of code need not be highlighted any more. */
  expect(blocks: readonly CachedBlock[]): void {
    this.#compiler.expect(blocks);
  }

  /** The page with what its description says: to be called in the order of the site. `isKept`: an earlier build has left the author's part. */
  finish({ page, source, key }: PageOrder, stored: StoredPage, isKept: boolean): MadePage {
    const endpoint = this.endpoints.compile(page, stored);
    return {
      page,
      key,
      stored,
      entry: entryOf(stored, key, endpoint),
      isFromCache: isKept && endpoint?.isFromCache !== false,
      diagnostics: [...stored.diagnostics, ...(endpoint?.diagnostics ?? [])],
      ...(stored.program && { program: { page, file: source.file, body: stored.program, anchors: anchorsOf(stored) } }),
      ...(endpoint && { endpoint }),
    };
  }

  /** A page that computes, with what the sandbox made of it. */
  draw({ page, key, stored, entry, diagnostics }: MadePage, drawn: EvaluatedPage): Pick<MadePage, 'entry' | 'diagnostics'> {
    const own = [...stored.diagnostics, ...drawn.diagnostics];
    const notice = renderStatic(this.#site.config, page, { ...stored, diagnostics: own }, []);
    // The sandbox gives HTML alone: hooks and elements that the author's code makes are known to Preact only while it prints them.
    const content = this.#store.keepContent(key, toStored(joinReady(notice, { html: drawn.html, nodes: readHtml(drawn.html).children })));
    return {
      entry: { ...entry, content, hasIslands: drawn.islands.length > 0 },
      diagnostics: [...diagnostics, ...drawn.diagnostics],
    };
  }

  /** The errors of a page alone, to stand above what it was before. */
  notice(page: Page, diagnostics: readonly Diagnostic[]): ReadyHtml {
    return renderStatic(this.#site.config, page, { compiled: { file: page.file ?? page.path, headings: [] }, diagnostics }, []);
  }
}

/** One above the other. */
function joinReady(first: ReadyHtml, second: ReadyHtml): ReadyHtml {
  return { html: first.html + second.html, nodes: [...first.nodes, ...second.nodes] };
}

/** Of everything that pages are made from without asking. */
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
  ]);
}

/** A page of the author's words, of a description, or of both. */
function entryOf({ compiled, program, content, text }: StoredPage, key: string, endpoint: CompiledEndpoint | undefined): CompiledEntry {
  const own: CompiledEntry = {
    compiled: { ...compiled, body: { kind: 'static', nodes: [] }, sections: [] },
    hasIslands: false,
    computes: program !== undefined,
    key,
    content,
    text,
    madeFrom: compiled.dependencies,
    describedIn: [],
  };
  if (endpoint === undefined) return own;
  const { headings, codeStyles } = endpoint.compiled;
  return {
    ...own,
    compiled: {
      ...own.compiled,
      headings: [...own.compiled.headings, ...headings],
      codeStyles: [...new Set([...own.compiled.codeStyles, ...codeStyles])],
    },
    text: `${text} ${endpoint.text}`,
    endpointKey: endpoint.key,
    endpointContent: endpoint.content,
    ...(endpoint.connectOrigins && { connectOrigins: endpoint.connectOrigins }),
    ...(endpoint.proxyTargets && { proxyTargets: endpoint.proxyTargets }),
    ...(endpoint.playable && { playable: endpoint.playable }),
    madeFrom: [...own.madeFrom, ...endpoint.sources],
    describedIn: endpoint.sources,
  };
}
