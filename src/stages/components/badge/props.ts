import type { ComponentFamily } from '../definition.ts';

/** Labels within text. */
export const badge = {
  components: {
    Badge: {
      props: 'color size shape icon iconType stroke disabled',
      values: {
        color: [
          'gray',
          'blue',
          'green',
          'yellow',
          'orange',
          'red',
          'purple',
          'white',
          'surface',
          'white-destructive',
          'surface-destructive',
        ],
        size: ['xs', 'sm', 'md', 'lg'],
        shape: ['rounded', 'pill'],
      },
      display: 'inline',
    },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
