/**
 * The content of a page as a tree, from which Markdown copies and feeds are written, beside the HTML for browsers.
 * Code and formulas are represented by their source text, without highlighting or rendering. Plain JSON, so that it
 * can be cached and sent to workers.
 */

/**
 * Tag and attribute names are in lower case. A tag with `!` is a content part for one audience or the right column.
 * The root has an empty tag.
 */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
}

/** Text, or an element. */
export type HtmlNode = string | HtmlElement;

/** Prerendered HTML and the same content as nodes. */
export interface ReadyHtml {
  readonly html: string;
  readonly nodes: readonly HtmlNode[];
}

/** Adds a node. Adjacent texts are joined, as in HTML. */
export function addNode(to: HtmlNode[], node: HtmlNode): void {
  const last = to.length - 1;
  if (typeof node !== 'string' || typeof to[last] !== 'string') to.push(node);
  else to[last] += node;
}

const noText: ReadonlySet<string> = new Set(['script', 'style']);

/** Adds an element. Scripts and styles have no content; of `pre` only the text is kept. */
export function addElement(to: HtmlNode[], tag: string, attributes: Readonly<Record<string, string>>, children: readonly HtmlNode[]): void {
  if (noText.has(tag)) return;
  const list: HtmlNode[] = [];
  if (tag === 'pre') {
    const text = preformatted(children);
    if (text !== '') list.push(text);
  } else for (const child of children) addNode(list, child);
  to.push({ tag, attributes, children: list });
}

/** Attributes as written in HTML: `true` means no value. */
export function plainAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === 'string') plain[name.toLowerCase()] = value;
    else if (value === true) plain[name.toLowerCase()] = '';
  }
  return plain;
}

/** Marks the boundary of a block; texts do not contain this character. */
const blockBoundary = '\u0000';
const blocks: ReadonlySet<string> = new Set('p div ol ul li h1 h2 h3 h4 h5 h6 blockquote'.split(' '));

/** A blank line in the MDX of a `<pre>` turns its text into paragraphs, which only their tags separate. */
function preformatted(nodes: readonly HtmlNode[]): string {
  let hasBlocks = false;
  const textOf = (node: HtmlNode): string => {
    if (typeof node === 'string') return node;
    if (node.tag === 'br') {
      hasBlocks = true;
      return '\n';
    }
    const text = node.children.map(textOf).join('');
    if (!blocks.has(node.tag)) return text;
    hasBlocks ||= node.tag !== 'li';
    return `${blockBoundary}${text}${blockBoundary}`;
  };
  const text = nodes.map(textOf).join('');
  if (!hasBlocks) return text.replaceAll(blockBoundary, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is `blockBoundary`
  return text.replace(/(?:\s*\u0000)+\n*/g, '\n\n').replace(/^\n+|\n+$/g, '');
}
