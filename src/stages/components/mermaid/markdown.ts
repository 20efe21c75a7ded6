import { textOf } from '../markdown/html-tree.ts';
import type { MarkdownRules } from '../markdown/rules.ts';
import { fence } from '../markdown/syntax.ts';

/** A fence with the unchanged source. */
export const mermaidRules: MarkdownRules = { tags: { 'docs-mermaid': (node) => fence(textOf(node), 'mermaid') } };
