import type { ComponentFamily } from '../definition.ts';

const props = 'cols columns col';

/** A grid. */
export const columns = {
  components: {
    CardGroup: { props: props, display: 'block' },
    Column: { props: '', display: 'block' },
    Columns: { props: props, display: 'block' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
