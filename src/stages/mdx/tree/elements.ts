/** HTML elements from Markdown and from tags: which are allowed, and how each is written. */
import { plainAttributes } from '../../../model/html-node.ts';
import { forbiddenElements, isDataScript } from '../../../shared/element-rules.ts';
import { urlScheme } from '../../../shared/url.ts';
import * as errors from '../errors.ts';
import { Code } from '../expressions/value.ts';
import { isExpression, isJsx, type SyntaxNode, textOf } from '../parse/syntax-tree.ts';
import { checkElement } from './accessibility.ts';
import type { BodyWriter } from './body.ts';
import { type Context, locationOf } from './context.ts';
import {
  type AttributeEntries,
  type Attributes,
  elementAttributes,
  rawHtmlOf,
  withoutParagraphs,
  writeAround,
} from './element-attributes.ts';
import { evaluateExpression, textValue } from './expressions.ts';
import { writeHeading } from './headings.ts';
import { startTag, voidElements } from './html-attributes.ts';
import { writeImage } from './images.ts';
import { linkAttributes, resolveFile, resolveFrame } from './links.ts';

const blockElements =
  /^(?:p|div|li|ul|ol|table|tr|td|th|blockquote|h[1-6]|section|pre|dl|dt|dd|figure|figcaption|hr|br|details|summary|header|footer|article)$/;
/** Elements that cannot contain paragraphs, although Markdown creates one if their content is on separate lines. */
const phrasingOnly = /^(?:p|span|h[1-6]|button|label|a|strong|em|b|i|small|sup|sub|summary|dt|kbd|code|mark|u)$/;
/**
 * `entries` are evaluated but not checked. Forbidden elements are reported (`mdx/forbidden-element`,
 * `mdx/raw-script`) and omitted.
 */
export function writeElement(
  tag: string,
  entries: AttributeEntries,
  children: readonly SyntaxNode[],
  node: SyntaxNode,
  context: Context,
  out: BodyWriter,
): void {
  const name = tag.toLowerCase() === 'img' ? 'img' : tag;
  if (name === 'img') writeImage(entries, node, context, out);
  else if (name === 'script') writeScript(entries, children, node, context, out);
  else if (name === 'style') writeStyle(entries, children, context, out);
  else if (isForbidden(name, entries)) {
    const [location, hint] = [locationOf(node, context), hintFor(name, entries)];
    context.page.report(
      name.toLowerCase() === 'meta' ? errors.forbiddenMeta(location, hint) : errors.forbiddenElement(location, `<${name}>`, hint),
    );
  } else if (/^h[1-6]$/.test(name) && !isFootnoteLabel(entries)) writeHeading(Number(name[1]), entries, children, node, context, out);
  else writePlainElement(name, entries, children, node, context, out);
}

function writePlainElement(
  name: string,
  entries: AttributeEntries,
  children: readonly SyntaxNode[],
  node: SyntaxNode,
  context: Context,
  out: BodyWriter,
): void {
  const { page } = context;
  const attributes = elementAttributes(name, entries, node, context);
  if (name === 'a') Object.assign(attributes, linkAttributes(attributes, node, context));
  else if (name === 'iframe') resolveFrame(attributes, node, context);
  else if (/^(?:video|audio|source|track)$/.test(name)) resolveFile(attributes, 'media', node, context);
  else if (name === 'input' && attributes.type === 'checkbox' && !attributes['aria-label'])
    attributes['aria-label'] = attributes.checked ? 'Done' : 'To do';
  if (typeof attributes.id === 'string') addId(attributes.id, node, context);
  checkElement(name, attributes, children, node, context);

  const inner: Context = name === 'a' ? { ...context, inLink: true } : name === 'table' ? { ...context, inTable: true } : context;
  if (blockElements.test(name)) page.addText('\n');
  if (voidElements.has(name)) writeVoid(name, attributes, out);
  else if (name === 'table' && !context.inTable) {
    out.element('div', '<div class="table-wrap">', { class: 'table-wrap' }, () =>
      writeAround(name, attributes, out, () => context.lower(children, inner, out)),
    );
  } else {
    const content = phrasingOnly.test(name) ? withoutParagraphs(children) : children;
    writeAround(name, attributes, out, () => context.lower(content, inner, out));
  }
  if (blockElements.test(name)) page.addText('\n');
}

/** Footnotes and snippets may occur more than once. */
function addId(id: string, node: SyntaxNode, context: Context): void {
  const { page, module, pageFile } = context;
  if (isJsx(node) && page.hasId(id) && module.file === pageFile)
    page.report(errors.duplicateId(locationOf(node, context, 1), id, undefined));
  page.addId(id);
}

function writeVoid(tag: string, attributes: Attributes, out: BodyWriter): void {
  if (Object.values(attributes).some((value) => value instanceof Code)) out.push({ type: 'element', tag, attributes, children: [] });
  else
    out.html(startTag(tag, attributes as Record<string, string | true>), {
      tag: tag.toLowerCase(),
      attributes: plainAttributes(attributes),
      children: [],
    });
}

function isForbidden(tag: string, entries: AttributeEntries): boolean {
  const name = tag.toLowerCase();
  return forbiddenElements.has(name) || (name === 'meta' && entries.some(([key]) => /^http-?equiv$/i.test(key)));
}

/** `<meta http-equiv="refresh" content="0;url=/start">` is a redirect, which docs.json supports. */
function hintFor(tag: string, entries: AttributeEntries): string | undefined {
  const attribute = (wanted: RegExp) => entries.find(([name]) => wanted.test(name))?.[1];
  if (tag.toLowerCase() !== 'meta' || !/^refresh$/i.test(String(attribute(/^http-?equiv$/i)))) return undefined;
  const target = /url\s*=\s*["']?([^"'\s]+)/i.exec(String(attribute(/^content$/i)))?.[1];
  return `remove the page, and add the redirect to docs.json${target === undefined ? '' : `: "destination": ${JSON.stringify(target)}`}`;
}

function isFootnoteLabel(entries: AttributeEntries): boolean {
  return entries.some(([name, value]) => name === 'id' && value === 'footnote-label');
}

function writeScript(
  entries: AttributeEntries,
  children: readonly SyntaxNode[],
  node: SyntaxNode,
  context: Context,
  out: BodyWriter,
): void {
  const own = entries.filter(([name]) => name !== 'dangerouslySetInnerHTML');
  const attributes = elementAttributes('script', own, node, context);
  const code = elementText(entries, children, context);
  const isData = isDataScript(attributes.type);
  if (!isData && code.trim() !== '') {
    context.page.report(errors.rawScript(locationOf(node, context)));
    return;
  }
  if (typeof attributes.src === 'string') {
    resolveFile(attributes, 'script', node, context);
    if (urlScheme(attributes.src) === undefined && !attributes.src.startsWith('/')) return;
  } else if (!isData) return;
  // The only raw text element that contains the author's text: `</` and `<!--` must not end or hide it.
  out.html(`${startTag('script', staticAttributes(attributes))}${isData ? code.replace(/</g, '\\u003c') : ''}</script>`);
}

function writeStyle(entries: AttributeEntries, children: readonly SyntaxNode[], context: Context, out: BodyWriter): void {
  const css = escapeStyle(elementText(entries, children, context));
  context.page.inlineStyles.add(css);
  out.html(`<style>${css}</style>`);
}

/**
 * Equivalent CSS in which no `<` can start a tag or a comment: in SVG and MathML, browsers parse the content of
 * `<style>` as markup. Outside of strings, a space is harmless (`400px <width`).
 */
function escapeStyle(css: string): string {
  return css
    .replace(/<!--/g, '')
    .replace(/"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\/\*[\s\S]*?(?:\*\/|$)/g, (part) =>
      part.startsWith('/') ? part : part.replace(/\\?<(?=[a-z/!?])/gi, '\\3c '),
    )
    .replace(/\\?<(?=[a-z/!?])/gi, (sign) => (sign === '<' ? '< ' : '\\3c '));
}

/** The content of a raw text element, from its children or its inner HTML. */
function elementText(entries: AttributeEntries, children: readonly SyntaxNode[], context: Context): string {
  const inner = entries.find(([name]) => name === 'dangerouslySetInnerHTML');
  return (inner && rawHtmlOf(inner[1])) ?? rawText(children, context);
}

function rawText(children: readonly SyntaxNode[], context: Context): string {
  return children
    .map((child) => {
      if (isExpression(child)) return textValue(evaluateExpression(child.value, child, context)) ?? '';
      return textOf([child]);
    })
    .join('');
}

function staticAttributes(attributes: Attributes): Record<string, string | true> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => !(value instanceof Code))) as Record<string, string | true>;
}
