/**
 * `> [!NOTE]` is the callout syntax of GitHub, GitLab, Obsidian and most editors. The quote becomes the equivalent
 * callout. Text after the marker (a title in Obsidian) stays its first line.
 */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import * as errors from '../errors.ts';
import type { Locate } from './repair.ts';
import type { ElementNode, JsxNode, SyntaxNode } from './syntax-tree.ts';

/** The five kinds of GitHub, and those of Obsidian that correspond to a callout. */
const callouts = new Map([
  ['note', 'Note'],
  ['tip', 'Tip'],
  ['important', 'Info'],
  ['warning', 'Warning'],
  ['caution', 'Danger'],
  ['info', 'Info'],
  ['hint', 'Tip'],
  ['attention', 'Warning'],
  ['danger', 'Danger'],
  ['error', 'Danger'],
  ['check', 'Check'],
  ['done', 'Check'],
  ['success', 'Check'],
]);

const kinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];

/** The marker, Obsidian's fold character, and the remaining spaces. */
const mark = /^\[!([A-Za-z]+)\][-+]?[^\S\n]*\n?/;

/** Replaces quotes in `nodes` and their descendants; reports unknown kinds. */
export function alertsToCallouts(nodes: SyntaxNode[], locate: Locate): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [index, node] of nodes.entries()) {
    if (!('children' in node)) continue;
    const kind = node.type === 'element' && node.tagName === 'blockquote' ? parseAlert(node) : undefined;
    const name = kind && callouts.get(kind.word.toLowerCase());
    if (kind && name) nodes[index] = toCallout(node as ElementNode, name, kind);
    else if (kind) found.push(errors.unknownAlert(locate(kind.offset, kind.word.length + 3), kind.word, kinds));
    found.push(...alertsToCallouts((nodes[index] as ElementNode).children, locate));
  }
  return found;
}

interface Alert {
  readonly word: string;
  readonly offset: number;
  readonly paragraph: ElementNode;
  readonly length: number;
}

function parseAlert(quote: ElementNode): Alert | undefined {
  const paragraph = quote.children.find((child) => child.type !== 'text' || child.value.trim() !== '');
  if (paragraph?.type !== 'element' || paragraph.tagName !== 'p') return undefined;
  const first = paragraph.children[0];
  const match = first?.type === 'text' ? mark.exec(first.value) : null;
  if (!match) return undefined;
  return { word: match[1] as string, offset: first?.position?.start.offset ?? 0, paragraph, length: match[0].length };
}

function toCallout(quote: ElementNode, name: string, { paragraph, length }: Alert): JsxNode {
  const [first, ...others] = paragraph.children as [{ readonly type: 'text'; value: string }, ...SyntaxNode[]];
  const rest = first.value.slice(length);
  // A hard line break after the marker has no effect.
  const isBreak = (node?: SyntaxNode) =>
    (node?.type === 'element' && node.tagName === 'br') || (node?.type === 'text' && node.value === '\n');
  while (rest === '' && isBreak(others[0])) others.shift();
  const words: SyntaxNode[] = rest === '' ? others : [{ ...first, value: rest }, ...others];
  const isEmpty = words.every((child) => child.type === 'text' && child.value.trim() === '');
  const children = quote.children.flatMap((child): SyntaxNode[] =>
    child !== paragraph ? [child] : isEmpty ? [] : [{ ...paragraph, children: words }],
  );
  return { type: 'mdxJsxFlowElement', name, attributes: [], children, ...(quote.position && { position: quote.position }) };
}
