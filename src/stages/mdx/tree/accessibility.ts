/**
 * Accessibility problems that are visible in the source: images without alternative text, vague links, skipped
 * heading levels, tables without headers. Computed content is not checked here.
 */

import { oneLine } from '../../../model/shorten.ts';
import { isExternal } from '../../../shared/url.ts';
import * as advice from '../advice.ts';
import { isExpression, isJsx, type SyntaxNode } from '../parse/syntax-tree.ts';
import { type Context, locationOf } from './context.ts';
import type { Attributes } from './element-attributes.ts';

type Owner = Pick<SyntaxNode, 'position'>;

/** `attributes` are the final ones; elements with a spread or hidden from assistive technology are not checked. */
export function checkAlt(attributes: Attributes, node: Owner, context: Context): void {
  const { alt, src } = attributes;
  if (hasSpread(attributes) || isHidden(attributes)) return;
  const shown = typeof src === 'string' ? src : 'computed';
  // JSX: `alt` without a value is not a text, and probably unfinished.
  if (alt === undefined && attributes['aria-label'] === undefined && attributes['aria-labelledby'] === undefined)
    context.page.advise(advice.altMissing(locationOf(node, context), shown));
  else if (typeof alt === 'string' && /^[\w%@ .:()-]+\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(alt.trim()))
    context.page.advise(advice.altIsFileName(locationOf(node, context), alt));
}

/** For images without width or height that could not be measured. */
export function checkImageSize(attributes: Attributes, exists: boolean, node: Owner, context: Context): void {
  const { src, style } = attributes;
  if (typeof src !== 'string' || hasSpread(attributes) || /^data:/i.test(src)) return;
  // Missing files are reported elsewhere; a badge of line height hardly shifts the layout.
  if ((!exists && !isExternal(src)) || /badge|shields\.io/i.test(src)) return;
  const isStyled = style !== undefined && (typeof style !== 'string' || /(?:^|[;\s])(?:height|aspect-ratio)\s*:/.test(style));
  if (!isStyled) context.page.advise(advice.imageWithoutSize(locationOf(node, context), src));
}

/** Call before the heading is added to the page, because it is compared with the previous one. `text` is its visible text. */
export function checkHeading(depth: number, text: string, node: Owner, context: Context): void {
  const { page } = context;
  const before = page.headings.at(-1)?.depth ?? 1;
  const at = locationOf(node, context);
  if (depth === 1) page.titles.push(at);
  if (text === '' && !page.isProgram) page.advise(advice.headingWithoutText(at));
  // The heading before a snippet differs from page to page.
  else if (depth > before + 1 && at.file === context.pageFile) page.advise(advice.skippedHeadingLevel(at, depth, before));
}

/** Checks links and tables. */
export function checkElement(
  name: string,
  attributes: Attributes,
  children: readonly SyntaxNode[],
  node: SyntaxNode,
  context: Context,
): void {
  if (hasSpread(attributes) || isHidden(attributes) || attributes.dangerouslySetInnerHTML !== undefined) return;
  if (name === 'a') checkLink(attributes, children, node, context);
  else if (
    name === 'table' &&
    !context.inTable &&
    attributes.role !== 'presentation' &&
    attributes.role !== 'none' &&
    !hasHeaders(children)
  )
    context.page.advise(advice.tableWithoutHeaders(locationOf(node, context)));
}

/** Link texts that mean nothing in a screen reader's list of links. */
const vagueTexts = new Set([
  'here',
  'click here',
  'this',
  'this link',
  'link',
  'read more',
  'more',
  'learn more',
  'this page',
  'click',
  'see here',
]);

function checkLink(attributes: Attributes, children: readonly SyntaxNode[], node: SyntaxNode, context: Context): void {
  const { href } = attributes;
  if (typeof href !== 'string' || attributes['aria-label'] !== undefined || attributes['aria-labelledby'] !== undefined) return;
  const written = linkText(children);
  if (written === undefined) return;
  const words = oneLine(written);
  if (words === '') {
    if (attributes.title === undefined) context.page.advise(advice.linkWithoutText(locationOf(node, context), href));
  } else if (
    vagueTexts.has(
      words
        .toLowerCase()
        .replace(/[.:!→»>]+$/, '')
        .trim(),
    )
  )
    context.page.advise(advice.vagueLinkText(locationOf(node, context), words));
}

/** The accessible text of a link; undefined if it depends on code or a component. */
function linkText(nodes: readonly SyntaxNode[]): string | undefined {
  let words = '';
  for (const node of nodes) {
    if (node.type === 'text') words += node.value;
    else if (isExpression(node)) {
      if (!/^\s*(?:\/\*[\s\S]*\*\/)?\s*$/.test(node.value)) return undefined;
    } else if (node.type === 'element' || isJsx(node)) {
      const own = node.type === 'element' ? elementText(node.tagName, node.properties) : jsxText(node);
      if (own === undefined) return undefined;
      const inner = linkText(node.children);
      if (inner === undefined) return undefined;
      words += own + inner;
    }
  }
  return words;
}

function elementText(tag: string, properties: Readonly<Record<string, unknown>>): string | undefined {
  if (tag === 'img') return typeof properties.alt === 'string' ? properties.alt : '';
  if (tag === 'svg' || tag === 'input' || tag === 'button') return undefined;
  return '';
}

function jsxText(node: Extract<SyntaxNode, { readonly attributes: unknown }>): string | undefined {
  const name = node.name ?? '';
  if (/^[A-Z]|\./.test(name)) return undefined;
  if (node.attributes.some((attribute) => attribute.type !== 'mdxJsxAttribute' || /^aria-label/i.test(attribute.name))) return undefined;
  const alt = node.attributes.find((attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === 'alt');
  if (alt !== undefined && typeof alt.value !== 'string') return undefined;
  return elementText(name, { alt: alt?.value });
}

/** Whether any header cell has text. Nested tables are not included. */
function hasHeaders(nodes: readonly SyntaxNode[]): boolean {
  return nodes.some((node) => {
    if (isExpression(node) && node.value.trim() !== '') return true;
    if (node.type !== 'element' && !isJsx(node)) return false;
    const name = node.type === 'element' ? node.tagName : (node.name ?? '');
    if (name === 'th') return linkText(node.children)?.trim() !== '';
    // A component may contain header cells.
    return /^[A-Z]/.test(name) || (name !== 'table' && hasHeaders(node.children));
  });
}

function hasSpread(attributes: Attributes): boolean {
  return Object.keys(attributes).some((name) => name.startsWith('...'));
}

function isHidden(attributes: Attributes): boolean {
  return (
    attributes['aria-hidden'] === 'true' ||
    attributes['aria-hidden'] === true ||
    attributes.hidden !== undefined ||
    /^(?:presentation|none)$/.test(String(attributes.role ?? ''))
  );
}
