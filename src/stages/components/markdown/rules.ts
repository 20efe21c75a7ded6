/** The types of the conversion rules that a component folder exports. */
import type { ComponentClass } from '../registry.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';

/** Converts the content of an element inside a rule. */
export interface MarkdownWriter {
  /** Blocks separated by empty lines, without one at the end. */
  readonly blocks: (nodes: readonly HtmlNode[]) => string;
  /** One line. White space is collapsed as in browsers; the ends are trimmed. */
  readonly inline: (nodes: readonly HtmlNode[]) => string;
  /** Part of a line, with its white space. */
  readonly phrases: (nodes: readonly HtmlNode[]) => string;
}

/** An empty result leaves the element out. */
export type Rule = (element: HtmlElement, writer: MarkdownWriter) => string;

/** The rules of one folder, by class or tag. */
export interface MarkdownRules {
  /** Blocks, by class. */
  readonly blocks?: Readonly<Partial<Record<ComponentClass, Rule>>>;
  /** Blocks, by tag. */
  readonly tags?: Readonly<Record<`docs-${string}`, Rule>>;
  /** Parts of a line, by class. */
  readonly phrases?: Readonly<Partial<Record<ComponentClass, Rule>>>;
  /** Blocks regardless of their tag. */
  readonly alwaysBlocks?: readonly ComponentClass[];
  /** Blocks that form a list if consecutive. */
  readonly items?: readonly ComponentClass[];
}
