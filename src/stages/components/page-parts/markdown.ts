import { omit } from '../markdown/rule-parts.ts';
import type { MarkdownRules } from '../markdown/rules.ts';

/** Leaves out the anchor links of headings. */
export const pagePartsRules: MarkdownRules = { phrases: { 'anchor-link': omit, 'heading-anchor': omit } };
