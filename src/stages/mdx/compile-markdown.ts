/**
 * Text in API descriptions, Markdown → HTML. No JSX. Formatting tags and callouts are supported; other tags are
 * shown as text, or removed if they are components of another tool around some text. Links are checked by scheme and get
 * the same attributes as those of pages.
 */
import { addElement, addNode, type HtmlNode, plainAttributes, type ReadyHtml } from '../../model/html-node.ts';
import { escapeHtml } from '../../shared/html.ts';
import { isSafeUrl, opensNewTab } from '../../shared/url.ts';
import { readHtml } from '../components/markdown/html-tree.ts';
import { parseEffort } from './parse/bounded-engine.ts';
import { openEngine } from './parse/engines.ts';
import { findNestingProblem } from './parse/nesting-limit.ts';
import type { ElementNode, SyntaxNode } from './parse/syntax-tree.ts';
import { type Attributes, hasBlocks, SafeHtml, separateCallouts, withoutWrappers } from './safe-html.ts';
import { attributeName, attributeValue, startTag, voidElements } from './tree/html-attributes.ts';

/** By default: block content, unchanged links, the native engine. */
export interface MarkdownOptions {
  /** Returns the content of a single paragraph, for one-line contexts: titles, banners, table cells. */
  readonly inline?: boolean;
  /** Maps a link to its URL; unchanged if absent. */
  readonly resolveHref?: (href: string) => string;
  /** The level (1 to 6) of the highest heading of the text where it is inserted; higher ones move down with all others. */
  readonly firstHeading?: number;
  readonly engine?: 'satteri' | 'mdx-js';
}

/** About 3,000 tags, braces, asterisks or dollar signs in one paragraph. */
const maxEffort = 1e7;
/** Levels of lists and quotes. */
const maxNesting = 100;

/**
 * Text without Markdown syntax, the most frequent case, is not parsed. A text that would take the parser too long, or is nested too
 * deeply, is shown without its formatting. The result is always safe HTML; removed parts are not reported.
 */
export function compileMarkdown(markdown: string, options: MarkdownOptions = {}): ReadyHtml {
  if (!/[^\w\s.,;:()'"/-]|\d\.|\n|^\s|^-|https?:|www\./.test(markdown)) {
    const html = escapeHtml(markdown);
    return options.inline
      ? { html, nodes: [markdown] }
      : { html: `<p>${html}</p>`, nodes: [{ tag: 'p', attributes: {}, children: [markdown] }] };
  }
  const text = separateCallouts(withoutWrappers(markdown));
  const isTooLarge = parseEffort(text).effort > maxEffort || findNestingProblem(text, maxNesting) !== undefined;
  const children: SyntaxNode[] = isTooLarge ? [{ type: 'text', value: markdown }] : openEngine(options.engine).parseText(text).children;
  const blocks = children.filter((node) => !(node.type === 'text' && node.value.trim() === ''));
  const only = blocks[0];
  const isLine = options.inline && blocks.length === 1 && only?.type === 'element' && only.tagName === 'p';
  const nodes: HtmlNode[] = [];
  const down = Math.max(0, (options.firstHeading ?? 1) - highestHeading(children));
  const shown = down === 0 ? children : children.map((node) => withLowerHeadings(node, down));
  const html = serialize(isLine ? (only as ElementNode).children : shown, options, nodes);
  // Tags in the text exist only as HTML text and must be parsed.
  return { html, nodes: children.some(containsRawHtml) ? readHtml(html).children : nodes };
}

const headingTag = /^h([1-6])$/;

/** The level of the highest heading; 6 if there is none. */
function highestHeading(nodes: readonly SyntaxNode[]): number {
  return nodes.reduce((highest, node) => {
    if (node.type !== 'element') return highest;
    const level = Number(headingTag.exec(node.tagName)?.[1] ?? highestHeading(node.children));
    return Math.min(highest, level);
  }, 6);
}

function withLowerHeadings(node: SyntaxNode, down: number): SyntaxNode {
  if (node.type !== 'element') return node;
  const level = headingTag.exec(node.tagName)?.[1];
  if (level !== undefined) return { ...node, tagName: `h${Math.min(6, Number(level) + down)}` };
  return { ...node, children: node.children.map((child) => withLowerHeadings(child, down)) };
}

function containsRawHtml(node: SyntaxNode): boolean {
  return node.type === 'raw' || ('children' in node && node.children.some(containsRawHtml));
}

function serialize(nodes: readonly SyntaxNode[], options: MarkdownOptions, output: HtmlNode[]): string {
  let html = '';
  let safe: SafeHtml | undefined;
  for (const node of nodes) {
    if (node.type === 'text') {
      html += escapeHtml(node.value);
      addNode(output, node.value);
    } else if (node.type === 'raw') {
      safe ??= new SafeHtml((tag, attributes) => checkAddresses(tag, attributes, options));
      html += safe.piece(node.value ?? '');
    } else if (node.type === 'element') html += serializeElement(node, options, output);
  }
  return html + (safe?.end() ?? '');
}

function serializeElement(element: ElementNode, options: MarkdownOptions, output: HtmlNode[]): string {
  const { tagName, properties, children } = element;
  const attributes: Attributes = {};
  for (const [key, value] of Object.entries(properties)) {
    const name = attributeName(key);
    const text = name && attributeValue(name, value);
    if (name && text !== undefined) attributes[name] = text;
  }
  checkAddresses(tagName, attributes, options);
  const containsBlocks = tagName === 'p' && children.some((node) => node.type === 'raw' && hasBlocks(node.value ?? ''));
  const tag = containsBlocks ? 'div' : tagName;
  const open = startTag(tag, attributes);
  const innerNodes: HtmlNode[] = [];
  const html = voidElements.has(tag) ? open : `${open}${serialize(children, options, innerNodes)}</${tag}>`;
  if (tag !== 'table') {
    addElement(output, tag, plainAttributes(attributes), innerNodes);
    return html;
  }
  const table: HtmlNode[] = [];
  addElement(table, tag, plainAttributes(attributes), innerNodes);
  addElement(output, 'div', { class: 'table-wrap' }, table);
  return `<div class="table-wrap">${html}</div>`;
}

/** Removes URLs that run scripts, resolves the others, and opens external links in a new tab. */
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

/** The URLs of links in a Markdown text, including those in its HTML, as written. */
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
