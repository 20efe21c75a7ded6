/**
 * `Tabs` and `Tab`. The page contains all panels, each with its title. Scripts (`docs-tabs`) hide the titles, show
 * the tab list and one panel. Tabs with the same title are switched together on the whole page.
 */
import '../custom-elements.ts';
import { slug } from '../../../shared/slug.ts';
import { type CommonProps, classOf, isOn, isText, type Markup, toNumber } from '../author-props.ts';
import { flatChildren, isElementOf, textOf } from '../children.ts';
import { Icon } from '../icon/view.tsx';
import { useAnchor, usePage } from '../page-context.ts';

/** A number may be written as text (`numberOf`). */
export interface TabsProps extends CommonProps {
  /** From 0; clamped to the existing tabs. */
  readonly defaultTabIndex?: unknown;
  /** Default: true. */
  readonly sync?: unknown;
  readonly borderBottom?: unknown;
}

/** A tab without a title is labelled with its number. */
export interface TabProps extends CommonProps {
  readonly title?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
}

/** Children that are not tabs follow the panels. Without tabs, only they are rendered. `Tabs.Tab` is an alias of `Tab`. */
export const Tabs = /* @__PURE__ */ Object.assign(
  function Tabs(props: TabsProps) {
    const page = usePage();
    const children = flatChildren(props.children);
    const tabs = children
      .filter((child) => isElementOf(child, Tab))
      .map(({ props: tab }, index) => {
        const label = textOf(tab.title) || `Tab ${index + 1}`;
        return { id: isText(tab.id) ? tab.id : page.claimAnchor(slug(label) || 'tab'), label, ...tabContent(tab, label) };
      });
    const others = children.filter((child) => !isElementOf(child, Tab));
    if (tabs.length === 0) return <div class={classOf('tabs', props)}>{others}</div>;
    const first = Math.min(tabs.length - 1, Math.max(0, Math.trunc(toNumber(props.defaultTabIndex) ?? 0)));
    return (
      <docs-tabs
        class={classOf('tabs', props)}
        data-sync={isOn(props.sync, true) ? '' : undefined}
        data-border={isOn(props.borderBottom) ? '' : undefined}
      >
        <TabList tabs={tabs} first={first} label={page.messages.view} />
        {tabs.map((tab, index) => (
          <div
            class={classOf('tab-panel', tab.props)}
            id={tab.id}
            role="tabpanel"
            aria-labelledby={`${tab.id}-tab`}
            data-label={tab.label}
            data-active={index === first ? '' : undefined}
          >
            <p class="tab-panel-title">
              {tab.icon}
              {tab.title}
            </p>
            {tab.props.children}
          </div>
        ))}
        {others}
      </docs-tabs>
    );
  },
  { Tab },
);

/** A tab that is not a direct child of `Tabs`: a titled section. */
export function Tab(props: TabProps) {
  const id = useAnchor(props.id, props.title, 'tab');
  return (
    <section class={classOf('tab-alone', props)} id={id}>
      {props.title ? <p class="tab-panel-title">{props.title}</p> : null}
      {props.children}
    </section>
  );
}

interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly title: Markup;
  readonly icon: Markup;
}

/** The tab list, shown only with scripts. Also used by code groups. */
export function TabList({
  tabs,
  first,
  label,
  className = 'tab-list',
}: {
  readonly tabs: readonly TabItem[];
  readonly first: number;
  /** Accessible name of the list. */
  readonly label: string;
  readonly className?: string;
}) {
  return (
    <div class={className} role="tablist" aria-label={label}>
      {tabs.map((tab, index) => (
        <button
          type="button"
          class="tab"
          id={`${tab.id}-tab`}
          role="tab"
          aria-controls={tab.id}
          aria-label={textOf(tab.title) === '' ? tab.label : undefined}
          aria-selected={index === first ? 'true' : 'false'}
          tabIndex={index === first ? 0 : -1}
        >
          {tab.icon}
          {tab.title}
        </button>
      ))}
    </div>
  );
}

function tabContent(tab: TabProps, label: string) {
  const icon = tab.icon ? <Icon className="tab-icon" icon={tab.icon} iconType={tab.iconType} /> : null;
  return { props: tab, title: flatChildren(tab.title).length > 0 ? tab.title : label, icon };
}
