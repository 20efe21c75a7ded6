/** Texts of API descriptions: compiled once for all pages that contain them, and read back for search. */

import type { HtmlNode, ReadyHtml } from '../../../model/html-node.ts';
import { compileMarkdown } from '../../../stages/mdx/compile-markdown.ts';

/** Where a text is: the first text of a page, a text below a heading, or one line. */
type TextPlace = 'lead' | 'part' | 'line';

interface KnownText {
  readonly compiled: ReadyHtml;
  readonly links: readonly (readonly [href: string, target: string])[];
}

const maxKnown = 5_000;
const longestKnown = 2_000;

/** Keeps the compiled form of short texts. */
export class DescriptionTexts {
  readonly #known = new Map<string, KnownText>();

  /** `resolveLink` returns the target of a link on the page that contains the text. */
  compile(text: string, place: TextPlace, resolveLink: (href: string) => string): ReadyHtml {
    const key = `${place} ${text}`;
    const known = this.#known.get(key);
    // Links are queries of each page that contains them.
    if (known?.links.every(([href, target]) => resolveLink(href) === target)) return known.compiled;
    const links = new Map<string, string>();
    const compiled = compileMarkdown(text, {
      inline: place === 'line',
      // Below the title of the page, or below the title of a section.
      firstHeading: place === 'lead' ? 2 : 3,
      resolveHref: (href) => {
        const target = resolveLink(href);
        links.set(href, target);
        return target;
      },
    });
    if (text.length <= longestKnown) {
      if (this.#known.size >= maxKnown) this.#known.clear();
      this.#known.set(key, { compiled, links: [...links] });
    }
    return compiled;
  }
}

const withoutText: ReadonlySet<string> = new Set(['pre', 'script', 'svg']);
const unsearchedButton = /^(?:samples-all|playground-open)$/;

/** The text of generated content, for search: without code, and without the buttons for samples and playground. */
export function searchText(nodes: readonly HtmlNode[]): string {
  const pieces: string[] = [];
  const add = (node: HtmlNode) => {
    if (typeof node === 'string') pieces.push(node);
    else if (
      node.tag !== 'wbr' &&
      !withoutText.has(node.tag) &&
      !(node.tag === 'button' && unsearchedButton.test(node.attributes.class ?? ''))
    ) {
      pieces.push(' ');
      node.children.forEach(add);
      pieces.push(' ');
    }
  };
  nodes.forEach(add);
  return pieces.join('').replace(/\s+/g, ' ').trim();
}
