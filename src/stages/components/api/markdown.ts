import { find, type HtmlElement, isTag, textOf } from '../markdown/html-tree.ts';
import { ifComplete } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { fence } from '../markdown/syntax.ts';

/** An operation becomes a code block with method and URL; the allowed values of a field become one line. */
export const apiRules: MarkdownRules = {
  blocks: { 'api-values': values, 'endpoint-line': ifComplete('endpoint-path', endpointLine) },
};

/** `Allowed values: a, b` */
function values(node: HtmlElement, writer: MarkdownWriter): string {
  const codes = node.children.filter((child) => isTag(child, 'code')).map((code) => writer.inline([code]));
  const label = writer.inline(node.children.filter((child) => isTag(child, 'span')));
  return [label, codes.join(', ')].filter(Boolean).join(' ');
}

function endpointLine(node: HtmlElement): string {
  const method = textOf(find(node, 'method') ?? '').trim();
  const path = textOf(find(node, 'endpoint-path') ?? '').trim();
  // The copy button contains the absolute URL.
  const address = node.children.find((child): child is HtmlElement => isTag(child, 'button'))?.attributes['data-copy'] || path;
  return fence(`${method} ${address.endsWith(path) || !path.startsWith('/') ? address : path}`, 'http');
}
