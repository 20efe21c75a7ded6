import type { ComponentFamily } from '../definition.ts';

/** Terms with an explanation. */
export const tooltip = {
  components: {
    Tooltip: { props: 'tip headline cta href', display: 'inline' },
  },
  classes: ['tooltip-box', 'tooltip-headline'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
