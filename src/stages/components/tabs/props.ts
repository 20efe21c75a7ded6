import type { ComponentFamily } from '../definition.ts';

const tabProps = 'title icon iconType';

/** Tabs. */
export const tabs = {
  components: {
    Tab: { props: tabProps, display: 'block', parents: 'Tabs' },
    Tabs: { props: 'defaultTabIndex sync borderBottom', display: 'block' },
    'Tabs.Tab': { props: tabProps, display: 'block', sameAs: 'Tab', parents: 'Tabs' },
  },
  classes: ['tab', 'tab-alone', 'tab-panel', 'tab-panel-title'],
  controls: ['tab'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
