/** Drop-downs based on `details`: closed by a click elsewhere, Escape or leaving with Tab. */
export function startMenus(): void {
  const close = (keep?: Node | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
      if (!keep || !menu.contains(keep)) menu.open = false;
    }
  };
  document.addEventListener('click', (event) => close(event.target as Node));
  document.addEventListener('focusin', (event) => close(event.target as Node));
  addEventListener('keydown', (event) => {
    const open = document.querySelector<HTMLDetailsElement>('details.menu[open]');
    if (!open) return;
    if (event.key === 'Escape') {
      open.open = false;
      open.querySelector('summary')?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const items = [...open.querySelectorAll<HTMLElement>('a, button')];
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const at = items.indexOf(document.activeElement as HTMLElement);
      items[(at < 0 && step < 0 ? items.length - 1 : at + step + items.length) % items.length]?.focus();
      event.preventDefault();
    }
  });
}
