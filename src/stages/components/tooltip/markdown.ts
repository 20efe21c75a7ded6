import { type HtmlElement, hasClass } from '../markdown/html-tree.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';

/** The explanation follows the term in brackets. */
export const tooltipRules: MarkdownRules = { phrases: { 'tooltip-box': tooltip } };

/** ` (Headline: words [link](/a))` */
function tooltip({ children }: HtmlElement, { phrases }: MarkdownWriter): string {
  const [first, ...rest] = children.map((child) => phrases([child]).trim()).filter(Boolean);
  const head = children.find((child): child is HtmlElement => typeof child !== 'string');
  const isHeadline = head !== undefined && hasClass(head, 'tooltip-headline') && rest.length > 0;
  return ` (${[isHeadline ? `${first}:` : first, ...rest].join(' ')})`;
}
