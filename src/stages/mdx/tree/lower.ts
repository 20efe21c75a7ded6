/**
 * Converts the parser's tree to the body: text and plain elements become HTML text, capitalized tags become
 * components, expressions their values.
 */
import { escapeContent } from '../../../shared/html.ts';
import { styleObject } from '../../../shared/style-text.ts';
import { styleString } from '../advice.ts';
import * as errors from '../errors.ts';
import { isExpression, isJsx, type JsxNode, type SyntaxNode } from '../parse/syntax-tree.ts';
import type { BodyWriter } from './body.ts';
import { writeCodeBlock } from './code-blocks.ts';
import { writeComponent } from './components.ts';
import { type Context, locationOf } from './context.ts';
import { jsxAttributes } from './element-attributes.ts';
import { writeElement } from './elements.ts';
import { evaluateContent, writeValue } from './expressions.ts';
import { writeMath } from './math.ts';

/** `parse/nesting-limit.ts` bounds the recursion. */
export function lower(nodes: readonly SyntaxNode[], context: Context, out: BodyWriter): void {
  for (const [index, node] of nodes.entries()) {
    lowerOne(node, context, out);
    if (joinsCode(nodes, index)) out.html('<wbr>', { tag: 'wbr', attributes: {}, children: [] });
  }
}

/** The slash of `a`/`b`: browsers do not break lines there. */
function joinsCode(nodes: readonly SyntaxNode[], index: number): boolean {
  const node = nodes[index] as SyntaxNode;
  return node.type === 'text' && /^[/|,;+]$/.test(node.value) && isCode(nodes[index - 1]) && isCode(nodes[index + 1]);
}

function isCode(node: SyntaxNode | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'code';
}

function lowerOne(node: SyntaxNode, context: Context, out: BodyWriter): void {
  if (node.type === 'text') {
    context.page.addText(node.value);
    out.html(escapeContent(node.value), node.value);
  } else if (node.type === 'element') {
    if (node.tagName === 'pre' && writeCodeBlock(node, context, out)) return;
    if (node.tagName === 'code' && writeMath(node, context, out)) return;
    writeElement(node.tagName, Object.entries(node.properties), node.children, node, context, out);
  } else if (isJsx(node)) {
    checkStyle(node, context);
    if (node.name === null) lower(node.children, context, out);
    else if (isComponentName(node.name, context)) writeComponent(node, node.name, context, out);
    else {
      reportLowerCaseTag(node, node.name, context);
      writeElement(node.name, jsxAttributes(node, context), node.children, node, context, out);
    }
  } else if (isExpression(node)) {
    writeValue(evaluateContent(node.value, node, context), context, out, node.value);
  }
}

/** Advises once for each page. Plain Markdown contains HTML, where text is right. */
function checkStyle(node: JsxNode, context: Context): void {
  if (!context.module.file.endsWith('.mdx')) return;
  const style = node.attributes.find((attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === 'style');
  if (typeof style?.value !== 'string') return;
  const { text, locate } = context.module.parsed;
  const start = node.position?.start.offset ?? 0;
  const match = /\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/.exec(text.slice(start, node.position?.end.offset));
  if (!match) return;
  const written = match[0].trimStart();
  const at = locate(start + match.index + match[0].length - written.length, written.length);
  context.page.adviseOnce('style', () => styleString(at, written, styleObject(style.value as string)));
}

/** `Card`, `Tree.File`, and names that the page defines; `info`, `x-y` are elements. */
function isComponentName(name: string, context: Context): boolean {
  return /^[A-Z$_]/.test(name) || name.includes('.') || (context.scope.names.has(name) && !/^[a-z]/.test(name));
}

/** Reports lower-case tags that name an import or a built-in component: MDX reads every lower-case tag as HTML. */
function reportLowerCaseTag(node: JsxNode, name: string, context: Context): void {
  const location = () => locationOf(node, context, name.length + 1);
  const binding = context.scope.names.get(name);
  const isEmpty = node.children.length === 0;
  if (binding !== undefined && binding.kind !== 'value' && (isEmpty || !htmlNames.has(name))) {
    const better = name.charAt(0).toUpperCase() + name.slice(1);
    context.page.reportOnce(`lower case ${name}`, () => errors.lowerCaseImport(location(), name, better));
    return;
  }
  if (htmlNames.has(name)) return;
  const plain = name.replaceAll('-', '').toLowerCase();
  const component = [...context.services.components].find((known) => known.toLowerCase() === plain);
  if (component !== undefined) context.page.reportOnce(`lower case ${name}`, () => errors.lowerCaseComponent(location(), name, component));
}

/** HTML and SVG elements with names similar to a component or a typical import. */
const htmlNames = new Set(
  `a abbr address area article aside audio b bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist
  dd del details dfn dialog div dl dt em fieldset figcaption figure footer form frame h1 h2 h3 h4 h5 h6 head header hgroup hr html i
  iframe image img input ins kbd label legend li link main map mark menu meta meter nav noscript ol optgroup option output p
  picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub summary sup svg
  table tbody td template text textarea tfoot th thead time title tr track u ul use var video view wbr`.split(/\s+/),
);
