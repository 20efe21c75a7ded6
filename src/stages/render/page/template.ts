import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** U+0000 cannot occur in HTML, so author text never looks like a placeholder. */
const delimiter = '\u0000';
const placeholders = new RegExp(
  ` data-placeholder="${delimiter}([^${delimiter}]*)${delimiter}"|${delimiter}([^${delimiter}]*)${delimiter}`,
  'g',
);

/** A placeholder in text or in an attribute's value. */
export function placeholder(name: string): string {
  return delimiter + name + delimiter;
}

/** A placeholder for a whole attribute, which is filled with ` open` or with nothing. */
export function attributePlaceholder(name: string): { 'data-placeholder': string } {
  return { 'data-placeholder': placeholder(name) };
}

/**
 * Markup that is rendered once and filled for every page: text with named placeholders. The sidebar of a section is
 * nearly the same on all its pages; filling a template costs one string join instead of rendering a tree.
 */
export class Template {
  readonly #texts: readonly string[];
  readonly #names: readonly string[];

  constructor(html: string) {
    const texts: string[] = [];
    const names: string[] = [];
    let from = 0;
    for (const match of html.matchAll(placeholders)) {
      texts.push(html.slice(from, match.index));
      names.push(match[1] ?? match[2] ?? '');
      from = match.index + match[0].length;
    }
    texts.push(html.slice(from));
    this.#texts = texts;
    this.#names = names;
  }

  /** Renders a tree with placeholders, for `new Template`. */
  static markup(node: VNode): string {
    return renderToString(node);
  }

  /** The markup with every placeholder replaced by `value(name)`. */
  fill(value: (name: string) => string): string {
    let html = this.#texts[0] ?? '';
    for (let index = 0; index < this.#names.length; index++) {
      html += value(this.#names[index] as string) + (this.#texts[index + 1] as string);
    }
    return html;
  }
}
