/**
 * HTML of which no tree is known, read into one: what the code of a page has made (`PageBuilder.draw`), and tags within texts of API
 * descriptions. One pass, no recursion; what is not balanced is taken as it comes.
 */

import type { HtmlElement, HtmlNode } from '../../../model/html-node.ts';
import { decodeReferences } from '../../../shared/character-references.ts';
import { readPartMark } from '../../../shared/components/content-parts.ts';
import { ownClass } from '../own-classes.ts';
import { controlClasses, type OwnClass } from '../registry.ts';

export type { HtmlElement, HtmlNode } from '../../../model/html-node.ts';

const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const rawTags = new Set(['script', 'style']);
const tags = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
/** Deeper elements become children of the last one that still counts: no page reads better for more. */
const maxDepth = 200;

/** Never fails. Scripts and styles are left out, `pre` keeps its text alone. */
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
      // Parts are read as elements: `<!--agents-->…<!--/agents-->` is `{tag: '!agents'}`.
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
      at = after(html, html.indexOf('>', start));
      continue;
    }
    const tag = name.toLowerCase();
    const { attributes, end, isClosed } = readAttributes(html, start + 1 + name.length);
    const element = { tag, attributes, children: [] };
    at = end;
    if (rawTags.has(tag)) {
      const close = html.indexOf(`</${tag}`, at);
      at = close < 0 ? html.length : after(html, html.indexOf('>', close));
    } else if (tag === 'pre') {
      // Coloured code is a hundred elements a block, of which only the text counts.
      const close = html.indexOf('</pre', at);
      const inside = html.slice(at, close < 0 ? html.length : close);
      add({ ...element, children: [decodeReferences(preformatted(inside))] });
      at = close < 0 ? html.length : after(html, html.indexOf('>', close));
    } else if (isClosed || voidTags.has(tag)) add(element);
    else enter(element);
  }
  return root;
}

/** What an author's `<pre>` holds beside text: a blank line in MDX makes paragraphs of it, which are apart by their tags alone. */
const blockTags = /(?:\s*<\/?(?:p|div|[ou]l|li|h[1-6]|blockquote)(?=[\s>])[^>]*>)+\n*/g;

/** The text of the inside of a `<pre>`, before references are decoded. */
function preformatted(inside: string): string {
  const lines = /<(?:p|div|[ou]l|h[1-6]|blockquote|br)[\s/>]/.test(inside)
    ? inside
        .replace(/<br(?=[\s/>])[^>]*>\n?/g, '\n')
        .replace(blockTags, '\n\n')
        .replace(/^\n+|\n+$/g, '')
    : inside;
  return lines.replace(tags, '');
}

/** Whether this is a part of a component of ours: an author's element of the same class is not. */
export function hasClass(element: HtmlElement, name: OwnClass): boolean {
  const names = element.attributes.class;
  return names?.startsWith(name) === true && ownClass(names) === name;
}

const drawnTags = new Set(['template', 'input', 'noscript', 'wbr']);

/** Elements that stand for nothing in text. */
export function isSilent(node: HtmlElement): boolean {
  if (drawnTags.has(node.tag)) return true;
  const names = node.attributes.class;
  return names !== undefined && controlClasses.has(ownClass(names));
}

/** All text below, without what only draws. */
export function textOf(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'svg') return drawnText(node);
  if (isSilent(node)) return '';
  return node.children.map(textOf).join('');
}

const svgTexts = new Set(['text', 'title', 'desc', 'foreignobject']);

/** The words in a picture; empty for most icons. */
export function drawnText(svg: HtmlElement): string {
  const texts: string[] = [];
  const walk = (node: HtmlNode) => {
    if (typeof node === 'string') return;
    if (svgTexts.has(node.tag)) texts.push(node.children.map(textOf).join('').trim());
    else node.children.forEach(walk);
  };
  svg.children.forEach(walk);
  return texts.filter(Boolean).join(' ');
}

/** The first element of a class below, not looking into other components of the same kind. */
export function find(node: HtmlElement, name: OwnClass): HtmlElement | undefined {
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    const found = hasClass(child, name) ? child : find(child, name);
    if (found) return found;
  }
  return undefined;
}

/** The same for all of them, in order; not within one that was found. */
export function findAll(node: { readonly children: readonly HtmlNode[] }, name: OwnClass): HtmlElement[] {
  return node.children.flatMap((child) => (typeof child === 'string' ? [] : hasClass(child, name) ? [child] : findAll(child, name)));
}

/** The first element of a tag below, in the order of the text. */
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

/** `hasClass` of what may be text. */
export function isOf(node: HtmlNode, name: OwnClass): node is HtmlElement {
  return typeof node !== 'string' && hasClass(node, name);
}

/** What follows in a text at `lastIndex`, which they set. */
const slashAndName = /\/?[a-z][^\s/>]*/iy;
const blanks = /\s*/y;
const attributeName = /[^\s=>/]*/y;
const bareValue = /[^\s>]*/y;

/** The end of what `pattern` matches from an offset on. */
function pass(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(html) ? pattern.lastIndex : from;
}

function tagName(html: string, from: number): string {
  return html.slice(from, pass(slashAndName, html, from));
}

function readAttributes(html: string, from: number): { attributes: Record<string, string>; end: number; isClosed: boolean } {
  const attributes: Record<string, string> = Object.create(null);
  let at = from;
  for (;;) {
    at = pass(blanks, html, at);
    const character = html[at];
    if (character === undefined) return { attributes, end: at, isClosed: false };
    if (character === '>') return { attributes, end: at + 1, isClosed: false };
    if (character === '/') {
      at++;
      if (html[at] === '>') return { attributes, end: at + 1, isClosed: true };
      continue;
    }
    const start = at;
    at = pass(attributeName, html, at);
    const key = html.slice(start, at === start ? ++at : at).toLowerCase();
    if (html[at] !== '=') {
      attributes[key] = '';
      continue;
    }
    const quote = html[at + 1];
    if (quote === '"' || quote === "'") {
      const end = html.indexOf(quote, at + 2);
      attributes[key] = decodeReferences(html.slice(at + 2, end < 0 ? html.length : end));
      at = after(html, end);
    } else {
      const begin = ++at;
      at = pass(bareValue, html, at);
      attributes[key] = decodeReferences(html.slice(begin, at));
    }
  }
}

function after(html: string, index: number): number {
  return index < 0 ? html.length : index + 1;
}
