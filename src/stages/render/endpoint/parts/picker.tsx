/** Selects one of several panels: alternatives of a schema, media types, statuses. All of them are in the page. */
import '../../../components/custom-elements.ts';
import type { ComponentChildren } from 'preact';
import { TabList } from '../../../components/tabs/view.tsx';

/** The caller reserves `id`, so that it is unique in the page; the title is plain text. */
export interface PickerOption {
  readonly id: string;
  readonly title: string;
  readonly content: ComponentChildren;
}

/** With more options, a list replaces the tabs. */
const maxTabs = 8;
const longestTabs = 60;

/**
 * Tabs while they fit (eight options, sixty characters), else a drop-down. The first panel is shown; without scripts
 * all are, below their titles.
 */
export function Picker({
  label,
  options,
  className = '',
}: {
  readonly label: string;
  readonly options: readonly PickerOption[];
  readonly className?: string;
}) {
  const isList = options.length > maxTabs || options.reduce((length, option) => length + option.title.length + 4, 0) > longestTabs;
  return (
    <docs-tabs class={`api-picker${className === '' ? '' : ` ${className}`}`} data-code="">
      <div class="code-head api-picker-head">
        <span class="api-picker-label">{label}</span>
        {isList ? (
          <select class="code-select" aria-label={label}>
            {options.map((option) => (
              <option value={option.id}>{option.title}</option>
            ))}
          </select>
        ) : (
          <TabList
            tabs={options.map(({ id, title }) => ({ id, title, label: title, icon: null }))}
            first={0}
            label={label}
            className="code-tabs"
          />
        )}
      </div>
      {options.map((option, index) => (
        <div
          class="tab-panel"
          id={option.id}
          {...(isList ? undefined : { role: 'tabpanel', 'aria-labelledby': `${option.id}-tab` })}
          data-label={option.title}
          data-active={index === 0 ? '' : undefined}
        >
          <p class="tab-panel-title">{option.title}</p>
          {option.content}
        </div>
      ))}
    </docs-tabs>
  );
}
