import { omit, titledBlock } from '../markdown/rule-parts.ts';
import type { MarkdownRules } from '../markdown/rules.ts';

/** All versions, each with its title. */
export const viewRules: MarkdownRules = { blocks: { view: titledBlock('view-title'), 'view-switch': omit } };
