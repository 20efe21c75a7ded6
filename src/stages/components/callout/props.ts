import type { ComponentFamily } from '../definition.ts';

const props = 'icon iconType color type title';

/** Callouts of seven kinds. */
export const callout = {
  components: {
    Callout: { props: props, display: 'block' },
    Check: { props: props, display: 'block' },
    Danger: { props: props, display: 'block' },
    Info: { props: props, display: 'block' },
    Note: { props: props, display: 'block' },
    Tip: { props: props, display: 'block' },
    Warning: { props: props, display: 'block' },
  },
  classes: ['callout', 'callout-content', 'callout-title'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
