import type { ComponentFamily } from '../definition.ts';

/** Alternative versions of the content, of which one is shown. */
export const view = {
  components: {
    View: { props: 'title icon iconType', display: 'block' },
  },
  classes: ['view', 'view-switch', 'view-title'],
  controls: ['view-switch'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
