/** Works on one page at a time: its source → its outline and its content as HTML, from the store when nothing has changed. */

import { fingerprint } from '../cache/fingerprint.ts';
import { componentNames } from '../contract/component-names.ts';
import { createCompiler } from '../mdx/compiler.ts';
import type { PageCompiler } from '../mdx/options.ts';
import type { CompiledPage } from '../model/compiled-page.ts';
import type { ContentNode } from '../model/content-node.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Page } from '../model/page.ts';
import type { SourcePage } from '../model/source-page.ts';
import type { EvaluatedPage } from '../render/evaluate/index.ts';
import { writtenFields } from '../render/hand-written-endpoint.ts';
import { packageKey } from '../render/package-files.ts';
import { createContentContext, renderContent } from '../render/render-content.tsx';
import { AnswerRecord, type Ask } from './answers.ts';
import { type CompiledEndpoint, EndpointDesk, type PlayableEndpoint } from './endpoint-desk.ts';
import { endpointSource } from './endpoint-sources.ts';
import { errorNotice } from './error-notice.ts';
import type { PageProgram } from './evaluate-pages.ts';
import type { LoadedSite } from './load-site.ts';
import { askedBy } from './page-questions.ts';
import type { PageStore, StoredPage } from './page-store.ts';

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
  readonly key: string;
  readonly stored: StoredPage;
  readonly program?: PageProgram;
  readonly endpoint?: CompiledEndpoint;
  readonly entry: CompiledEntry;
  readonly isFromCache: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export class PageDesk {
  readonly compiler: PageCompiler;
  readonly endpoints: EndpointDesk;
  /** Fingerprint of what all pages are made from. */
  readonly shared: string;
  readonly #site: LoadedSite;
  readonly #store: PageStore;
  readonly #answers: Ask;
  #record: AnswerRecord;

  constructor(site: LoadedSite, answers: Ask, store: PageStore) {
    this.#site = site;
    this.#store = store;
    this.#answers = answers;
    this.#record = new AnswerRecord(answers);
    this.shared = sharedFingerprint(site);
    this.endpoints = new EndpointDesk(site, answers, store, this.shared);
    const { config } = site;
    // Its questions go through the page at work: it works on one at a time.
    this.compiler = createCompiler({
      ...askedBy((...question) => this.#record.ask(...question)),
      variables: config.variables,
      codeTheme: config.styling.codeblocks.theme,
      customLanguages: customLanguages(site),
      keptCode: {
        get: (key) => store.cache.get(`${this.shared}-${key}`),
        set: (key, text) => store.cache.set(`${this.shared}-${key}`, text),
      },
      ...(config.styling.latex !== undefined && { latex: config.styling.latex }),
      componentNames,
      replacements: new Map([...config.docsgen.overrides.components].filter(([, file]) => site.files.has(file))),
      maxNesting: config.docsgen.limits.mdxNesting,
    });
  }

  /** Undefined for a page whose source is gone. */
  make(page: Page): MadePage | undefined {
    const site = this.#site;
    const source = page.file === undefined ? endpointSource(site.endpoints, page) : site.sources.get(page.file);
    if (source === undefined) return undefined;
    const key = fingerprint([this.shared, source.file, source.hash, page.language ?? '']);
    const kept = this.#store.find(key, this.#answers);
    const stored = kept ?? this.#compile(page, source, key);
    const endpoint = this.endpoints.compile(page, stored);
    return {
      page,
      key,
      stored,
      entry: entryOf(stored, key, endpoint),
      isFromCache: kept !== undefined && endpoint?.isFromCache !== false,
      diagnostics: [...stored.diagnostics, ...(endpoint?.diagnostics ?? [])],
      ...(stored.program && { program: { page, file: source.file, body: stored.program, anchors: anchorsOf(stored) } }),
      ...(endpoint && { endpoint }),
    };
  }

  /** A page that computes, with what the sandbox made of it. */
  draw({ page, key, stored, entry, diagnostics }: MadePage, drawn: EvaluatedPage): Pick<MadePage, 'entry' | 'diagnostics'> {
    const own = [...stored.diagnostics, ...drawn.diagnostics];
    const content = this.#store.keepHtml(key, renderStatic(this.#site, page, { ...stored, diagnostics: own }, []).html + drawn.html);
    return {
      entry: { ...entry, content, hasIslands: drawn.islands.length > 0 },
      diagnostics: [...diagnostics, ...drawn.diagnostics],
    };
  }

  /** The errors of a page alone, to stand above what it was before. */
  notice(page: Page, diagnostics: readonly Diagnostic[]): string {
    return renderStatic(this.#site, page, { compiled: { file: page.file ?? page.path, headings: [] }, diagnostics }, []).html;
  }

  #compile(page: Page, source: SourcePage, key: string): StoredPage {
    this.#record = new AnswerRecord(this.#answers);
    const { body, diagnostics, sections, ...compiled } = this.compiler.compile(source);
    const made = { compiled, diagnostics, answered: this.#record.answered };
    if (body.kind === 'program') return this.#store.add(key, { ...made, program: body }, sections);
    const rendered = renderStatic(this.#site, page, made, body.nodes);
    const fields = page.frontMatter.api === undefined ? [] : writtenFields(body.nodes);
    const whole = { ...made, diagnostics: [...diagnostics, ...rendered.diagnostics], ...(fields.length > 0 && { fields }) };
    return this.#store.add(key, whole, sections, rendered.html);
  }
}

interface PlainPage {
  readonly compiled: Pick<StoredPage['compiled'], 'file' | 'headings'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The content of a page, its errors first. */
function renderStatic({ config }: LoadedSite, page: Page, { compiled, diagnostics }: PlainPage, nodes: readonly ContentNode[]) {
  const context = createContentContext({
    iconLibrary: config.icons.library,
    base: config.base,
    ...(page.language && { language: page.language }),
    file: compiled.file,
    anchors: anchorsOf({ compiled }),
  });
  return renderContent([...errorNotice(diagnostics), ...nodes], context);
}

function anchorsOf({ compiled }: Pick<PlainPage, 'compiled'>): string[] {
  return compiled.headings.map((heading) => heading.id);
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

/** TextMate grammars that the author brings (`styling.codeblocks.languages.custom`). */
function customLanguages({ config, files }: LoadedSite): string[] {
  return config.styling.codeblocks.customLanguages.flatMap((path) => (files.has(path) ? [files.readText(path)] : []));
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
    ...(endpoint.playable && { playable: endpoint.playable }),
    madeFrom: [...own.madeFrom, ...endpoint.sources],
    describedIn: endpoint.sources,
  };
}
