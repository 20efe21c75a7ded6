/**
 * Parses HTML for which no tree exists: output of page code (`PageBuilder`), and tags in the text of API
 * descriptions. One pass without recursion; unbalanced tags are tolerated.
 */

import type { HtmlElement, HtmlNode } from '../../../model/html-node.ts';
import { decodeReferences } from '../../../shared/character-references.ts';
import { readPartMark } from '../../../shared/components/content-parts.ts';
import { componentClass } from '../component-classes.ts';
import { type ComponentClass, controlClasses } from '../registry.ts';

export type { HtmlElement, HtmlNode } from '../../../model/html-node.ts';

const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const rawTags = new Set(['script', 'style']);
const tags = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
/** Deeper elements become children of the deepest allowed element. */
const maxDepth = 200;

/** Never fails. Scripts and styles are left out; `pre` contains only text. */
export function readHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: {}, children: [] };
  const open: HtmlElement[] = [root];
  const add = (node: HtmlNode) => (open[Math.min(open.length, maxDepth) - 1] as HtmlElement).children.push(node);
  const enter = (element: HtmlElement) => {
    add(element);
    open.push(element);
  };
  const leave = (tag: string) => {
    const index = open.findLastIndex((element) => element.tag === tag);
    if (index > 0) open.length = index;
  };
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start !== at) add(decodeReferences(html.slice(at, start < 0 ? html.length : start)));
    if (start < 0) break;
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4);
      // Content parts are read as elements: `<!--agents-->…<!--/agents-->` is `{tag: '!agents'}`.
      const mark = readPartMark(html.slice(start + 4, end < 0 ? start + 4 : end));
      if (mark?.at === 'start') enter({ tag: `!${mark.kind}`, attributes: {}, children: [] });
      else if (mark) leave(`!${mark.kind}`);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const name = tagName(html, start + 1);
    if (name === '') {
      add('<');
      at = start + 1;
      continue;
    }
    if (name.startsWith('/')) {
      leave(name.slice(1).toLowerCase());
      at = indexAfter(html, html.indexOf('>', start));
      continue;
    }
    const tag = name.toLowerCase();
    const { attributes, end, isClosed } = readAttributes(html, start + 1 + name.length);
    const element = { tag, attributes, children: [] };
    at = end;
    if (rawTags.has(tag)) {
      const close = html.indexOf(`</${tag}`, at);
      at = close < 0 ? html.length : indexAfter(html, html.indexOf('>', close));
    } else if (tag === 'pre') {
      // A highlighted code block has about a hundred elements, of which only the text matters.
      const close = html.indexOf('</pre', at);
      const inside = html.slice(at, close < 0 ? html.length : close);
      add({ ...element, children: [decodeReferences(preformatted(inside))] });
      at = close < 0 ? html.length : indexAfter(html, html.indexOf('>', close));
    } else if (isClosed || voidTags.has(tag)) add(element);
    else enter(element);
  }
  return root;
}

/** Block tags in an author's `<pre>`: MDX turns a blank line into paragraphs, which only their tags separate. */
const blockTags = /(?:\s*<\/?(?:p|div|[ou]l|li|h[1-6]|blockquote)(?=[\s>])[^>]*>)+\n*/g;

/** The text of the content of a `<pre>`, before character references are decoded. */
function preformatted(inside: string): string {
  const lines = /<(?:p|div|[ou]l|h[1-6]|blockquote|br)[\s/>]/.test(inside)
    ? inside
        .replace(/<br(?=[\s/>])[^>]*>\n?/g, '\n')
        .replace(blockTags, '\n\n')
        .replace(/^\n+|\n+$/g, '')
    : inside;
  return lines.replace(tags, '');
}

/** Whether this is the named part of a component. An author's element with the same class is not. */
export function hasClass(element: HtmlElement, name: ComponentClass): boolean {
  const names = element.attributes.class;
  return names?.startsWith(name) === true && componentClass(names) === name;
}

const textlessTags = new Set(['template', 'input', 'noscript', 'wbr']);

/** Elements without text content. */
export function hasNoText(node: HtmlElement): boolean {
  if (textlessTags.has(node.tag)) return true;
  const names = node.attributes.class;
  return names !== undefined && controlClasses.has(componentClass(names));
}

/** The text content, without purely graphical elements. */
export function textOf(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'svg') return svgText(node);
  if (hasNoText(node)) return '';
  return node.children.map(textOf).join('');
}

const svgTexts = new Set(['text', 'title', 'desc', 'foreignobject']);

/** The text in an SVG image; empty for most icons. */
export function svgText(svg: HtmlElement): string {
  const texts: string[] = [];
  const walk = (node: HtmlNode) => {
    if (typeof node === 'string') return;
    if (svgTexts.has(node.tag)) texts.push(node.children.map(textOf).join('').trim());
    else node.children.forEach(walk);
  };
  svg.children.forEach(walk);
  return texts.filter(Boolean).join(' ');
}

/** The first descendant with the class, depth-first. */
export function find(node: HtmlElement, name: ComponentClass): HtmlElement | undefined {
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    const found = hasClass(child, name) ? child : find(child, name);
    if (found) return found;
  }
  return undefined;
}

/** All such descendants in order, without those inside another match. */
export function findAll(node: { readonly children: readonly HtmlNode[] }, name: ComponentClass): HtmlElement[] {
  return node.children.flatMap((child) => (typeof child === 'string' ? [] : hasClass(child, name) ? [child] : findAll(child, name)));
}

/** The first descendant with the tag, in document order. */
export function findTag(node: HtmlElement, tag: string): HtmlElement | undefined {
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    const found = child.tag === tag ? child : findTag(child, tag);
    if (found) return found;
  }
  return undefined;
}
/** False for text. */
export function isTag(node: HtmlNode, tag: string): node is HtmlElement {
  return typeof node !== 'string' && node.tag === tag;
}

/** `hasClass` for a node that may be text. */
export function isPart(node: HtmlNode, name: ComponentClass): node is HtmlElement {
  return typeof node !== 'string' && hasClass(node, name);
}

/** Sticky patterns, used with `lastIndex`. */
const slashAndName = /\/?[a-z][^\s/>]*/iy;
const whitespace = /\s*/y;
const attributeName = /[^\s=>/]*/y;
const unquotedValue = /[^\s>]*/y;

/** The end of the match of `pattern` at an offset. */
function skip(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(html) ? pattern.lastIndex : from;
}

function tagName(html: string, from: number): string {
  return html.slice(from, skip(slashAndName, html, from));
}

function readAttributes(html: string, from: number): { attributes: Record<string, string>; end: number; isClosed: boolean } {
  const attributes: Record<string, string> = Object.create(null);
  let at = from;
  for (;;) {
    at = skip(whitespace, html, at);
    const character = html[at];
    if (character === undefined) return { attributes, end: at, isClosed: false };
    if (character === '>') return { attributes, end: at + 1, isClosed: false };
    if (character === '/') {
      at++;
      if (html[at] === '>') return { attributes, end: at + 1, isClosed: true };
      continue;
    }
    const start = at;
    at = skip(attributeName, html, at);
    const key = html.slice(start, at === start ? ++at : at).toLowerCase();
    if (html[at] !== '=') {
      attributes[key] = '';
      continue;
    }
    const quote = html[at + 1];
    if (quote === '"' || quote === "'") {
      const end = html.indexOf(quote, at + 2);
      attributes[key] = decodeReferences(html.slice(at + 2, end < 0 ? html.length : end));
      at = indexAfter(html, end);
    } else {
      const begin = ++at;
      at = skip(unquotedValue, html, at);
      attributes[key] = decodeReferences(html.slice(begin, at));
    }
  }
}

function indexAfter(html: string, index: number): number {
  return index < 0 ? html.length : index + 1;
}
