import type { ComponentFamily } from '../definition.ts';

/** A link to a repository. */
export const githubRepo = {
  components: {
    'GitHub.Repo': { props: 'repo variant', display: 'block' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
