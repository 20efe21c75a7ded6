/**
 * The texts of API descriptions, Markdown → HTML. No JSX; tags that only shape text are tags, those of callouts too, any other is text. Links are
 * checked by scheme and opened like those of pages.
 */
import { addElement, addNode, type HtmlNode, plainAttributes, type ReadyHtml } from '../../model/html-node.ts';
import { escapeHtml } from '../../shared/html.ts';
import { isSafeUrl, opensNewTab } from '../../shared/url.ts';
import { readHtml } from '../components/markdown/html-tree.ts';
import { openEngine } from './parse/engines.ts';
import type { ElementNode, SyntaxNode } from './parse/syntax-tree.ts';
import { type Attributes, hasBlocks, SafeHtml, withOpenCallouts } from './safe-html.ts';
import { attributeName, attributeValue, startTag, voidElements } from './tree/html-attributes.ts';

/** Without options: blocks, links as written, the native engine. */
export interface MarkdownOptions {
  /** The inside of the one paragraph, for places that hold a line: titles, banners, table cells. */
  readonly inline?: boolean;
  /** Where a link leads; as written when absent. */
  readonly resolveHref?: (href: string) => string;
  readonly engine?: 'satteri' | 'mdx-js';
}

/**
 * Text without any sign of Markdown is not parsed: descriptions are mostly that. The result is safe whatever the text
 * holds; nothing is told of what was taken out.
 */
export function compileMarkdown(markdown: string, options: MarkdownOptions = {}): ReadyHtml {
  if (!/[^\w\s.,;:()'"/-]|\d\.|\n|^\s|^-|https?:|www\./.test(markdown)) {
    const html = escapeHtml(markdown);
    return options.inline
      ? { html, nodes: [markdown] }
      : { html: `<p>${html}</p>`, nodes: [{ tag: 'p', attributes: {}, children: [markdown] }] };
  }
  const { children } = openEngine(options.engine).parseText(withOpenCallouts(markdown));
  const blocks = children.filter((node) => !(node.type === 'text' && node.value.trim() === ''));
  const only = blocks[0];
  const isLine = options.inline && blocks.length === 1 && only?.type === 'element' && only.tagName === 'p';
  const nodes: HtmlNode[] = [];
  const html = serialize(isLine ? (only as ElementNode).children : children, options, nodes);
  // Tags that the author wrote into the text are known as text only.
  return { html, nodes: children.some(holdsTags) ? readHtml(html).children : nodes };
}

function holdsTags(node: SyntaxNode): boolean {
  return node.type === 'raw' || ('children' in node && node.children.some(holdsTags));
}

function serialize(nodes: readonly SyntaxNode[], options: MarkdownOptions, says: HtmlNode[]): string {
  let html = '';
  let safe: SafeHtml | undefined;
  for (const node of nodes) {
    if (node.type === 'text') {
      html += escapeHtml(node.value);
      addNode(says, node.value);
    } else if (node.type === 'raw') {
      safe ??= new SafeHtml((tag, attributes) => checkAddresses(tag, attributes, options));
      html += safe.piece(node.value ?? '');
    } else if (node.type === 'element') html += serializeElement(node, options, says);
  }
  return html + (safe?.end() ?? '');
}

function serializeElement(element: ElementNode, options: MarkdownOptions, says: HtmlNode[]): string {
  const { tagName, properties, children } = element;
  const attributes: Attributes = {};
  for (const [key, value] of Object.entries(properties)) {
    const name = attributeName(key);
    const text = name && attributeValue(name, value);
    if (name && text !== undefined) attributes[name] = text;
  }
  checkAddresses(tagName, attributes, options);
  const holdsBlocks = tagName === 'p' && children.some((node) => node.type === 'raw' && hasBlocks(node.value ?? ''));
  const tag = holdsBlocks ? 'div' : tagName;
  const open = startTag(tag, attributes);
  const inside: HtmlNode[] = [];
  const html = voidElements.has(tag) ? open : `${open}${serialize(children, options, inside)}</${tag}>`;
  if (tag !== 'table') {
    addElement(says, tag, plainAttributes(attributes), inside);
    return html;
  }
  const table: HtmlNode[] = [];
  addElement(table, tag, plainAttributes(attributes), inside);
  addElement(says, 'div', { class: 'table-wrap' }, table);
  return `<div class="table-wrap">${html}</div>`;
}

/** Takes out addresses that run scripts, leads the others where they belong, and opens those elsewhere in a new tab. */
function checkAddresses(tagName: string, attributes: Attributes, { resolveHref }: MarkdownOptions): void {
  for (const name of ['href', 'src']) {
    const url = attributes[name];
    if (url === undefined) continue;
    if (url === true || !isSafeUrl(url, tagName === 'img')) delete attributes[name];
    else if (name === 'href') attributes.href = resolveHref?.(url) ?? url;
  }
  if (typeof attributes.href === 'string' && opensNewTab(attributes.href))
    Object.assign(attributes, { target: '_blank', rel: 'noopener noreferrer' });
}

/** The addresses of links in a Markdown text, those in its HTML too, as written. */
export function linksInMarkdown(markdown: string): string[] {
  const found: string[] = [];
  compileMarkdown(markdown, {
    resolveHref: (href) => {
      found.push(href);
      return href;
    },
  });
  return found;
}
