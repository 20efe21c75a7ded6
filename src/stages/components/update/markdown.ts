import { find, findAll, type HtmlElement } from '../markdown/html-tree.ts';
import { nothing, stack, whole } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';

/** A section under its label. */
export const updateRules: MarkdownRules = { blocks: { update: whole('update-label', update), 'update-filters': nothing } };

function update(node: HtmlElement, writer: MarkdownWriter): string {
  const label = writer.inline((find(node, 'update-label') ?? { children: [] }).children);
  const tags = findAll(node, 'update-tag').map((tag) => writer.inline(tag.children));
  const meta = [
    writer.inline((find(node, 'update-description') ?? { children: [] }).children),
    tags.length > 0 ? `Tags: ${tags.join(', ')}` : '',
  ];
  return stack(`## ${label}`, ...meta, writer.blocks((find(node, 'update-content') ?? { children: [] }).children));
}
