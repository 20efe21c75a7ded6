/** Converts page content to Markdown with the rules of all components. */
import { createMarkdownWriter } from './markdown/blocks.ts';
import type { HtmlNode } from './markdown/html-tree.ts';
import { markdownRules } from './markdown-rules.generated.ts';

const writer = createMarkdownWriter(markdownRules);

/** Page content as Markdown. Ends with a line feed unless empty. */
export function toMarkdown(nodes: readonly HtmlNode[]): string {
  const text = writer.blocks(nodes);
  return text === '' ? '' : `${text}\n`;
}
