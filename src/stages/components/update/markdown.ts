import { find, findAll, type HtmlElement } from '../markdown/html-tree.ts';
import { ifComplete, joinBlocks, omit } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';

/** A section with the label as its heading. */
export const updateRules: MarkdownRules = { blocks: { update: ifComplete('update-label', update), 'update-filters': omit } };

function update(node: HtmlElement, writer: MarkdownWriter): string {
  const label = writer.inline((find(node, 'update-label') ?? { children: [] }).children);
  const tags = findAll(node, 'update-tag').map((tag) => writer.inline(tag.children));
  const meta = [
    writer.inline((find(node, 'update-description') ?? { children: [] }).children),
    tags.length > 0 ? `Tags: ${tags.join(', ')}` : '',
  ];
  return joinBlocks(`## ${label}`, ...meta, writer.blocks((find(node, 'update-content') ?? { children: [] }).children));
}
