import type { ComponentFamily } from '../definition.ts';

/** Numbered steps. */
export const steps = {
  components: {
    Step: { props: 'title icon iconType stepNumber titleSize noAnchor', display: 'block', parents: 'Steps' },
    Steps: { props: 'titleSize', display: 'block' },
  },
  classes: ['step', 'step-content', 'step-title', 'steps'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
