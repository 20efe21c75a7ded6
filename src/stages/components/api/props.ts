import type { ComponentFamily } from '../definition.ts';

/** What `stages/render/endpoint/` prints on the pages of an API: no components, but classes, a stylesheet and Markdown rules. */
export const api = {
  components: {},
  classes: ['api-values', 'endpoint-line', 'endpoint-path', 'method', 'playground-open'],
  controls: ['playground-open'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
