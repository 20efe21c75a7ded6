import type { ComponentFamily } from '../definition.ts';

/** Labels within text. */
export const badge = {
  components: {
    Badge: { props: 'color size shape icon iconType stroke disabled', display: 'inline' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
