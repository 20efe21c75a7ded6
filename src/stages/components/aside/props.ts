import type { ComponentFamily } from '../definition.ts';

/** The right column. */
export const aside = {
  components: {
    Panel: { props: '', display: 'block' },
    RequestExample: { props: 'dropdown', display: 'block' },
    ResponseExample: { props: 'dropdown', display: 'block' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
