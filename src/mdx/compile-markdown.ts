/**
 * Markdown outside pages (banners, texts of API descriptions) → HTML. No JSX and no author HTML: what looks like a tag is
 * text. Links are checked by scheme and opened like those of pages.
 */
import { escapeHtml } from '../contract/html.ts';
import { isSafeUrl, opensNewTab } from '../contract/url.ts';
import { openEngine } from './parse/engines.ts';
import type { ElementNode, SyntaxNode } from './parse/syntax-tree.ts';
import { attributeName, attributeValue, startTag, voidElements } from './tree/html-attributes.ts';

export interface MarkdownOptions {
  /** The inside of the one paragraph, for places that hold a line: titles, banners, table cells. */
  readonly inline?: boolean;
  /** Where a link leads; as written when absent. */
  readonly resolveHref?: (href: string) => string;
  readonly engine?: 'satteri' | 'mdx-js';
}

export function compileMarkdown(markdown: string, options: MarkdownOptions = {}): string {
  if (!/[^\w\s.,;:()'"/-]|\d\.|\n|^\s|^-|https?:|www\./.test(markdown))
    return options.inline ? escapeHtml(markdown) : `<p>${escapeHtml(markdown)}</p>`;
  const { children } = openEngine(options.engine).parseText(markdown);
  const blocks = children.filter((node) => !(node.type === 'text' && node.value.trim() === ''));
  const only = blocks[0];
  const isLine = options.inline && blocks.length === 1 && only?.type === 'element' && only.tagName === 'p';
  return serialize(isLine ? (only as ElementNode).children : children, options);
}

function serialize(nodes: readonly SyntaxNode[], options: MarkdownOptions): string {
  let html = '';
  for (const node of nodes) {
    if (node.type === 'text' || node.type === 'raw') html += escapeHtml(node.value ?? '');
    else if (node.type === 'element') html += serializeElement(node, options);
  }
  return html;
}

function serializeElement({ tagName, properties, children }: ElementNode, options: MarkdownOptions): string {
  const attributes: Record<string, string | true> = {};
  for (const [key, value] of Object.entries(properties)) {
    const name = attributeName(key);
    const text = name && attributeValue(name, value);
    if (name && text !== undefined) attributes[name] = text;
  }
  for (const name of ['href', 'src']) {
    const url = attributes[name];
    if (typeof url !== 'string') continue;
    if (!isSafeUrl(url, tagName === 'img')) delete attributes[name];
    else if (name === 'href') attributes.href = options.resolveHref?.(url) ?? url;
  }
  if (typeof attributes.href === 'string' && opensNewTab(attributes.href))
    Object.assign(attributes, { target: '_blank', rel: 'noopener noreferrer' });
  const open = startTag(tagName, attributes);
  if (voidElements.has(tagName)) return open;
  const html = `${open}${serialize(children, options)}</${tagName}>`;
  return tagName === 'table' ? `<div class="table-wrap">${html}</div>` : html;
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
