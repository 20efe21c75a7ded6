/** A drop-down based on `details`: opens without a script; `browser/shell/menus.ts` adds Escape and outside clicks. */
import type { ComponentChildren, VNode } from 'preact';
import type { IconRef } from '../../../model/icon.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon, UiIcon } from './layout-icon.tsx';

/** Ids and classes by which the author's styles select the parts of a menu. */
export interface MenuHooks {
  readonly trigger: Hook;
  readonly content: Hook;
  /** A class. */
  readonly item: string;
}

/** An id, for a menu that occurs once in a page. */
type Hook = { readonly id: string; readonly 'data-part': string } | { readonly class: string };

interface MenuProps {
  class?: string;
  /** For screen readers, when the summary alone does not explain the choice. */
  label?: string;
  summary: ComponentChildren;
  isCurrent?: boolean;
  hooks?: MenuHooks | undefined;
  children: ComponentChildren;
}

/** Only one is open at a time: they share a `name`, which makes them an exclusive group. */
export function Menu({ class: className, label, summary, isCurrent, hooks, children }: MenuProps): VNode {
  const contentClass = hooks && 'class' in hooks.content ? ` ${hooks.content.class}` : '';
  return (
    <details class={className === undefined ? 'menu' : `menu ${className}`} name="docs-menu">
      <summary {...hooks?.trigger} aria-label={label} aria-current={isCurrent ? 'true' : undefined}>
        {summary}
        <UiIcon name="chevron-down" />
      </summary>
      <ul {...hooks?.content} class={`menu-list${contentClass}`}>
        {children}
      </ul>
    </details>
  );
}

interface MenuItemProps {
  /** As written in the HTML. */
  href: string;
  context: LayoutContext;
  icon?: IconRef;
  name: string;
  tag?: string;
  description?: string;
  isCurrent: boolean;
  lang?: string;
  isExternal?: boolean;
  /** Hooks of its menu. */
  hooks?: MenuHooks | undefined;
  /** Additional text about its target. */
  note?: ComponentChildren;
}

/** One row. `isCurrent` is announced to screen readers and shown by a tick; `isExternal` opens a new tab. */
export function MenuItem({ href, context, icon, name, tag, description, isCurrent, lang, isExternal, hooks, note }: MenuItemProps): VNode {
  return (
    <li>
      <a
        class={hooks === undefined ? 'menu-item' : `menu-item ${hooks.item}`}
        href={href}
        lang={lang}
        hreflang={lang}
        aria-current={isCurrent ? 'true' : undefined}
        target={isExternal ? '_blank' : undefined}
        rel={isExternal ? 'noopener' : undefined}
      >
        <LayoutIcon icon={icon} context={context} />
        <span class="menu-item-text">
          <span class="menu-item-name">
            {name}
            {tag && <span class="nav-tag-pill">{tag}</span>}
          </span>
          {description && <span class="menu-item-description">{description}</span>}
          {note}
        </span>
        {isCurrent && <UiIcon name="check" />}
      </a>
    </li>
  );
}
