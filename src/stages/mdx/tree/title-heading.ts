/**
 * Removes a first heading that repeats the page title (`# Setup` under `title: Setup`, or the heading that the title
 * was read from), because the page header shows it. Its anchor stays.
 */

import { oneLine } from '../../../model/shorten.ts';
import type { PageMode, SourcePage } from '../../../model/source-page.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { slug } from '../../../shared/slug.ts';
import { type ElementNode, isExpression, type SyntaxNode, textOf } from '../parse/syntax-tree.ts';
import type { BodyWriter } from './body.ts';
import type { PageRecord } from './page-record.ts';

/** Modes whose pages have no header. */
const bareModes: readonly string[] = ['frame', 'custom'] satisfies PageMode[];

/** The remaining nodes of a page; writes the anchor of the removed heading. */
export function withoutTitle(
  nodes: readonly SyntaxNode[],
  { title, frontMatter }: Pick<SourcePage, 'title' | 'frontMatter'>,
  page: PageRecord,
  out: BodyWriter,
): readonly SyntaxNode[] {
  if (bareModes.includes(frontMatter.mode)) return nodes;
  const at = nodes.findIndex((node) => !isInvisible(node));
  const heading = nodes[at];
  if (heading === undefined || !isPlainHeading(heading) || normalize(textOf(heading.children)) !== normalize(title)) return nodes;
  const id = page.uniqueId(slug(textOf(heading.children)) || 'section');
  out.html(`<span id="${escapeHtml(id)}"></span>`, { tag: 'span', attributes: { id }, children: [] });
  return nodes.filter((node) => node !== heading);
}

/** Statements, comments and white space between blocks. */
function isInvisible(node: SyntaxNode): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  return node.type === 'mdxjsEsm' || (isExpression(node) && /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*$/.test(node.value));
}

/** A heading with a link, an image or a custom id is not just the title. */
function isPlainHeading(node: SyntaxNode): node is ElementNode {
  if (node.type !== 'element' || node.tagName !== 'h1' || node.properties.id !== undefined) return false;
  return node.children.every(isPlainText);
}

/** A link without text was added to the heading by a plugin. */
function isPlainText(node: SyntaxNode): boolean {
  if (node.type === 'element' && node.position === undefined && textOf([node]) === '') return true;
  return node.type === 'text' || (node.type === 'element' && /^(?:em|strong|code)$/.test(node.tagName) && node.children.every(isPlainText));
}

function normalize(text: string): string {
  return oneLine(text).toLowerCase();
}
