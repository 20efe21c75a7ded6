import type { ComponentFamily } from '../definition.ts';

/** Formulas. */
export const latex = {
  components: {
    Latex: { props: 'block displayMode', display: 'inline' },
  },
  classes: ['katex', 'katex-display'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
