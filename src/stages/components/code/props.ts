import type { ComponentFamily } from '../definition.ts';

/** Code blocks. */
export const code = {
  components: {
    CodeBlock: { props: 'language filename title icon iconType lines wrap nocopy expandable highlight focus theme', display: 'block' },
    CodeGroup: { props: 'dropdown', display: 'block' },
  },
  classes: ['code-block', 'code-fold', 'code-group', 'code-head', 'code-select', 'code-title', 'copy', 'hidden-character'],
  controls: ['code-fold', 'code-select', 'copy'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
