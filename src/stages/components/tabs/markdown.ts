import { codeBlock } from '../code/markdown.ts';
import { type HtmlElement, hasClass } from '../markdown/html-tree.ts';
import { joinBlocks, titledBlock } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';

/** All panels in sequence. */
export const tabsRules: MarkdownRules = {
  blocks: { 'tab-alone': titledBlock('tab-panel-title') },
  tags: { 'docs-tabs': panels },
};

/** All panels, each with its title. For code, the title is in the info string of the fence. */
function panels(node: HtmlElement, writer: MarkdownWriter): string {
  const parts = node.children.filter((child): child is HtmlElement => typeof child !== 'string' && !hasRole(child, 'tablist'));
  return parts
    .map((part) => {
      if (!hasClass(part, 'tab-panel')) return writer.blocks([part]);
      const label = part.attributes['data-label'] ?? '';
      const content = part.children.filter((child) => typeof child === 'string' || !hasClass(child, 'tab-panel-title'));
      const only = content.filter((child) => typeof child !== 'string' || child.trim() !== '');
      const [code] = only;
      if (only.length === 1 && typeof code === 'object' && hasClass(code, 'code-block')) return codeBlock(code, writer, label);
      return joinBlocks(label === '' ? '' : `**${label}**`, writer.blocks(content));
    })
    .filter(Boolean)
    .join('\n\n');
}

function hasRole(node: HtmlElement, role: string): boolean {
  return node.attributes.role === role;
}
