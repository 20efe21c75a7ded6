/**
 * What keeps readers out, seen in the source: images without words, links that say nothing, headings that skip, tables
 * without headers. What a page computes is not known here, and is not judged.
 */

import { oneLine } from '../../../model/shorten.ts';
import { isExternal } from '../../../shared/url.ts';
import * as advice from '../advice.ts';
import { isExpression, isJsx, type SyntaxNode } from '../parse/syntax-tree.ts';
import { type Context, placeOf } from './context.ts';
import type { Attributes } from './element-attributes.ts';

type Owner = Pick<SyntaxNode, 'position'>;

/** `attributes` as they will stand in the page; what has a spread or is hidden from readers is not judged. */
export function adviseOnAlt(attributes: Attributes, node: Owner, context: Context): void {
  const { alt, src } = attributes;
  if (hasSpread(attributes) || isHidden(attributes)) return;
  const shown = typeof src === 'string' ? src : 'computed';
  // JSX: `alt` alone is no text, and reads as one that was forgotten.
  if (alt === undefined && attributes['aria-label'] === undefined && attributes['aria-labelledby'] === undefined)
    context.page.advise(advice.altMissing(placeOf(node, context), shown));
  else if (typeof alt === 'string' && /^[\w%@ .:()-]+\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(alt.trim()))
    context.page.advise(advice.altIsFileName(placeOf(node, context), alt));
}

/** Called for images that have no width or height and could not be measured. */
export function adviseOnSize(attributes: Attributes, isThere: boolean, node: Owner, context: Context): void {
  const { src, style } = attributes;
  if (typeof src !== 'string' || hasSpread(attributes) || /^data:/i.test(src)) return;
  // Whether a file is there at all is another question; a badge of some line height moves nothing.
  if ((!isThere && !isExternal(src)) || /badge|shields\.io/i.test(src)) return;
  const isStyled = style !== undefined && (typeof style !== 'string' || /(?:^|[;\s])(?:height|aspect-ratio)\s*:/.test(style));
  if (!isStyled) context.page.advise(advice.imageWithoutSize(placeOf(node, context), src));
}

/** To be called before the heading is added to the page: it is measured by the last one. `text` is what a reader sees of it. */
export function adviseOnHeading(depth: number, text: string, node: Owner, context: Context): void {
  const { page } = context;
  const before = page.headings.at(-1)?.depth ?? 1;
  const at = placeOf(node, context);
  if (depth === 1) page.titles.push(at);
  if (text === '' && !page.isProgram) page.advise(advice.headingWithoutText(at));
  // A snippet does not know after which heading it is shown.
  else if (depth > before + 1 && at.file === context.pageFile) page.advise(advice.headingSkips(at, depth, before));
}

/** Links and tables; other elements have nothing that is judged. */
export function adviseOnElement(
  name: string,
  attributes: Attributes,
  children: readonly SyntaxNode[],
  node: SyntaxNode,
  context: Context,
): void {
  if (hasSpread(attributes) || isHidden(attributes) || attributes.dangerouslySetInnerHTML !== undefined) return;
  if (name === 'a') adviseOnLink(attributes, children, node, context);
  else if (
    name === 'table' &&
    !context.inTable &&
    attributes.role !== 'presentation' &&
    attributes.role !== 'none' &&
    !hasHeaders(children)
  )
    context.page.advise(advice.tableWithoutHeaders(placeOf(node, context)));
}

/** Alone, out of their sentence, as a screen reader lists links. */
const vague = new Set([
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

function adviseOnLink(attributes: Attributes, children: readonly SyntaxNode[], node: SyntaxNode, context: Context): void {
  const { href } = attributes;
  if (typeof href !== 'string' || attributes['aria-label'] !== undefined || attributes['aria-labelledby'] !== undefined) return;
  const written = wordsOf(children);
  if (written === undefined) return;
  const words = oneLine(written);
  if (words === '') {
    if (attributes.title === undefined) context.page.advise(advice.linkWithoutText(placeOf(node, context), href));
  } else if (
    vague.has(
      words
        .toLowerCase()
        .replace(/[.:!→»>]+$/, '')
        .trim(),
    )
  )
    context.page.advise(advice.linkTextSaysNothing(placeOf(node, context), words));
}

/** The words that a link is read out with; undefined when code or a component decides. */
function wordsOf(nodes: readonly SyntaxNode[]): string | undefined {
  let words = '';
  for (const node of nodes) {
    if (node.type === 'text') words += node.value;
    else if (isExpression(node)) {
      if (!/^\s*(?:\/\*[\s\S]*\*\/)?\s*$/.test(node.value)) return undefined;
    } else if (node.type === 'element' || isJsx(node)) {
      const own = node.type === 'element' ? elementText(node.tagName, node.properties) : jsxWords(node);
      if (own === undefined) return undefined;
      const inner = wordsOf(node.children);
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

function jsxWords(node: Extract<SyntaxNode, { readonly attributes: unknown }>): string | undefined {
  const name = node.name ?? '';
  if (/^[A-Z]|\./.test(name)) return undefined;
  if (node.attributes.some((attribute) => attribute.type !== 'mdxJsxAttribute' || /^aria-label/i.test(attribute.name))) return undefined;
  const alt = node.attributes.find((attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === 'alt');
  if (alt !== undefined && typeof alt.value !== 'string') return undefined;
  return elementText(name, { alt: alt?.value });
}

/** Whether any header cell has words. A table inside is a table of its own. */
function hasHeaders(nodes: readonly SyntaxNode[]): boolean {
  return nodes.some((node) => {
    if (isExpression(node) && node.value.trim() !== '') return true;
    if (node.type !== 'element' && !isJsx(node)) return false;
    const name = node.type === 'element' ? node.tagName : (node.name ?? '');
    if (name === 'th') return wordsOf(node.children)?.trim() !== '';
    // A component may hold them.
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
