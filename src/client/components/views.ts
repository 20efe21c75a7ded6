/** `View`: the page-wide switch. The outline shows only the headings of the view that is shown. */
import { delegate } from './delegate.ts';
import { prefer, preferred, titleOf } from './preferences.ts';

export function startViews(): void {
  delegate('change', '.view-switch select', (select) => {
    const { value } = select as HTMLSelectElement;
    prefer(value.trim().toLowerCase());
    showView(value);
  });
}

export function restoreView(): void {
  const views = [...document.querySelectorAll<HTMLElement>('.view')];
  const wanted = preferred(views, titleOf) ?? views[0];
  if (wanted) showView(wanted.dataset.label ?? '');
}

export function showView(label: string): boolean {
  for (const view of document.querySelectorAll<HTMLElement>('.view')) view.toggleAttribute('data-active', view.dataset.label === label);
  for (const select of document.querySelectorAll<HTMLSelectElement>('.view-switch select')) select.value = label;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-part="table-of-contents"] a[href*="#"]')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    (link.closest('li') ?? link).hidden = target?.closest('.view:not([data-active])') != null;
  }
  return true;
}
