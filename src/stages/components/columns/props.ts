import type { ComponentFamily } from '../definition.ts';

const props = 'cols columns col';
const count = ['1', '2', '3', '4'];
const values = { cols: count, columns: count, col: count };

/** A grid. */
export const columns = {
  components: {
    CardGroup: { props, values, display: 'block' },
    Column: { props: '', display: 'block' },
    Columns: { props, values, display: 'block' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
