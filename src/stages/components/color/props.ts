import type { ComponentFamily } from '../definition.ts';

/** Colors with their values. */
export const color = {
  components: {
    Color: { props: 'variant', values: { variant: ['compact', 'table'] }, display: 'block' },
    'Color.Item': { props: 'name value', display: 'block', parents: 'Color' },
    'Color.Row': { props: 'title', display: 'block', parents: 'Color' },
  },
  classes: ['color-item', 'color-name', 'color-value'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
