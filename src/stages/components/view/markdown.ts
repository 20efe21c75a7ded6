import { nothing, titledPart } from '../markdown/rule-parts.ts';
import type { MarkdownRules } from '../markdown/rules.ts';

/** All versions, each under its title. */
export const viewRules: MarkdownRules = { blocks: { view: titledPart('view-title'), 'view-switch': nothing } };
