import type { ComponentFamily } from '../definition.ts';

/** What `stages/render/endpoint/` renders on API pages: classes, a stylesheet and Markdown rules, but no components. */
export const api = {
  components: {},
  classes: ['api-values', 'endpoint-line', 'endpoint-path', 'method', 'playground-open', 'samples-all'],
  controls: ['playground-open', 'samples-all'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
