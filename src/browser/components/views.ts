/** `View`: the page-wide switch. The outline shows only the headings of the view that is shown. */
import { delegate } from './delegate.ts';
import { prefer, preferred, titleOf } from './preferences.ts';

/** Once for the life of the document. */
export function startViews(): void {
  delegate('change', '.view-switch select', (select) => {
    const { value } = select as HTMLSelectElement;
    prefer(value.trim().toLowerCase());
    showView(value);
  });
}

/** Shows the view that this reader preferred on other pages, else the first; nothing on a page without views. */
export function restoreView(): void {
  const views = [...document.querySelectorAll<HTMLElement>('.view')];
  const wanted = preferred(views, titleOf) ?? views[0];
  if (wanted) showView(wanted.dataset.label ?? '');
}

/** `label` is that of the view as written. True, for who asks whether something was opened. */
export function showView(label: string): boolean {
  for (const view of document.querySelectorAll<HTMLElement>('.view')) view.toggleAttribute('data-active', view.dataset.label === label);
  for (const select of document.querySelectorAll<HTMLSelectElement>('.view-switch select')) select.value = label;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-part="table-of-contents"] a[href*="#"]')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    (link.closest('li') ?? link).hidden = target?.closest('.view:not([data-active])') != null;
  }
  return true;
}
