import type { ComponentFamily } from '../definition.ts';

/** Icons. */
export const icon = {
  components: {
    Icon: { props: 'icon iconType src color size library', display: 'inline' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
