/** The lines of code that another thread is at: marks stand for them while the page around them is made. */
import type { HighlightedCode } from './highlighter.ts';

const mark = /(<span class="line[^"]*">)<!--([0-9a-f]{64}):(\d+)-->(?=<\/span>)/g;

/** The blocks of one page: it says what stands for their lines, and puts the lines there once they have come. */
export class DeferredCode {
  readonly #keys = new Set<string>();
  #lines = 0;

  get isEmpty(): boolean {
    return this.#lines === 0;
  }

  /** What stands for the lines of a block. `key`: as `codeKey` has it. */
  marksOf(key: string, code: string): string[] {
    const marks = code.split('\n').map((_, index) => `<!--${key}:${index}-->`);
    this.#keys.add(key);
    this.#lines += marks.length;
    return marks;
  }

  /** Puts the lines where their marks are. Undefined when a block is not known, or not every line has come out once, as a line. */
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
    const text = html.replace(mark, (_, line: string, key: string, index: string) => {
      filled += 1;
      return line + (blocks.get(key)?.lines[Number(index)] ?? '');
    });
    return filled === this.#lines ? { html: text, styles: [...blocks.values()].flatMap(({ styles }) => styles) } : undefined;
  }
}
