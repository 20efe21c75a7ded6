/** How a folder of components says what its HTML becomes in Markdown. */
import type { OwnClass } from '../registry.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';

/** What a rule writes the inside of its element with. */
export interface MarkdownWriter {
  /** Blocks with an empty line between them, without one at the end. */
  readonly blocks: (nodes: readonly HtmlNode[]) => string;
  /** One line. White space is one blank, as browsers show it; the ends are trimmed. */
  readonly inline: (nodes: readonly HtmlNode[]) => string;
  /** Part of a line, with its white space. */
  readonly phrases: (nodes: readonly HtmlNode[]) => string;
}

/** An empty text leaves the element out. */
export type Rule = (element: HtmlElement, writer: MarkdownWriter) => string;

/** The rules of one folder, by what its parts are recognised by. */
export interface MarkdownRules {
  /** Blocks, by class. */
  readonly blocks?: Readonly<Partial<Record<OwnClass, Rule>>>;
  /** Blocks, by tag. */
  readonly tags?: Readonly<Record<`docs-${string}`, Rule>>;
  /** Parts of a line, by class. */
  readonly phrases?: Readonly<Partial<Record<OwnClass, Rule>>>;
  /** Blocks whatever their tag is. */
  readonly alwaysBlocks?: readonly OwnClass[];
  /** Blocks that are items of a list when they follow one another. */
  readonly items?: readonly OwnClass[];
}
