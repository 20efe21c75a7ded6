/**
 * Opens the search dialog: a button that looks like a field, and an icon for narrow screens. A site without scripts has
 * neither.
 */
import type { VNode } from 'preact';
import type { LayoutContext } from './layout-context.ts';
import { UiIcon } from './layout-icon.tsx';

type Search = NonNullable<LayoutContext['search']>;

interface Props {
  /** The version of the page, in which search starts. */
  version: string | undefined;
  context: LayoutContext;
}

/** The dialog is loaded on first use; the attributes give its URLs (`browser/shell/search-entry.ts`). */
export function SearchEntry({ version, context }: Props): VNode | null {
  const { search } = context;
  if (search === undefined) return null;
  const { prompt, failed } = search;
  const button = buttonOf(search, version);
  return (
    <>
      <button {...button} data-failed={failed} id="search-bar-entry" class="search-entry">
        <UiIcon name="search" />
        <span class="search-entry-prompt">{prompt}</span>
        <span class="search-entry-key" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <button {...button} id="search-bar-entry-mobile" class="icon-button search-icon" aria-label={prompt}>
        <UiIcon name="search" />
      </button>
    </>
  );
}

/** The same button in the content of a page. */
export function PageSearchEntry({ version, context: { search } }: Props): VNode | null {
  if (search === undefined) return null;
  return (
    <button {...buttonOf(search, version)} class="search-entry is-in-page">
      <UiIcon name="search" />
      <span class="search-entry-prompt">{search.prompt}</span>
    </button>
  );
}

function buttonOf(search: Search, version: string | undefined) {
  return {
    type: 'button',
    'data-search': search.folder(version),
    'data-script': search.script,
    'data-prompt': search.prompt,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': '/ Control+K Meta+K',
  } as const;
}
