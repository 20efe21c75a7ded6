import type { ComponentFamily } from '../definition.ts';

/** A link to a repository. */
export const githubRepo = {
  components: {
    'GitHub.Repo': { props: 'repo variant', values: { variant: ['inset', 'flat'] }, display: 'block' },
  },
  classes: [],
  markdown: 'content',
} as const satisfies ComponentFamily;
