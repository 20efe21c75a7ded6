import type { MarkdownRules } from '../markdown/rules.ts';

/** In the summary, the description follows the title after a colon. */
export const accordionRules: MarkdownRules = {
  phrases: { 'accordion-description': ({ children }, { phrases }) => `: ${phrases(children).trim()}` },
};
