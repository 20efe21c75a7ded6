/** Placeholders for lines that another thread highlights while the page is compiled. */
import { plainCodeClass } from './code-html.ts';
import type { HighlightedCode } from './highlighter.ts';

/** In an element for each line, or among the lines of `exampleHtml`. */
const placeholder = new RegExp(
  `(<span class="line[^"]*">|<code class="${plainCodeClass}">|\\n)<!--([0-9a-f]{64}):(\\d+)-->(?=</span>|\\n|</code>)`,
  'g',
);

/** The deferred blocks of one page: creates placeholders for their lines and replaces them with the highlighted lines. */
export class DeferredCode {
  readonly #keys = new Set<string>();
  #lines = 0;

  get isEmpty(): boolean {
    return this.#lines === 0;
  }

  /** Placeholders for the lines of a block. `key`: see `codeKey`. */
  placeholders(key: string, code: string): string[] {
    const placeholders = code.split('\n').map((_, index) => `<!--${key}:${index}-->`);
    this.#keys.add(key);
    this.#lines += placeholders.length;
    return placeholders;
  }

  /** Replaces the placeholders. Undefined if a block is not available, or if not every placeholder occurs exactly once. */
  fill(
    html: string,
    find: (key: string) => HighlightedCode | undefined,
  ): { readonly html: string; readonly styles: readonly string[] } | undefined {
    const blocks = new Map<string, HighlightedCode>();
    for (const key of this.#keys) {
      const block = find(key);
      if (block === undefined) return undefined;
      blocks.set(key, block);
    }
    let filled = 0;
    const text = html.replace(placeholder, (_, line: string, key: string, index: string) => {
      filled += 1;
      return line + (blocks.get(key)?.lines[Number(index)] ?? '');
    });
    return filled === this.#lines ? { html: text, styles: [...blocks.values()].flatMap(({ styles }) => styles) } : undefined;
  }
}
