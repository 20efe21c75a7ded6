/**
 * Makes the author's part of one page: its source → its outline and its content as HTML, left in the store. Of the rest
 * of the site it knows what it asks for.
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
import { writtenFields } from '../../../stages/render/endpoint/manual-endpoint-page.ts';
import { createContentContext, renderContent } from '../../../stages/render/page/render-content.tsx';
import { AnswerRecord, type Ask } from './answers.ts';
import { errorNotice } from './error-notice.ts';
import { askedBy } from './page-questions.ts';
import { type PageStore, type StoredPage, toStored } from './page-store.ts';

/** What all pages of a site have in common. */
export interface CompilerSite {
  readonly config: SiteConfig;
  readonly files: FileSystem;
}

/** What the store has now, and what it says once more for who goes on with it. */
export interface MadeBody {
  readonly stored: StoredPage;
  /** What its content says, as the store has it; undefined for a page that computes. */
  readonly nodes?: string;
}

/** Blocks of code that were highlighted ahead and are not asked for within so many others are forgotten. */
const maxExpected = 10_000;

/** A page that is to be made. */
export interface PageOrder {
  readonly page: Page;
  readonly source: SourcePage;
  /** Where the store has it, when it was made before. */
  readonly key: string;
}

/** Knows of the site what `answers` says and nothing else: so what a page depends on is what it asked. */
export class AuthorPageCompiler {
  readonly compiler: PageCompiler;
  readonly #site: CompilerSite;
  readonly #answers: Ask;
  readonly #store: PageStore;
  /** Blocks of code that were highlighted ahead, as they are kept. */
  readonly #expected = new Map<string, string>();
  readonly #shared: string;
  #late: DeferredCode | undefined;
  #record: AnswerRecord;

  /** `shared`: fingerprint of what all pages are made from. */
  constructor(site: CompilerSite, answers: Ask, store: PageStore, shared: string) {
    this.#site = site;
    this.#answers = answers;
    this.#store = store;
    this.#record = new AnswerRecord(answers);
    const { config } = site;
    this.#shared = shared;
    // Its questions go through the page at work: it works on one at a time.
    this.compiler = createCompiler({
      ...askedBy((...question) => this.#record.ask(...question)),
      variables: config.variables,
      codeTheme: config.styling.codeblocks.theme,
      customLanguages: customLanguages(site),
      codeCache: {
        get: (key) => this.#code(key),
        set: (key, text) => store.cache.set(this.#placeOf(key), text),
        deferred: () => this.#late,
      },
      ...(config.styling.latex !== undefined && { latex: config.styling.latex }),
      componentNames,
      replacements: new Map([...config.docsgen.overrides.components].filter(([, file]) => site.files.has(file))),
      maxNesting: config.docsgen.limits.mdxNesting,
    });
  }

  /** These blocks of code need not be highlighted any more. */
  expect(blocks: readonly CachedBlock[]): void {
    if (this.#expected.size > maxExpected) this.#expected.clear();
    for (const [key, text] of blocks) this.#expected.set(key, text);
  }

  /** `order.key` is where the store has it afterwards. */
  make(order: PageOrder): MadeBody {
    return this.#keep(order, this.#draw(order));
  }

  /** Makes a page while its code is on its way; to be called for the whole when that is there. */
  begin(order: PageOrder): () => MadeBody {
    const late = new DeferredCode();
    this.#late = late;
    try {
      const drawn = this.#draw(order);
      return () => this.#keep(order, withCode(drawn, late, (key) => this.#highlighted(key)) ?? this.#draw(order));
    } finally {
      this.#late = undefined;
    }
  }

  #draw({ page, source }: PageOrder): RenderedBody {
    this.#record = new AnswerRecord(this.#answers);
    const { body, diagnostics, sections, ...compiled } = this.compiler.compile(source);
    const made = { compiled, diagnostics, answered: this.#record.answered };
    if (body.kind === 'program') return { made: { ...made, program: body }, sections };
    const rendered = renderStatic(this.#site.config, page, made, body.nodes);
    const fields = page.frontMatter.api === undefined ? [] : writtenFields(body.nodes);
    const whole = { ...made, diagnostics: [...diagnostics, ...rendered.diagnostics], ...(fields.length > 0 && { fields }) };
    return { made: whole, sections, content: { html: rendered.html, nodes: rendered.nodes } };
  }

  #keep({ key }: PageOrder, { made, sections, content }: RenderedBody): MadeBody {
    const kept = content && toStored(content);
    return { stored: this.#store.add(key, made, sections, kept), ...(kept && { nodes: kept.nodes }) };
  }

  #code(key: string): string | undefined {
    const { cache } = this.#store;
    const expected = this.#expected.get(key);
    if (expected === undefined) return cache.get(this.#placeOf(key));
    cache.set(this.#placeOf(key), expected);
    this.#expected.delete(key);
    return expected;
  }

  /** Where the store has a block of code. */
  #placeOf(key: string): string {
    return `${this.#shared}-${key}`;
  }

  #highlighted(key: string): HighlightedCode | undefined {
    const text = this.#code(key);
    return text === undefined ? undefined : JSON.parse(text);
  }
}

/** A page that is not in the store yet. */
interface RenderedBody {
  readonly made: Parameters<PageStore['add']>[1];
  readonly sections: CompiledPage['sections'];
  readonly content?: ReadyHtml;
}

/** With its code in place. Undefined where that cannot be done: in what a page computes, or has read from its own content. */
function withCode(drawn: RenderedBody, late: DeferredCode, find: (key: string) => HighlightedCode | undefined): RenderedBody | undefined {
  if (late.isEmpty) return drawn;
  const { made, content } = drawn;
  const filled = content === undefined || made.fields ? undefined : late.fill(content.html, find);
  if (content === undefined || filled === undefined) return undefined;
  const codeStyles = [...new Set([...made.compiled.codeStyles, ...filled.styles])].sort();
  return { ...drawn, made: { ...made, compiled: { ...made.compiled, codeStyles } }, content: { ...content, html: filled.html } };
}

interface PlainPage {
  readonly compiled: Pick<StoredPage['compiled'], 'file' | 'headings'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The content of a page, its errors first. */
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

/** TextMate grammars that the author brings (`styling.codeblocks.languages.custom`). */
export function customLanguages({ config, files }: Pick<CompilerSite, 'config' | 'files'>): string[] {
  return config.styling.codeblocks.customLanguages.flatMap((path) => (files.has(path) ? [files.readText(path)] : []));
}
