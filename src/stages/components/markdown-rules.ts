/** Converts page content to Markdown with the rules of all components. */
import { accordionRules } from './accordion/markdown.ts';
import { apiRules } from './api/markdown.ts';
import { calloutRules } from './callout/markdown.ts';
import { cardRules } from './card/markdown.ts';
import { codeRules } from './code/markdown.ts';
import { colorRules } from './color/markdown.ts';
import { fieldRules } from './field/markdown.ts';
import { latexRules } from './latex/markdown.ts';
import { createMarkdownWriter } from './markdown/blocks.ts';
import type { HtmlNode } from './markdown/html-tree.ts';
import type { MarkdownRules } from './markdown/rules.ts';
import { mermaidRules } from './mermaid/markdown.ts';
import { pagePartsRules } from './page-parts/markdown.ts';
import { promptRules } from './prompt/markdown.ts';
import type { FamilyWithRules } from './registry.ts';
import { stepsRules } from './steps/markdown.ts';
import { tabsRules } from './tabs/markdown.ts';
import { tooltipRules } from './tooltip/markdown.ts';
import { treeRules } from './tree/markdown.ts';
import { updateRules } from './update/markdown.ts';
import { viewRules } from './view/markdown.ts';

const rules: Readonly<Record<FamilyWithRules, MarkdownRules>> = {
  accordion: accordionRules,
  api: apiRules,
  callout: calloutRules,
  card: cardRules,
  code: codeRules,
  color: colorRules,
  field: fieldRules,
  latex: latexRules,
  mermaid: mermaidRules,
  pageParts: pagePartsRules,
  prompt: promptRules,
  steps: stepsRules,
  tabs: tabsRules,
  tooltip: tooltipRules,
  tree: treeRules,
  update: updateRules,
  view: viewRules,
};

const writer = createMarkdownWriter(Object.values(rules));

/** Page content as Markdown. Ends with a line feed unless empty. */
export function toMarkdown(nodes: readonly HtmlNode[]): string {
  const text = writer.blocks(nodes);
  return text === '' ? '' : `${text}\n`;
}
