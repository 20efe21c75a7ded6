import { find, findTag, type HtmlElement, textOf } from '../markdown/html-tree.ts';
import { omit } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { fence } from '../markdown/syntax.ts';

/** A fence with the language and the title. */
export const codeRules: MarkdownRules = {
  blocks: { 'code-block': (node, writer) => codeBlock(node, writer), 'code-head': omit },
  phrases: { 'hidden-character': ({ attributes }) => attributes['data-code'] ?? '' },
};

/** In a tab that contains only code, the label of the tab is the title. */
export function codeBlock(node: HtmlElement, writer: MarkdownWriter, title = textOf(find(node, 'code-title') ?? '').trim()): string {
  const pre = findTag(node, 'pre');
  if (pre === undefined) return writer.blocks(node.children);
  const language = node.attributes['data-language'] ?? '';
  return fence(textOf(pre), [language || (title ? 'text' : ''), title].filter(Boolean).join(' '));
}
