/** Reads the content of a built page: its HTML with parse5, its Markdown copy with remark. */
import { fromHtml } from 'hast-util-from-html';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const markdown = unified().use(remarkParse).use(remarkGfm);
const silent = new Set(['script', 'style', 'template', 'noscript', 'nav']);
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr math mi mn mo mrow annotation semantics'.split(
    ' ',
  ),
);
const media = new Set(['img', 'video', 'iframe', 'audio', 'source', 'image']);

function empty() {
  return { text: '', pieces: '', headings: [], codes: [], cells: [], links: [], images: [], items: [] };
}

/**
 * @param {string} html a whole page: reads its `<main>` and the content beside it, without navigation and page frame
 */
export function readHtmlPage(html) {
  const tree = fromHtml(html);
  const facts = empty();
  const main = find(tree, (node) => node.tagName === 'main') ?? tree;
  read(main, facts);
  const side = find(tree, (node) => node.properties?.id === 'content-side-layout');
  if (side && !find(main, (node) => node === side)) read(side, facts);
  return facts;
}

function find(node, isIt) {
  if (isIt(node)) return node;
  for (const child of node.children ?? []) {
    const found = find(child, isIt);
    if (found) return found;
  }
  return undefined;
}

/** Adds the facts of an HTML tree; returns its text. */
function read(node, facts) {
  if (node.type === 'text') {
    facts.text += node.value;
    facts.pieces += node.value;
    return node.value;
  }
  const { tagName, properties = {} } = node;
  if (silent.has(tagName) || (tagName === 'footer' && properties.id === 'footer')) return '';
  const classes = Array.isArray(properties.className) ? properties.className : [];
  if (classes.includes('katex')) {
    const tex = textOf(find(node, (one) => one.tagName === 'annotation') ?? { children: [] });
    facts.text += ` ${tex} `;
    facts.pieces += ` ${tex} `;
    return ` ${tex} `;
  }
  if (media.has(tagName)) {
    const src = properties.src ?? properties.dataSrc ?? properties.href ?? properties.xLinkHref;
    if (typeof src === 'string') facts.images.push({ src });
  }
  if (tagName === 'a' && typeof properties.href === 'string') facts.links.push({ href: properties.href });
  if (tagName === 'pre' || tagName === 'docs-mermaid') facts.codes.push({ text: textOf(node) });
  const isInline = tagName === undefined || inline.has(tagName);
  if (!isInline) facts.text += '\n';
  if (tagName !== 'wbr') facts.pieces += ' ';
  let text = '';
  for (const child of node.children ?? []) text += read(child, facts);
  if (node.type === 'element' && node.content) for (const child of node.content.children) text += read(child, facts);
  if (tagName !== 'wbr') facts.pieces += ' ';
  if (!isInline) {
    facts.text += '\n';
    text = `\n${text}\n`;
  }
  if (/^h[1-6]$/.test(tagName ?? '') || classes.includes('step-title') || properties.role === 'heading')
    facts.headings.push({ text, pieces: piecesOf(node) });
  if (tagName === 'td' || tagName === 'th') facts.cells.push({ text, pieces: piecesOf(node) });
  if (tagName === 'li') facts.items.push({ text, pieces: piecesOf(node) });
  return text;
}

/** Text with every element separated. */
function piecesOf(node) {
  if (node.type === 'text') return node.value;
  if (silent.has(node.tagName)) return '';
  const text = (node.children ?? []).map(piecesOf).join('');
  return node.tagName === 'wbr' ? text : ` ${text} `;
}

function textOf(node) {
  if (node.type === 'text') return node.value;
  return (node.children ?? []).map(textOf).join('');
}

/** @param {string} text a Markdown copy */
export function readMarkdownCopy(text) {
  const facts = empty();
  const definitions = new Map();
  const walk = (node) => {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        facts.text += node.value;
        return node.value;
      case 'break':
        facts.text += ' ';
        return ' ';
      case 'code':
        facts.codes.push({ text: node.value });
        facts.text += `\n${node.meta ?? ''}\n${node.value}\n`;
        return '';
      case 'html':
        return read(fromHtml(node.value, { fragment: true }), facts);
      case 'image':
        facts.images.push({ src: node.url });
        return '';
      default: {
        if (node.type === 'link') facts.links.push({ href: node.url });
        if (node.type === 'linkReference') facts.links.push({ href: definitions.get(node.identifier) ?? '' });
        const isInline = /^(?:link|emphasis|strong|delete|linkReference)$/.test(node.type);
        if (!isInline) facts.text += '\n';
        const all = (node.children ?? []).map(walk).join('');
        if (!isInline) facts.text += '\n';
        if (node.type === 'heading') facts.headings.push({ text: all });
        if (node.type === 'tableCell') facts.cells.push({ text: all });
        if (node.type === 'listItem') facts.items.push({ text: all });
        return isInline ? all : `\n${all}\n`;
      }
    }
  };
  walk(markdown.parse(text));
  // Only HTML inside a copy adds pieces; they are not the whole text.
  facts.pieces = '';
  return facts;
}
