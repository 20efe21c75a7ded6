import type { ComponentFamily } from '../definition.ts';

const values = { titleSize: ['p', 'h2', 'h3', 'h4'] } as const;

/** Numbered steps. */
export const steps = {
  components: {
    Step: { props: 'title icon iconType stepNumber titleSize noAnchor', values, display: 'block', parents: 'Steps' },
    Steps: { props: 'titleSize', values, display: 'block' },
  },
  classes: ['step', 'step-content', 'step-title', 'steps'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
