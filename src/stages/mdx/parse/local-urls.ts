/**
 * Links `http://localhost:3000` in text, as remark-gfm does. The native parser follows the GFM specification, which
 * requires a dot in the host (§6.9).
 */
import type { ElementNode, SyntaxNode, TextNode } from './syntax-tree.ts';

/** Hosts with a dot are already links. */
const localUrl = /(?<![a-z])https?:\/\/[a-z\d](?:[a-z\d-]*[a-z\d])?(?![\w.-]*\.[a-z\d])(?::\d+)?(?:[/?#][^\s<]*)?/gi;
/** Punctuation at the end belongs to the sentence. */
const trailingPunctuation = /(?:[!"'*,.:;?\]_~]|&[a-z\d]+;)+$/i;

/** Changes the tree in place. `text` is its source. */
export function linkLocalUrls(nodes: SyntaxNode[], text: string): void {
  if (text.search(localUrl) !== -1) linkIn(nodes);
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
  // With character references or escapes, offsets in the text differ from those in the source.
  const isExact = position !== undefined && position.end.offset - position.start.offset === value.length;
  const positionOf = (start: number, end: number) =>
    isExact
      ? { position: { start: { offset: position.start.offset + start }, end: { offset: position.start.offset + end } } }
      : position && { position };
  const textNode = (start: number, end: number): TextNode => ({ type: 'text', value: value.slice(start, end), ...positionOf(start, end) });
  const parts: SyntaxNode[] = [];
  let done = 0;
  for (const match of value.matchAll(localUrl)) {
    const url = withoutTrailingPunctuation(match[0]);
    const end = match.index + url.length;
    if (match.index > done) parts.push(textNode(done, match.index));
    const link: ElementNode = {
      type: 'element',
      tagName: 'a',
      properties: { href: url },
      children: [textNode(match.index, end)],
      ...positionOf(match.index, end),
    };
    parts.push(link);
    done = end;
  }
  if (done === 0) return undefined;
  if (done < value.length) parts.push(textNode(done, value.length));
  return parts;
}

/** A closing parenthesis belongs to the URL only if the URL contains the opening one. */
function withoutTrailingPunctuation(url: string): string {
  let end = url.length;
  for (;;) {
    const part = url.slice(0, end);
    const cut = trailingPunctuation.exec(part)?.index ?? end;
    const isUnopened = part.slice(0, cut).endsWith(')') && part.split(')').length > part.split('(').length;
    const next = isUnopened ? cut - 1 : cut;
    if (next === end) return part;
    end = next;
  }
}
