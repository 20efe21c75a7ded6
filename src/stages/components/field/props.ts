import type { ComponentFamily } from '../definition.ts';

/** Parameters and fields of an API. */
export const field = {
  components: {
    ParamField: {
      props:
        'query path body header cookie name type required deprecated default placeholder initialValue pre post nullable enumValues options min max hidden',
      display: 'block',
    },
    ResponseField: { props: 'name type default required deprecated nullable hidden pre post', display: 'block' },
  },
  classes: ['field', 'field-content', 'field-head', 'field-name'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
