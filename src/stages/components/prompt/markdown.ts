import { find, findTag, type HtmlElement, textOf } from '../markdown/html-tree.ts';
import { stack, whole } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { fence } from '../markdown/syntax.ts';

/** The description, and the text as code. */
export const promptRules: MarkdownRules = { blocks: { prompt: whole('prompt-head', prompt) } };

function prompt(node: HtmlElement, writer: MarkdownWriter): string {
  const description = writer.inline((find(node, 'prompt-description') ?? { children: [] }).children);
  const pre = findTag(node, 'pre');
  return stack(description, pre ? fence(textOf(pre), 'text') : '');
}
