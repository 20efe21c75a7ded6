import type { ComponentFamily } from '../definition.ts';

/** Diagrams, which the compiler creates from fences. */
export const mermaid = {
  components: {
    Mermaid: { props: undefined, display: 'block', isInternal: true },
  },
  classes: [],
  markdown: 'rules',
} as const satisfies ComponentFamily;
