import type { MarkdownRules } from '../markdown/rules.ts';

/** The description follows the title in the summary. */
export const accordionRules: MarkdownRules = {
  phrases: { 'accordion-description': ({ children }, { phrases }) => `: ${phrases(children).trim()}` },
};
