import type { ComponentFamily } from '../definition.ts';

/** Collapsible content. */
export const accordion = {
  components: {
    Accordion: { props: 'title description defaultOpen id icon iconType', display: 'block' },
    AccordionGroup: { props: '', display: 'block' },
    Expandable: { props: 'title defaultOpen', display: 'block' },
  },
  classes: ['accordion-description', 'accordion-title'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
