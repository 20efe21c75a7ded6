/**
 * A body that begins with its own title (`# Setup` under `title: Setup`, or the heading that the title was read from)
 * would show it twice: the page header has it. Only the anchor stays.
 */

import { oneLine } from '../../../model/shorten.ts';
import type { PageMode, SourcePage } from '../../../model/source-page.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { slug } from '../../../shared/slug.ts';
import { type ElementNode, isExpression, type SyntaxNode, textOf } from '../parse/syntax-tree.ts';
import type { BodyWriter } from './body.ts';
import type { PageRecord } from './page-record.ts';

/** Modes whose pages have no header: what they show is their own affair. */
const bareModes: readonly string[] = ['frame', 'custom'] satisfies PageMode[];

/** What is left of the nodes of a page; writes the anchor of the heading that is left out. */
export function withoutTitle(
  nodes: readonly SyntaxNode[],
  { title, frontMatter }: Pick<SourcePage, 'title' | 'frontMatter'>,
  page: PageRecord,
  out: BodyWriter,
): readonly SyntaxNode[] {
  if (bareModes.includes(frontMatter.mode)) return nodes;
  const at = nodes.findIndex((node) => !isSilent(node));
  const heading = nodes[at];
  if (heading === undefined || !isPlainHeading(heading) || normal(textOf(heading.children)) !== normal(title)) return nodes;
  const id = page.uniqueId(slug(textOf(heading.children)) || 'section');
  out.html(`<span id="${escapeHtml(id)}"></span>`, { tag: 'span', attributes: { id }, children: [] });
  return nodes.filter((node) => node !== heading);
}

/** Statements, comments and the space between blocks. */
function isSilent(node: SyntaxNode): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  return node.type === 'mdxjsEsm' || (isExpression(node) && /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*$/.test(node.value));
}

/** A link, a picture or an id of its own is more than the title. */
function isPlainHeading(node: SyntaxNode): node is ElementNode {
  if (node.type !== 'element' || node.tagName !== 'h1' || node.properties.id !== undefined) return false;
  return node.children.every(isPlainText);
}

function isPlainText(node: SyntaxNode): boolean {
  return node.type === 'text' || (node.type === 'element' && /^(?:em|strong|code)$/.test(node.tagName) && node.children.every(isPlainText));
}

function normal(text: string): string {
  return oneLine(text).toLowerCase();
}
