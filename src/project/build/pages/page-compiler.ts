/**
 * Compiles the author's part of one page: its source → its outline and its content as HTML, written to the store. It
 * accesses the rest of the site only through queries.
 */

import type { CompiledPage } from '../../../model/compiled-page.ts';
import type { ContentNode } from '../../../model/content-node.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import type { ReadyHtml } from '../../../model/html-node.ts';
import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { SourcePage } from '../../../model/source-page.ts';
import { componentNames } from '../../../stages/components/registry.ts';
import { DeferredCode } from '../../../stages/mdx/code/deferred-highlight.ts';
import type { HighlightedCode } from '../../../stages/mdx/code/highlighter.ts';
import type { CachedBlock } from '../../../stages/mdx/code/prefetch-highlight.ts';
import { createCompiler } from '../../../stages/mdx/compiler.ts';
import type { PageCompiler } from '../../../stages/mdx/options.ts';
import type { PagePlugins } from '../../../stages/mdx/plugins/page-plugins.ts';
import { writtenFields } from '../../../stages/render/endpoint/manual-endpoint-page.ts';
import { createContentContext, renderContent } from '../../../stages/render/page/render-content.tsx';
import { errorNotice } from './error-notice.ts';
import { type PageStore, type StoredPage, toStored } from './page-store.ts';
import { QueryRecorder, type RunQuery } from './recorded-queries.ts';
import { compilerFunctions } from './site-queries.ts';

/** What all pages of a site share. */
export interface CompilerSite {
  readonly config: SiteConfig;
  readonly files: FileSystem;
  readonly plugins?: PagePlugins;
}

/** The stored page, and its nodes for further processing. */
export interface CompiledBody {
  readonly stored: StoredPage;
  /** The content as JSON of `HtmlNode[]`; undefined for a page with code. */
  readonly nodes?: string;
}

/** Above this number, unused highlighted blocks are dropped. */
const maxHighlighted = 10_000;

/** A page to build. */
export interface PageTask {
  readonly page: Page;
  readonly source: SourcePage;
  /** Its store key. */
  readonly key: string;
}

/** Accesses the site only through queries, so that the recorded queries are the dependencies of a page. */
export class AuthorPageCompiler {
  readonly compiler: PageCompiler;
  readonly #site: CompilerSite;
  readonly #runQuery: RunQuery;
  readonly #store: PageStore;
  /** Blocks of code that were highlighted in advance, in cache format. */
  readonly #highlightedAhead = new Map<string, string>();
  readonly #shared: string;
  #deferredCode: DeferredCode | undefined;
  #record: QueryRecorder;

  /** `shared`: fingerprint of what all pages depend on. */
  constructor(site: CompilerSite, runQuery: RunQuery, store: PageStore, shared: string) {
    this.#site = site;
    this.#runQuery = runQuery;
    this.#store = store;
    this.#record = new QueryRecorder(runQuery);
    const { config } = site;
    this.#shared = shared;
    // Queries are recorded for the current page; only one page is compiled at a time.
    this.compiler = createCompiler({
      ...compilerFunctions((...query) => this.#record.run(...query)),
      variables: config.variables,
      codeTheme: config.styling.codeblocks.theme,
      customLanguages: customLanguages(site),
      codeCache: {
        get: (key) => this.#cachedCode(key),
        set: (key, text) => store.cache.set(this.#codeKey(key), text),
        deferred: () => this.#deferredCode,
      },
      ...(config.styling.latex !== undefined && { latex: config.styling.latex }),
      componentNames,
      replacements: new Map([...config.docsgen.overrides.components].filter(([, file]) => site.files.has(file))),
      maxNesting: config.docsgen.limits.mdxNesting,
      ...(site.plugins?.changePages && { plugins: site.plugins }),
    });
  }

  /** Adds blocks of code that were highlighted in advance. */
  addHighlighted(blocks: readonly CachedBlock[]): void {
    if (this.#highlightedAhead.size > maxHighlighted) this.#highlightedAhead.clear();
    for (const [key, text] of blocks) this.#highlightedAhead.set(key, text);
  }

  /** Afterwards the page is in the store under `task.key`. */
  compile(task: PageTask): CompiledBody {
    return this.#save(task, this.#render(task));
  }

  /** Compiles a page before its code is highlighted; call the returned function when the highlighted blocks have been added. */
  compileDeferred(task: PageTask): () => CompiledBody {
    const deferredCode = new DeferredCode();
    this.#deferredCode = deferredCode;
    try {
      const rendered = this.#render(task);
      return () => this.#save(task, fillCode(rendered, deferredCode, (key) => this.#highlighted(key)) ?? this.#render(task));
    } finally {
      this.#deferredCode = undefined;
    }
  }

  #render({ page, source }: PageTask): RenderedBody {
    this.#record = new QueryRecorder(this.#runQuery);
    const { body, diagnostics, sections, ...compiled } = this.compiler.compile(source);
    const newPage = { compiled, diagnostics, queries: this.#record.queries };
    if (body.kind === 'program') return { newPage: { ...newPage, program: body }, sections };
    const rendered = renderStatic(this.#site.config, page, newPage, body.nodes);
    const fields = page.frontMatter.api === undefined ? [] : writtenFields(body.nodes);
    const complete = { ...newPage, diagnostics: [...diagnostics, ...rendered.diagnostics], ...(fields.length > 0 && { fields }) };
    return { newPage: complete, sections, content: { html: rendered.html, nodes: rendered.nodes } };
  }

  #save({ key }: PageTask, { newPage, sections, content }: RenderedBody): CompiledBody {
    const stored = content && toStored(content);
    return { stored: this.#store.add(key, newPage, sections, stored), ...(stored && { nodes: stored.nodes }) };
  }

  #cachedCode(key: string): string | undefined {
    const { cache } = this.#store;
    const highlighted = this.#highlightedAhead.get(key);
    if (highlighted === undefined) return cache.get(this.#codeKey(key));
    cache.set(this.#codeKey(key), highlighted);
    this.#highlightedAhead.delete(key);
    return highlighted;
  }

  /** The cache key of a block of code. */
  #codeKey(key: string): string {
    return `${this.#shared}-${key}`;
  }

  #highlighted(key: string): HighlightedCode | undefined {
    const text = this.#cachedCode(key);
    return text === undefined ? undefined : JSON.parse(text);
  }
}

/** A page before it is stored. */
interface RenderedBody {
  readonly newPage: Parameters<PageStore['add']>[1];
  readonly sections: CompiledPage['sections'];
  readonly content?: ReadyHtml;
}

/** Fills in the highlighted code. Undefined if that is impossible, because page code or the page's own fields depend on it. */
function fillCode(
  rendered: RenderedBody,
  deferredCode: DeferredCode,
  find: (key: string) => HighlightedCode | undefined,
): RenderedBody | undefined {
  if (deferredCode.isEmpty) return rendered;
  const { newPage, content } = rendered;
  const filled = content === undefined || newPage.fields ? undefined : deferredCode.fill(content.html, find);
  if (content === undefined || filled === undefined) return undefined;
  const codeStyles = [...new Set([...newPage.compiled.codeStyles, ...filled.styles])].sort();
  return {
    ...rendered,
    newPage: { ...newPage, compiled: { ...newPage.compiled, codeStyles } },
    content: { ...content, html: filled.html },
  };
}

interface PlainPage {
  readonly compiled: Pick<StoredPage['compiled'], 'file' | 'headings'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the content of a page, with its errors first. */
export function renderStatic(config: SiteConfig, page: Page, { compiled, diagnostics }: PlainPage, nodes: readonly ContentNode[]) {
  const context = createContentContext({
    base: config.base,
    ...(page.language && { language: page.language }),
    file: compiled.file,
    anchors: anchorsOf({ compiled }),
  });
  return renderContent([...errorNotice(diagnostics), ...nodes], context);
}

/** Ids of the headings, in order. */
export function anchorsOf({ compiled }: Pick<PlainPage, 'compiled'>): string[] {
  return compiled.headings.map((heading) => heading.id);
}

/** The author's TextMate grammars (`styling.codeblocks.languages.custom`). */
export function customLanguages({ config, files }: Pick<CompilerSite, 'config' | 'files'>): string[] {
  return config.styling.codeblocks.customLanguages.flatMap((path) => (files.has(path) ? [files.readText(path)] : []));
}
