/**
 * `http://localhost:3000` in a sentence is a link, as remark-gfm has it. The native parser follows the specification of GFM, which asks for
 * a dot in the host (§6.9), so it leaves these addresses as text.
 */
import type { ElementNode, SyntaxNode, TextNode } from './syntax-tree.ts';

/** Hosts with a dot are links already. */
const address = /(?<![a-z])https?:\/\/[a-z\d](?:[a-z\d-]*[a-z\d])?(?![\w.-]*\.[a-z\d])(?::\d+)?(?:[/?#][^\s<]*)?/gi;
/** Punctuation at the end belongs to the sentence. */
const trail = /(?:[!"'*,.:;?\]_~]|&[a-z\d]+;)+$/i;

/** Changes the tree in place. `text` is what it was parsed from. */
export function linkLocalAddresses(nodes: SyntaxNode[], text: string): void {
  if (text.search(address) !== -1) linkIn(nodes);
}

function linkIn(nodes: SyntaxNode[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index] as SyntaxNode;
    if (node.type === 'text') {
      const parts = node.value.includes('://') ? splitText(node) : undefined;
      if (parts) nodes.splice(index, 1, ...parts);
    } else if ('children' in node && !/^(?:a|code|pre)$/.test(nameOf(node))) linkIn(node.children);
  }
}

function nameOf(node: Extract<SyntaxNode, { children: SyntaxNode[] }>): string {
  return node.type === 'element' ? node.tagName : (node.name ?? '');
}

function splitText({ value, position }: TextNode): SyntaxNode[] | undefined {
  // Where the text was escaped, its characters are at other offsets than those of the source.
  const isExact = position !== undefined && position.end.offset - position.start.offset === value.length;
  const placed = (start: number, end: number) =>
    isExact
      ? { position: { start: { offset: position.start.offset + start }, end: { offset: position.start.offset + end } } }
      : position && { position };
  const textNode = (start: number, end: number): TextNode => ({ type: 'text', value: value.slice(start, end), ...placed(start, end) });
  const parts: SyntaxNode[] = [];
  let done = 0;
  for (const match of value.matchAll(address)) {
    const url = withoutTrail(match[0]);
    const end = match.index + url.length;
    if (match.index > done) parts.push(textNode(done, match.index));
    const link: ElementNode = {
      type: 'element',
      tagName: 'a',
      properties: { href: url },
      children: [textNode(match.index, end)],
      ...placed(match.index, end),
    };
    parts.push(link);
    done = end;
  }
  if (done === 0) return undefined;
  if (done < value.length) parts.push(textNode(done, value.length));
  return parts;
}

/** A closing parenthesis belongs to the address only if it is opened in it. */
function withoutTrail(url: string): string {
  let end = url.length;
  for (;;) {
    const part = url.slice(0, end);
    const cut = trail.exec(part)?.index ?? end;
    const isUnopened = part.slice(0, cut).endsWith(')') && part.split(')').length > part.split('(').length;
    const next = isUnopened ? cut - 1 : cut;
    if (next === end) return part;
    end = next;
  }
}
