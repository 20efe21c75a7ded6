/** What the rules of several components are made from. */
import type { OwnClass } from '../registry.ts';
import { find, type HtmlNode, isOf } from './html-tree.ts';
import type { Rule } from './rules.ts';
import { wrapped } from './syntax.ts';

/** What an island of the author printed in part is not taken for a component: ours is known by a part that it always has. */
export function whole(part: OwnClass, rule: Rule): Rule {
  return (node, writer) => (find(node, part) === undefined ? writer.blocks(node.children) : rule(node, writer));
}

/** Leaves the element out. */
export function nothing(): string {
  return '';
}

/** The parts that are there, with an empty line between them. */
export function stack(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The inside under a title, which is the child of that class. */
export function titledPart(title: OwnClass): Rule {
  return (node, writer) => {
    const isTitle = (child: HtmlNode) => isOf(child, title);
    return stack(
      wrapped('**', writer.inline(node.children.filter(isTitle))),
      writer.blocks(node.children.filter((child) => !isTitle(child))),
    );
  };
}
