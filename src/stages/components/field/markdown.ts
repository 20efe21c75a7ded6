import { find, type HtmlElement, hasClass, textOf } from '../markdown/html-tree.ts';
import { ifComplete } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { listItem } from '../markdown/syntax.ts';

/** A list item: name, details in brackets, description. */
export const fieldRules: MarkdownRules = {
  blocks: { field: ifComplete('field-head', (node, writer) => listItem('- ', field(node, writer))), 'field-head': fieldHead },
  items: ['field'],
};

function field(node: HtmlElement, writer: MarkdownWriter): string {
  const content = find(node, 'field-content');
  const head = fieldHead(find(node, 'field-head'), writer);
  const text = content ? writer.blocks(content.children) : '';
  return text === '' ? head : /^[^\n]+(?:$|\n\n)/.test(text) && !/^[-#>|`\d]/.test(text) ? `${head}: ${text}` : `${head}\n\n${text}`;
}

function fieldHead(head: HtmlElement | undefined, writer: MarkdownWriter): string {
  const parts = (head?.children ?? []).filter((child): child is HtmlElement => typeof child !== 'string');
  const name = parts.find((part) => hasClass(part, 'field-name'));
  const facts = parts
    .filter((part) => part !== name)
    .map((part) => writer.inline(part.children))
    .filter(Boolean);
  const label = name ? `\`${textOf(name).trim()}\`` : '';
  return [label, facts.length > 0 ? `(${facts.join(', ')})` : ''].filter(Boolean).join(' ');
}
