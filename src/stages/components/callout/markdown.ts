import { find, findAll, type HtmlElement, isPart, textOf } from '../markdown/html-tree.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { quote, wrapWith } from '../markdown/syntax.ts';

/** A block quote that begins with the kind and the title. */
export const calloutRules: MarkdownRules = { blocks: { callout } };

function callout(node: HtmlElement, writer: MarkdownWriter): string {
  const content = writer.blocks(
    findAll(node, 'callout-content').flatMap(({ children }) => children.filter((child) => !isPart(child, 'callout-title'))),
  );
  const title = textOf(find(node, 'callout-title') ?? '').trim();
  const label = [node.attributes['aria-label'] ?? '', title].filter(Boolean).join(': ');
  return quote(
    [wrapWith('**', label), content || (findAll(node, 'callout-content').length === 0 ? writer.blocks(node.children) : '')]
      .filter(Boolean)
      .join('\n\n'),
  );
}
