import type { ComponentFamily } from '../definition.ts';

/** Images, which the compiler creates from `![]()` and `<img>`. */
export const image = {
  components: {
    Image: { props: undefined, display: 'block', isInternal: true },
  },
  classes: ['image-actions'],
  controls: ['image-actions'],
  markdown: 'content',
} as const satisfies ComponentFamily;
