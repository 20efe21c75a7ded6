/** The Markdown copy of a page, for agents and the page menu. */
import type { HtmlNode } from '../../../model/html-node.ts';
import type { Page } from '../../../model/page.ts';
import { oneLine } from '../../../model/shorten.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { quote } from '../../components/markdown/syntax.ts';
import { toMarkdown } from '../../components/markdown-rules.ts';

/** `nodes`: the content of the page, including the parts of `Visibility`. */
export function pageMarkdown(
  page: Pick<Page, 'title' | 'description'>,
  nodes: readonly HtmlNode[],
  config: Pick<SiteConfig, 'markdown'>,
): string {
  const content = toMarkdown(nodes);
  const head = [`# ${oneLine(page.title)}`];
  const description = oneLine(page.description ?? '');
  // The content of a reference page begins with the full text of its description.
  if (description !== '' && !startsWith(content, description)) head.push(`> ${description}`);
  const parts = [...head, ...instructions(config), content.trimEnd()].filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

/** The site's instructions for agents: empty, or one block quote. */
export function instructions({ markdown }: Pick<SiteConfig, 'markdown'>): string[] {
  const text = markdown.instructions?.trim();
  return text ? [quote(`**Agent Instructions**\n\n${text}`)] : [];
}

function startsWith(content: string, description: string): boolean {
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const expected = words(description);
  return expected !== '' && words(content.slice(0, description.length * 2 + 400)).startsWith(expected);
}
