import type { ComponentFamily } from '../definition.ts';

/** Headings, content for one audience, snippets and banners. */
export const pageParts = {
  components: {
    Banner: { props: undefined, display: 'block' },
    Heading: { props: 'level noAnchor', display: 'block' },
    Snippet: { props: undefined, display: 'block' },
    Visibility: { props: 'for', display: 'block' },
  },
  classes: ['anchor-link', 'heading-anchor'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
