import type { ComponentFamily } from '../definition.ts';

/** A frame around images. */
export const frame = {
  components: {
    Frame: { props: 'caption hint', display: 'block' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
