import type { ComponentFamily } from '../definition.ts';

/** Changelog entries. */
export const update = {
  components: {
    Update: { props: 'label description tags rss', display: 'block' },
  },
  classes: ['update', 'update-content', 'update-description', 'update-filter', 'update-filters', 'update-label', 'update-tag'],
  controls: ['update-filter'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
