/** Reference pages: an operation of an API description → HTML, one operation at a time, cached by its content. */

import { hash } from 'node:crypto';
import { noFeatures } from '../../../model/compiled-page.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { EndpointView } from '../../../model/endpoint.ts';
import type { Page } from '../../../model/page.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import type { ProxyTarget } from '../../../shared/playground/proxy.ts';
import { encodePath } from '../../../shared/url.ts';
import type { CachedBlock, CodeBlock } from '../../../stages/mdx/code/prefetch-highlight.ts';
import { describeEndpoint, describeNamedSchema } from '../../../stages/openapi/describe-endpoint.ts';
import type { PageOperation } from '../../../stages/openapi/endpoint-pages.ts';
import type { LoadedApi } from '../../../stages/openapi/read/api-library.ts';
import { handWrittenEndpoint } from '../../../stages/render/endpoint/manual-endpoint-page.ts';
import {
  completeEndpoint,
  type EndpointContext,
  renderEndpoint,
  renderSchemaPart,
} from '../../../stages/render/endpoint/render-endpoint.tsx';
import type { LoadedSite } from '../load-site.ts';
import { DescriptionTexts, searchText } from './description-texts.ts';
import { ExampleHighlighter, type PageExamples } from './example-code.ts';
import { emptyCompiled, type PageStore, type StoredPage, toStored } from './page-store.ts';
import { QueryRecorder, type RunQuery } from './recorded-queries.ts';
import { compilerFunctions } from './site-queries.ts';

/** Maximum number of schema nodes in one page; others are on the pages of their schemas. A node is about 600 bytes of HTML. */
const nodesInPage = 120;

/** Maximum number of search texts of schemas that are kept. */
const maxKnownTexts = 5_000;

/** The generated part of a page, as cached. */
interface StoredEndpoint extends StoredPage {
  /** Names of the schemas that have their own pages. */
  readonly schemas: readonly string[];
  readonly connectOrigins?: readonly string[];
  readonly proxyTargets?: readonly ProxyTarget[];
  /** Its playground requires sign-in. */
  readonly needsSignIn?: boolean;
}

/** The generated part with a playground that only some readers get. */
export interface PlayableEndpoint {
  /** Store key of its HTML. */
  readonly key: string;
  /** Hash of its HTML. */
  readonly content: string;
  readonly connectOrigins?: readonly string[];
  readonly proxyTargets?: readonly ProxyTarget[];
}

/** The generated part of one page. Texts are in the store; this contains their hashes. */
export interface CompiledEndpoint {
  /** Store key of its HTML. */
  readonly key: string;
  /** Hash of that HTML. */
  readonly content: string;
  /** Hash of its search text. */
  readonly text: string;
  readonly compiled: StoredPage['compiled'];
  readonly diagnostics: readonly Diagnostic[];
  readonly isFromCache: boolean;
  readonly queries: StoredPage['queries'];
  /** Origins that its playground may contact; undefined without one. */
  readonly connectOrigins?: readonly string[];
  readonly proxyTargets?: readonly ProxyTarget[];
  /** The variant for readers with access to the playground; undefined if all readers see the same. */
  readonly playable?: PlayableEndpoint;
  /** Project files of the description. */
  readonly sources: readonly string[];
}

/** What a generated part is rendered from. */
interface EndpointSource {
  readonly found: PageOperation | undefined;
  readonly handWritten: EndpointView | undefined;
  /** Ids of the author's headings. */
  readonly anchors: readonly string[];
  /** Everything that its store key depends on. */
  readonly keyParts: readonly string[];
}

interface EndpointVariant extends EndpointSource {
  /** Rendered with the playground for signed-in readers. */
  readonly isPlayable: boolean;
}

/** A part that was rendered before its turn. */
interface StartedEndpoint {
  readonly examples: PageExamples;
  /** Undefined if its code cannot be filled in. */
  readonly complete: () => StoredEndpoint | undefined;
}

/** The page of a schema that other pages refer to. */
export interface SchemaPage {
  /** Output path. */
  readonly path: string;
  readonly title: string;
  /** Store key of its HTML. */
  readonly key: string;
}

/**
 * One for each state of a site. `shared` is the fingerprint of what all pages depend on. Compile pages in site order,
 * because schema pages are collected along the way.
 */
export class EndpointPageBuilder {
  readonly #site: LoadedSite;
  readonly #runQuery: RunQuery;
  readonly #store: PageStore;
  readonly #shared: string;
  readonly #examples: ExampleHighlighter;
  readonly #contents = new Map<LoadedApi, string>();
  readonly #texts = new DescriptionTexts();
  readonly #partTexts = new Map<string, { readonly text: string; readonly schemas: readonly string[] }>();
  readonly #urlsByApi = new Map<LoadedApi, { readonly urls: ReadonlyMap<string, string>; readonly key: string }>();
  /** Output path → the schema of that page. */
  readonly #schemas = new Map<string, { readonly api: LoadedApi; readonly name: string }>();
  /** By key. */
  readonly #started = new Map<string, StartedEndpoint>();

  constructor(site: LoadedSite, runQuery: RunQuery, store: PageStore, shared: string) {
    this.#site = site;
    this.#runQuery = runQuery;
    this.#store = store;
    this.#shared = fingerprint([shared, JSON.stringify(site.config.api)]);
    this.#examples = new ExampleHighlighter(site.config.styling.codeblocks.theme);
  }

  /** The generated part of a page; undefined if the page documents nothing. `author` is the compiled page file. */
  compile(page: Page, author: StoredPage): CompiledEndpoint | undefined {
    const source = this.#sourceOf(page, author);
    if (source === undefined) return undefined;
    const { found } = source;
    const load = (isPlayable: boolean) => {
      const key = keyOf(source, isPlayable);
      const cached = this.#store.find(key, this.#runQuery) as StoredEndpoint | undefined;
      return { key, isFromCache: cached !== undefined, stored: cached ?? this.#render(page, key, { ...source, isPlayable }) };
    };
    const { key, isFromCache, stored } = load(false);
    if (found) for (const name of stored.schemas) this.#schemaHref(found.api, name);
    const { compiled, content, text, diagnostics, queries, connectOrigins, proxyTargets } = stored;
    const playable = stored.needsSignIn && this.#site.config.docsgen.hasAuth ? load(true) : undefined;
    const readFiles = queries.flatMap(([, kind, path]) => (kind === 'text' && path !== undefined ? [path] : []));
    return {
      key,
      content,
      text,
      compiled,
      diagnostics,
      queries,
      isFromCache,
      ...(connectOrigins && { connectOrigins }),
      ...(proxyTargets && { proxyTargets }),
      ...(playable && {
        playable: {
          key: playable.key,
          content: playable.stored.content,
          ...(playable.stored.connectOrigins && { connectOrigins: playable.stored.connectOrigins }),
          ...(playable.stored.proxyTargets && { proxyTargets: playable.stored.proxyTargets }),
        },
      }),
      sources: found === undefined ? [] : [found.api.document.source, ...readFiles],
    };
  }

  /**
   * Renders the part of a page before its turn, except for its code. Returns the code that another thread can highlight
   * in the meantime, for `addHighlighted`; `compile` completes the part.
   */
  start(page: Page, author: StoredPage): readonly CodeBlock[] {
    const source = this.#sourceOf(page, author);
    if (source === undefined) return [];
    const key = keyOf(source, false);
    if (this.#started.has(key) || this.#store.find(key, this.#runQuery) !== undefined) return [];
    const started = this.#renderPart(page, key, { ...source, isPlayable: false }, this.#examples.later());
    this.#started.set(key, started);
    return this.#examples.request(started.examples);
  }

  /** Adds code that was highlighted in advance. */
  addHighlighted(blocks: readonly CachedBlock[]): void {
    this.#examples.add(blocks);
  }

  /** What the part of a page is rendered from; undefined if the page documents nothing. */
  #sourceOf(page: Page, author: StoredPage): EndpointSource | undefined {
    const found = this.#site.endpoints.operationOf(page);
    const handWritten = found === undefined ? handWrittenEndpoint(page, this.#site.config.api, author.fields ?? []) : undefined;
    if (found === undefined && handWritten === undefined) return undefined;
    const anchors = author.compiled.headings.map((heading) => heading.id);
    const { frontMatter, language = '' } = page;
    const keyParts = [
      this.#shared,
      found === undefined ? JSON.stringify(handWritten) : this.#contentOf(found.api),
      found?.operation.ref.id ?? '',
      page.path,
      found === undefined ? '' : this.#schemaUrls(found.api).key,
      language,
      JSON.stringify([anchors, frontMatter.description ?? null, frontMatter.playground ?? null]),
    ];
    return { found, handWritten, anchors, keyParts };
  }

  /** The pages of all schemas that were split off, including those that these split off in turn. */
  *schemaPages(): Generator<SchemaPage & { readonly codeStyles: readonly string[] }> {
    // The Map grows during iteration.
    for (const [path, { api, name }] of this.#schemas) {
      const { key, stored } = this.#schemaPart(api, name);
      for (const inner of stored.schemas) this.#schemaHref(api, inner);
      yield { path, title: titleOf(name), key, codeStyles: stored.compiled.codeStyles };
    }
  }

  #render(page: Page, key: string, variant: EndpointVariant): StoredEndpoint {
    const completed = this.#started.get(key)?.complete();
    this.#started.delete(key);
    return completed ?? (this.#renderPart(page, key, variant, this.#examples.now()).complete() as StoredEndpoint);
  }

  #renderPart(page: Page, key: string, variant: EndpointVariant, examples: PageExamples): StartedEndpoint {
    const { found, handWritten, anchors, isPlayable } = variant;
    const { config } = this.#site;
    const record = new QueryRecorder(this.#runQuery);
    const { value: view, diagnostics } = found
      ? describeEndpoint(found.api.document, found.operation, {
          ...(config.api.examples.defaults && { defaults: config.api.examples.defaults }),
          postKeys: config.api.params.post,
          arrays: config.api.params.arrays,
          maxNodes: nodesInPage,
        })
      : { value: handWritten as EndpointView, diagnostics: [] };
    const rendering = this.#createContext(record, found?.api, page, anchors, examples);
    const display = page.frontMatter.playground ?? view.playground ?? config.api.playground.display;
    const needsSignIn = display === 'auth';
    const shown = needsSignIn ? (isPlayable ? 'interactive' : 'none') : display;
    const rendered = renderEndpoint(view, {
      ...rendering.context,
      playground: shown as EndpointContext['playground'],
      isHandWritten: found === undefined,
    });
    if (found) this.#recordFiles(found.api, record);
    const fields = {
      diagnostics,
      queries: record.queries,
      schemas: [...rendering.schemas],
      ...(rendered.connectOrigins && { connectOrigins: rendered.connectOrigins }),
      ...(rendered.proxyTargets && { proxyTargets: rendered.proxyTargets }),
      ...(needsSignIn && { needsSignIn }),
    };
    const parts = found ? [...rendering.schemas].map((name) => this.#partText(found.api, name)) : [];
    const text = [searchText([...rendered.lead.nodes, ...rendered.content.nodes]), ...parts].join(' ');
    const sections = [{ id: '', title: page.title, text }];
    const content = completeEndpoint(rendered);
    const complete = () => {
      const html = examples.fill(content.html);
      if (html === undefined) return undefined;
      const compiled = {
        ...emptyCompiled(page.file ?? view.ref.source),
        headings: rendered.headings,
        features: { ...noFeatures, ...(rendered.hasSampleChoice && { hasSampleChoice: true }) },
        codeStyles: [...examples.styles].sort(),
      };
      return this.#store.add(key, { ...fields, compiled }, sections, toStored({ ...content, html }));
    };
    return { examples, complete };
  }

  /** The text of a part that the page loads later, with the parts that this loads in turn, for search. */
  #partText(api: LoadedApi, name: string, seen = new Set<string>()): string {
    if (seen.has(name)) return '';
    seen.add(name);
    const { text, schemas } = this.#ownPartText(api, name);
    return [text, ...schemas.map((inner) => this.#partText(api, inner, seen))].join(' ');
  }

  /** The text of a part itself, which many pages contain. */
  #ownPartText(api: LoadedApi, name: string): { readonly text: string; readonly schemas: readonly string[] } {
    const id = `${this.#contentOf(api)} ${name}`;
    let known = this.#partTexts.get(id);
    if (known === undefined) {
      const { key, stored } = this.#schemaPart(api, name);
      known = { text: searchText(JSON.parse(this.#store.nodes(key))), schemas: stored.schemas };
      if (this.#partTexts.size >= maxKnownTexts) this.#partTexts.clear();
      this.#partTexts.set(id, known);
    }
    return known;
  }

  #schemaPart(api: LoadedApi, name: string): { readonly key: string; readonly stored: StoredEndpoint } {
    const key = fingerprint([this.#shared, this.#contentOf(api), this.#schemaUrls(api).key, 'schema', name]);
    const stored = this.#store.find(key, this.#runQuery) as StoredEndpoint | undefined;
    return { key, stored: stored ?? this.#renderSchema(api, name, key) };
  }

  /** URLs of the pages of schemas by name, and a fingerprint of them. */
  #schemaUrls(api: LoadedApi): { readonly urls: ReadonlyMap<string, string>; readonly key: string } {
    let known = this.#urlsByApi.get(api);
    if (known === undefined) {
      const { endpoints, pages, config } = this.#site;
      const paths = new Set(endpoints.schemaPaths(api).values());
      const urlsByPath = new Map(pages.flatMap(({ path, url }) => (paths.has(path) ? [[path, config.base + encodePath(url)]] : [])));
      const urls = new Map(
        [...endpoints.schemaPaths(api)].flatMap(([name, path]) => {
          const url = urlsByPath.get(path);
          return url === undefined ? [] : [[name, url] as const];
        }),
      );
      known = { urls, key: fingerprint([JSON.stringify([...urls])]) };
      this.#urlsByApi.set(api, known);
    }
    return known;
  }

  #renderSchema(api: LoadedApi, name: string, key: string): StoredEndpoint {
    const record = new QueryRecorder(this.#runQuery);
    const { value: schema, diagnostics } = describeNamedSchema(api.document, name, { postKeys: this.#site.config.api.params.post });
    const examples = this.#examples.now();
    const rendering = this.#createContext(record, api, undefined, [], examples);
    const content = schema === undefined ? { html: '', nodes: [] } : renderSchemaPart(schema, rendering.context);
    this.#recordFiles(api, record);
    const stored = {
      compiled: { ...emptyCompiled(api.document.source), codeStyles: [...examples.styles] },
      diagnostics,
      queries: record.queries,
      schemas: [...rendering.schemas],
    };
    return this.#store.add(key, stored, [], toStored(content));
  }

  #createContext(
    record: QueryRecorder,
    api: LoadedApi | undefined,
    page: Page | undefined,
    anchors: readonly string[],
    examples: PageExamples,
  ) {
    const { config } = this.#site;
    const { resolveLink } = compilerFunctions((...query) => record.run(...query));
    const from = page?.file ?? api?.document.source ?? '';
    const schemas = new Set<string>();
    const context: EndpointContext = {
      settings: {
        base: config.base,
        anchors,
        ...(page?.language !== undefined && { language: page.language }),
      },
      api: config.api,
      playground: 'none',
      hasDescription: page?.frontMatter.description !== undefined,
      markdown: (text, place = 'part') => this.#texts.compile(text, place, (href) => resolveLink(from, href).href),
      highlight: (code, language) => examples.html(code, language),
      schemaHref: (name) => {
        if (api === undefined) return undefined;
        const url = this.#schemaUrls(api).urls.get(name);
        if (url !== undefined) return url;
        schemas.add(name);
        return this.#schemaHref(api, name);
      },
    };
    return { context, schemas };
  }

  #schemaHref(api: LoadedApi, name: string): string {
    const path = `_docsgen/schemas/${hash('sha256', `${this.#contentOf(api)}\n${name}`, 'hex').slice(0, 16)}.html`;
    this.#schemas.set(path, { api, name });
    return `${this.#site.config.base}/${path}`;
  }

  /** Every page of a description depends on the other files that it references. */
  #recordFiles(api: LoadedApi, record: QueryRecorder): void {
    for (const path of api.document.refs.referencedFiles()) record.run('text', path);
  }

  /** A fingerprint of a description with its overlays. */
  #contentOf(api: LoadedApi): string {
    let content = this.#contents.get(api);
    if (content === undefined) {
      content = fingerprint([api.document.source, JSON.stringify(api.document.root.value)]);
      this.#contents.set(api, content);
    }
    return content;
  }
}

function keyOf({ keyParts }: EndpointSource, isPlayable: boolean): string {
  return fingerprint(isPlayable ? [...keyParts, 'playable'] : keyParts);
}

/** `file#/components/schemas/User` → `User`. */
function titleOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
