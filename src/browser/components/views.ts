/** `View`: the page-wide switcher. The table of contents shows only the headings of the visible view. */
import { delegate } from './delegate.ts';
import { loadPreference, savePreference, titleOf } from './preferences.ts';

/** Call once per document. */
export function startViews(): void {
  delegate('change', '.view-switch select', (select) => {
    const { value } = select as HTMLSelectElement;
    savePreference(value.trim().toLowerCase());
    showView(value);
  });
}

/** Shows the reader's preferred view, else the first; does nothing on a page without views. */
export function restoreView(): void {
  const views = [...document.querySelectorAll<HTMLElement>('.view')];
  const wanted = loadPreference(views, titleOf) ?? views[0];
  if (wanted) showView(wanted.dataset.label ?? '');
}

/** `label` is the label of the view as written. Returns true, so that callers know that something was shown. */
export function showView(label: string): boolean {
  for (const view of document.querySelectorAll<HTMLElement>('.view')) view.toggleAttribute('data-active', view.dataset.label === label);
  for (const select of document.querySelectorAll<HTMLSelectElement>('.view-switch select')) select.value = label;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-part="table-of-contents"] a[href*="#"]')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    (link.closest('li') ?? link).hidden = target?.closest('.view:not([data-active])') != null;
  }
  return true;
}
