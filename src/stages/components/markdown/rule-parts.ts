/** Helpers for the rules of several components. */
import type { ComponentClass } from '../registry.ts';
import { find, type HtmlNode, isPart } from './html-tree.ts';
import type { Rule } from './rules.ts';
import { wrapWith } from './syntax.ts';

/**
 * Applies a rule only to elements that contain `part`, which the component always renders. Content that an author's
 * island rendered with the same class is converted as blocks.
 */
export function ifComplete(part: ComponentClass, rule: Rule): Rule {
  return (node, writer) => (find(node, part) === undefined ? writer.blocks(node.children) : rule(node, writer));
}

/** Leaves the element out. */
export function omit(): string {
  return '';
}

/** Joins the non-empty parts with empty lines. */
export function joinBlocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The content under a bold title; the title is the child with the given class. */
export function titledBlock(title: ComponentClass): Rule {
  return (node, writer) => {
    const isTitle = (child: HtmlNode) => isPart(child, title);
    return joinBlocks(
      wrapWith('**', writer.inline(node.children.filter(isTitle))),
      writer.blocks(node.children.filter((child) => !isTitle(child))),
    );
  };
}
