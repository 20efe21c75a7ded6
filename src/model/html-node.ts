/**
 * What a page says, as a tree: Markdown copies and feeds are written from it, as the HTML beside it is written for browsers. Code and
 * formulas have no colours or drawing in it, but the text that they are made from. Plain JSON, so that it can be cached and sent to
 * workers.
 */

/** Names of tags and attributes in lower case; a tag with `!` is a part for some readers only. The root has an empty tag. */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
}

/** Text, or an element. */
export type HtmlNode = string | HtmlElement;

/** Markup that is ready to be printed, and what it says. */
export interface ReadyHtml {
  readonly html: string;
  readonly nodes: readonly HtmlNode[];
}

/** Adds a node. Text that follows text continues it, as in HTML. */
export function addNode(to: HtmlNode[], node: HtmlNode): void {
  const last = to.length - 1;
  if (typeof node !== 'string' || typeof to[last] !== 'string') to.push(node);
  else to[last] += node;
}

const noText: ReadonlySet<string> = new Set(['script', 'style']);

/** Adds an element. Scripts and styles say nothing, and of `pre` only the text counts. */
export function addElement(to: HtmlNode[], tag: string, attributes: Readonly<Record<string, string>>, children: readonly HtmlNode[]): void {
  if (noText.has(tag)) return;
  const list: HtmlNode[] = [];
  if (tag === 'pre') {
    const text = preformatted(children);
    if (text !== '') list.push(text);
  } else for (const child of children) addNode(list, child);
  to.push({ tag, attributes, children: list });
}

/** Attributes as they are written in HTML: `true` has no value. */
export function plainAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === 'string') plain[name.toLowerCase()] = value;
    else if (value === true) plain[name.toLowerCase()] = '';
  }
  return plain;
}

/** Stands for the edge of a block: no text has it. */
const edge = '\u0000';
const blocks: ReadonlySet<string> = new Set('p div ol ul li h1 h2 h3 h4 h5 h6 blockquote'.split(' '));

/** A blank line in the MDX of a `<pre>` makes paragraphs of its text, which are apart by their tags alone. */
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
    return `${edge}${text}${edge}`;
  };
  const text = nodes.map(textOf).join('');
  if (!hasBlocks) return text.replaceAll(edge, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is `edge`
  return text.replace(/(?:\s*\u0000)+\n*/g, '\n\n').replace(/^\n+|\n+$/g, '');
}
