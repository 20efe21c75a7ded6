import type { ComponentFamily } from '../definition.ts';

/** Boxes with a link. */
export const card = {
  components: {
    Card: { props: 'title icon iconType color href horizontal img cta arrow type target disabled', display: 'block' },
    Tile: { props: 'href title description', display: 'block' },
  },
  classes: [
    'card',
    'card-content',
    'card-cta',
    'card-image',
    'card-link',
    'card-text',
    'card-title',
    'tile',
    'tile-description',
    'tile-preview',
    'tile-title',
  ],
  markdown: 'rules',
} as const satisfies ComponentFamily;
