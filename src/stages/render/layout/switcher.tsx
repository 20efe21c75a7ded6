/**
 * Language, version and product switchers. The targets of options differ from page to page: their hrefs are
 * placeholders.
 */
import type { VNode } from 'preact';
import type { NavSwitch } from '../../../model/nav-tree.ts';
import { languageName, languageTag } from '../../../shared/language.ts';
import { placeholder } from '../page/template.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon, UiIcon } from './layout-icon.tsx';
import { Menu, type MenuHooks, MenuItem } from './menu.tsx';

const languageHooks: MenuHooks = {
  trigger: { id: 'localization-select-trigger', 'data-part': 'localization-select-trigger' },
  content: { id: 'localization-select-content', 'data-part': 'localization-select-content' },
  item: 'localization-select-item',
};

interface Props {
  choice: NavSwitch;
  /** Number of the switcher in its page, part of its placeholder names. */
  index: number;
  context: LayoutContext;
}

/** Placeholder name for the href of an option. */
export function switchPlaceholder(index: number, option: number): string {
  return `switch:${index}:${option}`;
}

/** Placeholder name for the note on an option that lacks this page. */
export function notePlaceholder(index: number, option: number): string {
  return `switch-note:${index}:${option}`;
}

/** Languages are shown by their own names; the current option has a tick. */
export function Switcher({ choice, index, context }: Props): VNode {
  const active = choice.options.find((option) => option.node === choice.active);
  const isLanguage = choice.kind === 'language';
  const hooks = isLanguage ? languageHooks : undefined;
  const nameOf = (name: string) => (isLanguage ? languageName(name) : name);
  return (
    <Menu
      class={`switcher switcher-${choice.kind}`}
      hooks={hooks}
      label={`${context.strings[choice.kind]}: ${nameOf(active?.name ?? '')}`}
      summary={
        <>
          {isLanguage ? <UiIcon name="globe" /> : <LayoutIcon icon={active?.icon} context={context} />}
          <span class="switcher-name">{nameOf(active?.name ?? '')}</span>
          {active?.tag && <span class="nav-tag-pill">{active.tag}</span>}
        </>
      }
    >
      {choice.options.map((option, position) => (
        <MenuItem
          key={option.node}
          href={placeholder(switchPlaceholder(index, position))}
          context={context}
          icon={option.icon}
          name={nameOf(option.name)}
          tag={option.tag}
          description={option.description}
          isCurrent={option.node === choice.active}
          hooks={hooks}
          lang={isLanguage ? languageTag(option.name) : undefined}
          note={placeholder(notePlaceholder(index, position))}
        />
      ))}
    </Menu>
  );
}
