import type { ComponentFamily } from '../definition.ts';

/** Text for an AI tool. */
export const prompt = {
  components: {
    Prompt: { props: 'description actions icon iconType', display: 'block' },
  },
  classes: ['prompt', 'prompt-description', 'prompt-head'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
