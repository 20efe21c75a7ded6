import { nothing } from '../markdown/rule-parts.ts';
import type { MarkdownRules } from '../markdown/rules.ts';

/** Headings are those of HTML, without the link to themselves. */
export const pagePartsRules: MarkdownRules = { phrases: { 'anchor-link': nothing, 'heading-anchor': nothing } };
