import { find, type HtmlElement, isTag } from '../markdown/html-tree.ts';
import { lineBreak } from '../markdown/inline.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';

/** One line for each color. */
export const colorRules: MarkdownRules = { phrases: { 'color-item': colorItem } };

/** `Sky: #0ea5e9, #38bdf8` on a line of its own. */
function colorItem(node: HtmlElement, { phrases }: MarkdownWriter): string {
  const name = find(node, 'color-name');
  const values = (find(node, 'color-value')?.children ?? []).filter((child) => isTag(child, 'code')).map((child) => phrases([child]));
  return [name === undefined ? '' : phrases(name.children).trim(), values.join(', ')].filter(Boolean).join(': ') + lineBreak;
}
