import { type HtmlNode, textOf } from '../markdown/html-tree.ts';
import type { MarkdownRules } from '../markdown/rules.ts';

/** The TeX source of the formula. */
export const latexRules: MarkdownRules = {
  blocks: { 'katex-display': (node) => `$$\n${texOf(node)}\n$$` },
  phrases: { katex: (node) => `$${texOf(node)}$` },
  alwaysBlocks: ['katex-display'],
};

/** KaTeX writes the TeX source into an `annotation` element. */
function texOf(node: HtmlNode): string {
  if (typeof node === 'string') return '';
  if (node.tag === 'annotation') return textOf(node).trim();
  for (const child of node.children) {
    const tex = texOf(child);
    if (tex !== '') return tex;
  }
  return '';
}
