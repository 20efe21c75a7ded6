/** What opens the search dialog: a field-like button, and an icon for narrow screens. A site without scripts has neither. */
import type { VNode } from 'preact';
import type { LayoutContext } from './layout-context.ts';
import { UiIcon } from './layout-icon.tsx';

type Search = NonNullable<LayoutContext['search']>;

interface Props {
  /** The version that the page stands in: search begins in it. */
  version: string | undefined;
  context: LayoutContext;
}

/** The dialog is fetched when one of the two is used; the attributes say from where (`browser/shell/search-entry.ts`). */
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

/** The same in the text of a page that has nothing else to offer. */
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
