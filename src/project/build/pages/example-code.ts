/** Highlights the examples of reference pages: at once, or in another thread while the page waits for its turn. */

import type { ReadyHtml } from '../../../model/html-node.ts';
import type { LightDark } from '../../../model/site-config.ts';
import { codeKey } from '../../../stages/mdx/code/cached-highlighter.ts';
import { codeNode, exampleHtml } from '../../../stages/mdx/code/code-html.ts';
import { DeferredCode } from '../../../stages/mdx/code/deferred-highlight.ts';
import { createHighlighter, type HighlightedCode, type Highlighter } from '../../../stages/mdx/code/highlighter.ts';
import type { CachedBlock, CodeBlock } from '../../../stages/mdx/code/prefetch-highlight.ts';

/** Above this number, the oldest blocks from the thread are dropped: pages that come one after another share examples. */
const maxKnown = 2_000;

/** The highlighter of all reference pages of a site. */
export class ExampleHighlighter {
  readonly #highlighter: Highlighter;
  readonly #known = new Map<string, string>();
  /** Keys of the blocks that another thread highlights. */
  readonly #requested = new Set<string>();

  constructor(theme: LightDark<string>) {
    this.#highlighter = createHighlighter(theme);
  }

  /** Adds blocks that another thread has highlighted. */
  add(blocks: readonly CachedBlock[]): void {
    for (const [key, text] of blocks) {
      this.#requested.delete(key);
      this.#known.set(key, text);
    }
    for (const key of this.#known.keys()) {
      if (this.#known.size <= maxKnown) return;
      this.#known.delete(key);
    }
  }

  /** The examples of one page, highlighted at once. */
  now(): PageExamples {
    return new PageExamples(this.#highlighter);
  }

  /** The examples of one page, highlighted when the page is completed. */
  later(): PageExamples {
    return new PageExamples(this.#highlighter, (key) => this.#known.get(key));
  }

  /** Those of the blocks that no thread has highlighted or is highlighting; from now on they count as requested. */
  request({ deferred }: PageExamples): CodeBlock[] {
    const missing = [...deferred].filter(([key]) => !this.#known.has(key) && !this.#requested.has(key));
    for (const [key] of missing) this.#requested.add(key);
    return missing.map(([, block]) => block);
  }
}

/** The examples of one page. */
export class PageExamples {
  /** Entries for `codeStyleSheet`; complete after `fill`. */
  readonly styles = new Set<string>();
  /** Blocks for which the page has placeholders, by key. */
  readonly deferred = new Map<string, CodeBlock>();
  readonly #highlighter: Highlighter;
  readonly #find: ((key: string) => string | undefined) | undefined;
  readonly #code = new DeferredCode();

  /** With `find`, code is replaced by placeholders until `fill` finds it in the format of `cachedHighlighter`'s cache. */
  constructor(highlighter: Highlighter, find?: (key: string) => string | undefined) {
    this.#highlighter = highlighter;
    this.#find = find;
  }

  /** An example as `<pre><code>`. */
  html(code: string, language: string): ReadyHtml {
    const own = this.#highlighter;
    const highlighter = this.#find ? { ...own, highlight: this.#placeholders.bind(this) } : own;
    const { html, highlighted } = exampleHtml(code, language, highlighter);
    for (const style of highlighted.styles) this.styles.add(style);
    return { html, nodes: [codeNode(code)] };
  }

  /** The page with its code; blocks that are not known are highlighted now. Undefined if the placeholders are not all there. */
  fill(html: string): string | undefined {
    if (this.#code.isEmpty) return html;
    const filled = this.#code.fill(html, (key) => this.#highlighted(key));
    for (const style of filled?.styles ?? []) this.styles.add(style);
    return filled?.html;
  }

  #placeholders(code: string, language: string): HighlightedCode {
    const key = codeKey(code, language);
    this.deferred.set(key, { code, language });
    return { lines: this.#code.placeholders(key, code), styles: [], isUnknown: this.#highlighter.isUnknown(language) };
  }

  #highlighted(key: string): HighlightedCode {
    const known = this.#find?.(key);
    const { code, language } = this.deferred.get(key) as CodeBlock;
    return known === undefined ? this.#highlighter.highlight(code, language) : JSON.parse(known);
  }
}
