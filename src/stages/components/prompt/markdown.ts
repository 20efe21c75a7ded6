import { find, findTag, type HtmlElement, textOf } from '../markdown/html-tree.ts';
import { ifComplete, joinBlocks } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { fence } from '../markdown/syntax.ts';

/** The description, and the prompt as a code block. */
export const promptRules: MarkdownRules = { blocks: { prompt: ifComplete('prompt-head', prompt) } };

function prompt(node: HtmlElement, writer: MarkdownWriter): string {
  const description = writer.inline((find(node, 'prompt-description') ?? { children: [] }).children);
  const pre = findTag(node, 'pre');
  return joinBlocks(description, pre ? fence(textOf(pre), 'text') : '');
}
