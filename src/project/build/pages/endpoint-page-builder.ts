/** Reference pages: what a description says of one operation → HTML, one operation at a time, kept by its content. */

import { hash } from 'node:crypto';
import type { CompiledPage } from '../../../model/compiled-page.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { EndpointView } from '../../../model/endpoint.ts';
import type { Page } from '../../../model/page.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import { decodeReferences } from '../../../shared/character-references.ts';
import type { ProxyTarget } from '../../../shared/playground/proxy.ts';
import { codeHtml, codeNode } from '../../../stages/mdx/code/code-html.ts';
import { createHighlighter } from '../../../stages/mdx/code/highlighter.ts';
import { compileMarkdown } from '../../../stages/mdx/compile-markdown.ts';
import { describeEndpoint, describeNamedSchema } from '../../../stages/openapi/describe-endpoint.ts';
import type { PageOperation } from '../../../stages/openapi/endpoint-pages.ts';
import type { LoadedApi } from '../../../stages/openapi/read/api-library.ts';
import { handWrittenEndpoint } from '../../../stages/render/endpoint/manual-endpoint-page.ts';
import { type EndpointContext, renderEndpoint, renderSchemaPart, wholeEndpoint } from '../../../stages/render/endpoint/render-endpoint.tsx';
import type { LoadedSite } from '../load-site.ts';
import { AnswerRecord, type Ask } from './answers.ts';
import { askedBy } from './page-questions.ts';
import { type PageStore, type StoredPage, toStored } from './page-store.ts';

/** Parts of schemas that stand in one page; the rest has pages of its own. Some 400 bytes of HTML each. */
const nodesInPage = 800;

/** The generated part of a page, as kept. */
interface StoredEndpoint extends StoredPage {
  /** Names of the schemas that it leaves to pages of their own. */
  readonly schemas: readonly string[];
  readonly connectOrigins?: readonly string[];
  readonly proxyTargets?: readonly ProxyTarget[];
  /** Its playground is for readers who are signed in. */
  readonly needsSignIn?: boolean;
}

/** The generated part with a playground that not everybody gets. */
export interface PlayableEndpoint {
  /** Where the store has its HTML. */
  readonly key: string;
  /** Hash of its HTML. */
  readonly content: string;
  readonly connectOrigins?: readonly string[];
  readonly proxyTargets?: readonly ProxyTarget[];
}

/** The generated part of one page. Texts are in the store; here are the hashes by which a page is known. */
export interface CompiledEndpoint {
  /** Where the store has its HTML. */
  readonly key: string;
  /** Hash of that HTML. */
  readonly content: string;
  /** Hash of its text, for search. */
  readonly text: string;
  readonly compiled: StoredPage['compiled'];
  readonly diagnostics: readonly Diagnostic[];
  readonly isFromCache: boolean;
  readonly answered: StoredPage['answered'];
  /** What its playground may reach; undefined without one. */
  readonly connectOrigins?: readonly string[];
  readonly proxyTargets?: readonly ProxyTarget[];
  /** For readers who get the playground; undefined where everybody sees the same. */
  readonly playable?: PlayableEndpoint;
  /** Files of the project that the description is made of. */
  readonly sources: readonly string[];
}

/** What a generated part is drawn from. */
interface Drawn {
  readonly found: PageOperation | undefined;
  readonly written: EndpointView | undefined;
  /** With a playground that is for readers who are signed in. */
  readonly isPlayable: boolean;
}

/** A schema that pages refer to, as a page of its own. */
export interface SchemaPage {
  /** Output path. */
  readonly path: string;
  readonly title: string;
  /** Where the store has its HTML. */
  readonly key: string;
}

/**
 * One for each state of a site. `shared` is the fingerprint of what all pages are made from. Ask for pages in their
 * order: which schemas get pages of their own is collected on the way.
 */
export class EndpointPageBuilder {
  readonly #site: LoadedSite;
  readonly #answers: Ask;
  readonly #store: PageStore;
  readonly #shared: string;
  readonly #highlighter: ReturnType<typeof createHighlighter>;
  readonly #contents = new Map<LoadedApi, string>();
  /** Output path → the schema that stands there. */
  readonly #schemas = new Map<string, { readonly api: LoadedApi; readonly name: string }>();

  constructor(site: LoadedSite, answers: Ask, store: PageStore, shared: string) {
    this.#site = site;
    this.#answers = answers;
    this.#store = store;
    this.#shared = fingerprint([shared, JSON.stringify(site.config.api)]);
    this.#highlighter = createHighlighter(site.config.styling.codeblocks.theme);
  }

  /** The generated part of a page; undefined when it documents nothing. `author` is what its own file says. */
  compile(page: Page, author: StoredPage): CompiledEndpoint | undefined {
    const found = this.#site.endpoints.operationOf(page);
    const written = found === undefined ? handWrittenEndpoint(page, this.#site.config.api, author.fields ?? []) : undefined;
    if (found === undefined && written === undefined) return undefined;
    const anchors = author.compiled.headings.map((heading) => heading.id);
    const { frontMatter, language = '' } = page;
    const parts = [
      this.#shared,
      found === undefined ? JSON.stringify(written) : this.#contentOf(found.api),
      found?.operation.ref.id ?? '',
      page.path,
      language,
      JSON.stringify([anchors, frontMatter.description ?? null, frontMatter.playground ?? null]),
    ];
    const take = (isPlayable: boolean) => {
      const key = fingerprint(isPlayable ? [...parts, 'playable'] : parts);
      const kept = this.#store.find(key, this.#answers) as StoredEndpoint | undefined;
      return { key, isFromCache: kept !== undefined, stored: kept ?? this.#draw(page, anchors, key, { found, written, isPlayable }) };
    };
    const { key, isFromCache, stored } = take(false);
    if (found) for (const name of stored.schemas) this.#schemaHref(found.api, name);
    const { compiled, content, text, diagnostics, answered, connectOrigins, proxyTargets } = stored;
    const playable = stored.needsSignIn && this.#site.config.docsgen.hasAuth ? take(true) : undefined;
    const asked = answered.flatMap(([, kind, path]) => (kind === 'text' && path !== undefined ? [path] : []));
    return {
      key,
      content,
      text,
      compiled,
      diagnostics,
      answered,
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
      sources: found === undefined ? [] : [found.api.document.source, ...asked],
    };
  }

  /** The pages of all schemas that were left out, and of those that these leave out in turn. */
  *schemaPages(): Generator<SchemaPage & { readonly codeStyles: readonly string[] }> {
    // Grows while it is walked.
    for (const [path, { api, name }] of this.#schemas) {
      const key = fingerprint([this.#shared, this.#contentOf(api), 'schema', name]);
      let stored = this.#store.find(key, this.#answers) as StoredEndpoint | undefined;
      stored ??= this.#drawSchema(api, name, key);
      for (const inner of stored.schemas) this.#schemaHref(api, inner);
      yield { path, title: titleOf(name), key, codeStyles: stored.compiled.codeStyles };
    }
  }

  #draw(page: Page, anchors: readonly string[], key: string, { found, written, isPlayable }: Drawn): StoredEndpoint {
    const { config } = this.#site;
    const record = new AnswerRecord(this.#answers);
    const { value: view, diagnostics } = found
      ? describeEndpoint(found.api.document, found.operation, {
          defaults: config.api.examples.defaults,
          postKeys: config.api.params.post,
          maxNodes: nodesInPage,
        })
      : { value: written as EndpointView, diagnostics: [] };
    const drawing = this.#drawing(record, found?.api, page, anchors);
    const display = page.frontMatter.playground ?? view.playground ?? config.api.playground.display;
    const needsSignIn = display === 'auth';
    const shown = needsSignIn ? (isPlayable ? 'interactive' : 'none') : display;
    const rendered = renderEndpoint(view, {
      ...drawing.context,
      playground: shown as EndpointContext['playground'],
      isHandWritten: found === undefined,
    });
    if (found) this.#asked(found.api, record);
    const stored = {
      compiled: {
        ...emptyCompiled(page.file ?? view.ref.source),
        headings: rendered.headings,
        codeStyles: [...drawing.codeStyles],
      },
      diagnostics,
      answered: record.answered,
      schemas: [...drawing.schemas],
      ...(rendered.connectOrigins && { connectOrigins: rendered.connectOrigins }),
      ...(rendered.proxyTargets && { proxyTargets: rendered.proxyTargets }),
      ...(needsSignIn && { needsSignIn }),
    };
    const sections = [{ id: '', title: page.title, text: plainText(rendered.lead.html + rendered.content.html) }];
    return this.#store.add(key, stored, sections, toStored(wholeEndpoint(rendered)));
  }

  #drawSchema(api: LoadedApi, name: string, key: string): StoredEndpoint {
    const record = new AnswerRecord(this.#answers);
    const { value: schema, diagnostics } = describeNamedSchema(api.document, name, { postKeys: this.#site.config.api.params.post });
    const drawing = this.#drawing(record, api, undefined, []);
    const content = schema === undefined ? { html: '', nodes: [] } : renderSchemaPart(schema, drawing.context);
    this.#asked(api, record);
    const stored = {
      compiled: { ...emptyCompiled(api.document.source), codeStyles: [...drawing.codeStyles] },
      diagnostics,
      answered: record.answered,
      schemas: [...drawing.schemas],
    };
    return this.#store.add(key, stored, [], toStored(content));
  }

  #drawing(record: AnswerRecord, api: LoadedApi | undefined, page: Page | undefined, anchors: readonly string[]) {
    const { config } = this.#site;
    const { resolveLink } = askedBy((...question) => record.ask(...question));
    const from = page?.file ?? api?.document.source ?? '';
    const codeStyles = new Set<string>();
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
      markdown: (text, inline = false) => compileMarkdown(text, { inline, resolveHref: (href) => resolveLink(from, href).href }),
      highlight: (code, language) => {
        const { html, highlighted } = codeHtml(code, language, noMarks, this.#highlighter);
        for (const style of highlighted.styles) codeStyles.add(style);
        return { html, nodes: [codeNode(code)] };
      },
      schemaHref: (name) => {
        if (api === undefined) return undefined;
        schemas.add(name);
        return this.#schemaHref(api, name);
      },
    };
    return { context, codeStyles, schemas };
  }

  #schemaHref(api: LoadedApi, name: string): string {
    const path = `_docsgen/schemas/${hash('sha256', `${this.#contentOf(api)}\n${name}`, 'hex').slice(0, 16)}.html`;
    this.#schemas.set(path, { api, name });
    return `${this.#site.config.base}/${path}`;
  }

  /** What the description refers to in other files is part of every page of it. */
  #asked(api: LoadedApi, record: AnswerRecord): void {
    for (const path of api.document.follower.askedFiles()) record.ask('text', path);
  }

  /** A short form of a description with its overlays. */
  #contentOf(api: LoadedApi): string {
    let content = this.#contents.get(api);
    if (content === undefined) {
      content = fingerprint([api.document.source, JSON.stringify(api.document.root.value)]);
      this.#contents.set(api, content);
    }
    return content;
  }
}

function emptyCompiled(file: string): StoredPage['compiled'] {
  return {
    file,
    headings: [],
    links: [],
    features: noFeatures,
    classNames: [],
    codeStyles: [],
    dependencies: [],
    advice: [],
  };
}

const noMarks = { highlight: new Set<number>(), focus: new Set<number>() };

const noFeatures: CompiledPage['features'] = {
  math: false,
  mermaid: false,
  code: false,
  frameOrigins: [],
  scriptOrigins: [],
  hasPanel: false,
  hasRequestExample: false,
  hasUpdates: false,
  inlineStyles: [],
};

/** `file#/components/schemas/User` → `User`. */
function titleOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Our own markup as text, for search. */
function plainText(html: string): string {
  const text = html.replaceAll('<wbr/>', '').replace(/<(?:script|svg|pre)[^>]*>[\s\S]*?<\/(?:script|svg|pre)>|<[^>]*>|\s+/g, ' ');
  return decodeReferences(text.replace(/ {2,}/g, ' ').trim());
}
