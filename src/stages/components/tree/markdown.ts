import { find, type HtmlElement, hasClass, isPart, textOf } from '../markdown/html-tree.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';

/** Nested lists. */
export const treeRules: MarkdownRules = {
  tags: { 'docs-tree': (node, writer) => (hasClass(node, 'tree') ? tree(node, 0, writer).join('\n') : writer.blocks(node.children)) },
};

function tree(node: HtmlElement, depth: number, writer: MarkdownWriter): string[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    const name = child.attributes.role === 'treeitem' ? find(child, 'tree-name') : undefined;
    if (name === undefined) return tree(child, depth, writer);
    const comment = find(child.children.find((row): row is HtmlElement => isPart(row, 'tree-row')) ?? child, 'tree-comment');
    const label = `${textOf(name).trim()}${hasClass(child, 'tree-folder') ? '/' : ''}`;
    const line = `${'  '.repeat(depth)}- \`${label}\`${comment ? ` ${writer.inline(comment.children)}` : ''}`;
    return [line, ...tree({ ...child, children: child.children.filter((part) => !isPart(part, 'tree-row')) }, depth + 1, writer)];
  });
}
