import { find, type HtmlElement, hasClass } from '../markdown/html-tree.ts';
import { ifComplete, joinBlocks } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { listItem, paragraph, wrapWith } from '../markdown/syntax.ts';

/** A numbered list. */
export const stepsRules: MarkdownRules = {
  blocks: { step: ifComplete('step-content', (node, writer) => step(node, writer, undefined)), steps },
};

function steps(node: HtmlElement, writer: MarkdownWriter): string {
  let number = 0;
  return node.children
    .map((child) =>
      typeof child === 'string'
        ? paragraph(writer.inline([child]))
        : hasClass(child, 'step')
          ? step(child, writer, ++number)
          : writer.blocks([child]),
    )
    .filter(Boolean)
    .join('\n\n');
}

/** A numbered item. If the title is a heading of the page, it stays a heading. */
function step(node: HtmlElement, writer: MarkdownWriter, number: number | undefined): string {
  const title = find(node, 'step-title');
  const content = writer.blocks((find(node, 'step-content') ?? { children: [] }).children);
  if (title && /^h\d$/.test(title.tag)) return joinBlocks(`${'#'.repeat(Number(title.tag[1]))} ${writer.inline(title.children)}`, content);
  const text = joinBlocks(title ? wrapWith('**', writer.inline(title.children)) : '', content);
  return number === undefined ? text : listItem(`${number}. `, text);
}
