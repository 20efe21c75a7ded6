/** Plain HTML elements, from Markdown and from tags: which may stand in a page, and what each needs. */
import { plainAttributes } from '../../../model/html-node.ts';
import { forbiddenElements, isDataScript } from '../../../shared/element-rules.ts';
import { urlScheme } from '../../../shared/url.ts';
import * as errors from '../errors.ts';
import { Code } from '../expressions/value.ts';
import { isExpression, type SyntaxNode, textOf } from '../parse/syntax-tree.ts';
import { adviseOnElement } from './accessibility.ts';
import type { BodyWriter } from './body.ts';
import { type Context, placeOf } from './context.ts';
import { type Attributes, type Entries, elementAttributes, rawHtmlOf, withoutParagraphs, wrap } from './element-attributes.ts';
import { evaluateExpression, textValue } from './expressions.ts';
import { writeHeading } from './headings.ts';
import { startTag, voidElements } from './html-attributes.ts';
import { writeImage } from './images.ts';
import { linkAttributes, resolveFile, resolveFrame } from './links.ts';

const blocks =
  /^(?:p|div|li|ul|ol|table|tr|td|th|blockquote|h[1-6]|section|pre|dl|dt|dd|figure|figcaption|hr|br|details|summary|header|footer|article)$/;
/** Elements that may hold no paragraph: Markdown puts one into them when their content stands on its own lines. */
const phrasingOnly = /^(?:p|span|h[1-6]|button|label|a|strong|em|b|i|small|sup|sub|summary|dt|kbd|code|mark|u)$/;
/**
 * `entries` are evaluated and not yet judged. What may not stand in a page is told (`mdx/forbidden-element`,
 * `mdx/raw-script`) and left out.
 */
export function writeElement(
  tag: string,
  entries: Entries,
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
    const [place, hint] = [placeOf(node, context), hintFor(name, entries)];
    context.page.tell(
      name.toLowerCase() === 'meta' ? errors.forbiddenMeta(place, hint) : errors.forbiddenElement(place, `<${name}>`, hint),
    );
  } else if (/^h[1-6]$/.test(name) && !isFootnoteLabel(entries)) writeHeading(Number(name[1]), entries, children, node, context, out);
  else writePlainElement(name, entries, children, node, context, out);
}

function writePlainElement(
  name: string,
  entries: Entries,
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
  if (typeof attributes.id === 'string') page.addId(attributes.id);
  adviseOnElement(name, attributes, children, node, context);

  const inner: Context = name === 'a' ? { ...context, inLink: true } : name === 'table' ? { ...context, inTable: true } : context;
  if (blocks.test(name)) page.addText('\n');
  if (voidElements.has(name)) writeVoid(name, attributes, out);
  else if (name === 'table' && !context.inTable) {
    out.element('div', '<div class="table-wrap">', { class: 'table-wrap' }, () =>
      wrap(name, attributes, out, () => context.lower(children, inner, out)),
    );
  } else {
    const content = phrasingOnly.test(name) ? withoutParagraphs(children) : children;
    wrap(name, attributes, out, () => context.lower(content, inner, out));
  }
  if (blocks.test(name)) page.addText('\n');
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

function isForbidden(tag: string, entries: Entries): boolean {
  const name = tag.toLowerCase();
  return forbiddenElements.has(name) || (name === 'meta' && entries.some(([key]) => /^http-?equiv$/i.test(key)));
}

/** `<meta http-equiv="refresh" content="0;url=/start">` sends readers on, which docs.json can do. */
function hintFor(tag: string, entries: Entries): string | undefined {
  const attribute = (wanted: RegExp) => entries.find(([name]) => wanted.test(name))?.[1];
  if (tag.toLowerCase() !== 'meta' || !/^refresh$/i.test(String(attribute(/^http-?equiv$/i)))) return undefined;
  const target = /url\s*=\s*["']?([^"'\s]+)/i.exec(String(attribute(/^content$/i)))?.[1];
  return `Remove the page, and name the redirect in docs.json${target === undefined ? '' : `: "destination": ${JSON.stringify(target)}`}`;
}

function isFootnoteLabel(entries: Entries): boolean {
  return entries.some(([name, value]) => name === 'id' && value === 'footnote-label');
}

function writeScript(entries: Entries, children: readonly SyntaxNode[], node: SyntaxNode, context: Context, out: BodyWriter): void {
  const own = entries.filter(([name]) => name !== 'dangerouslySetInnerHTML');
  const attributes = elementAttributes('script', own, node, context);
  const code = elementText(entries, children, context);
  const isData = isDataScript(attributes.type);
  if (!isData && code.trim() !== '') {
    context.page.tell(errors.rawScript(placeOf(node, context)));
    return;
  }
  if (typeof attributes.src === 'string') {
    resolveFile(attributes, 'script', node, context);
    if (urlScheme(attributes.src) === undefined && !attributes.src.startsWith('/')) return;
  } else if (!isData) return;
  // The only raw text element with the author's words in it: `</` and `<!--` must not end or hide it.
  out.html(`${startTag('script', plainOnly(attributes))}${isData ? code.replace(/</g, '\\u003c') : ''}</script>`);
}

function writeStyle(entries: Entries, children: readonly SyntaxNode[], context: Context, out: BodyWriter): void {
  const css = withoutMarkup(elementText(entries, children, context));
  context.page.inlineStyles.add(css);
  out.html(`<style>${css}</style>`);
}

/**
 * CSS with the same meaning in which no `<` can start a tag or a comment: in SVG and MathML, browsers read the content of `<style>` as
 * markup. Outside of text, a space does no harm (`400px <width`).
 */
function withoutMarkup(css: string): string {
  return css
    .replace(/<!--/g, '')
    .replace(/"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\/\*[\s\S]*?(?:\*\/|$)/g, (part) =>
      part.startsWith('/') ? part : part.replace(/\\?<(?=[a-z/!?])/gi, '\\3c '),
    )
    .replace(/\\?<(?=[a-z/!?])/gi, (sign) => (sign === '<' ? '< ' : '\\3c '));
}

/** What stands in a raw text element, as its children or as its inner HTML. */
function elementText(entries: Entries, children: readonly SyntaxNode[], context: Context): string {
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

function plainOnly(attributes: Attributes): Record<string, string | true> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => !(value instanceof Code))) as Record<string, string | true>;
}
