/** The Markdown rules of all component folders that have some. Written by `npm run generate`. */
import { accordionRules } from './accordion/markdown.ts';
import { apiRules } from './api/markdown.ts';
import { calloutRules } from './callout/markdown.ts';
import { cardRules } from './card/markdown.ts';
import { codeRules } from './code/markdown.ts';
import { colorRules } from './color/markdown.ts';
import { fieldRules } from './field/markdown.ts';
import { latexRules } from './latex/markdown.ts';
import { mermaidRules } from './mermaid/markdown.ts';
import { pagePartsRules } from './page-parts/markdown.ts';
import { promptRules } from './prompt/markdown.ts';
import { stepsRules } from './steps/markdown.ts';
import { tabsRules } from './tabs/markdown.ts';
import { tooltipRules } from './tooltip/markdown.ts';
import { treeRules } from './tree/markdown.ts';
import { updateRules } from './update/markdown.ts';
import { viewRules } from './view/markdown.ts';
import type { MarkdownRules } from './markdown/rules.ts';

/** In the order of the folders. */
export const markdownRules: readonly MarkdownRules[] = [
  accordionRules,
  apiRules,
  calloutRules,
  cardRules,
  codeRules,
  colorRules,
  fieldRules,
  latexRules,
  mermaidRules,
  pagePartsRules,
  promptRules,
  stepsRules,
  tabsRules,
  tooltipRules,
  treeRules,
  updateRules,
  viewRules,
];
