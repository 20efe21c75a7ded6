import { appearanceKey, readStored, store } from './storage.ts';

/**
 * The colour mode switch. The reader's choice is stored; the default is the system's mode. Call once per document; the
 * script in the head has already set the mode.
 */
export function startAppearance(): void {
  const root = document.documentElement;
  const show = (isDark: boolean) => {
    root.classList.toggle('dark', isDark);
    for (const button of document.querySelectorAll('.theme-switch')) button.setAttribute('aria-pressed', String(isDark));
  };
  show(root.classList.contains('dark'));

  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('.theme-switch')) return;
    const isDark = !root.classList.contains('dark');
    // Disables colour transitions of hundreds of elements during the switch.
    root.classList.add('is-switching');
    show(isDark);
    store(appearanceKey, isDark ? 'dark' : 'light');
    requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('is-switching')));
  });

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (root.dataset.appearance === 'system' && readStored(appearanceKey) === undefined) show(event.matches);
  });
  // Paper is white, so a dark page is printed in light mode.
  let wasDark = false;
  addEventListener('beforeprint', () => {
    wasDark = root.classList.contains('dark');
    root.classList.add('is-switching');
    root.classList.remove('dark');
  });
  addEventListener('afterprint', () => {
    root.classList.toggle('dark', wasDark);
    root.classList.remove('is-switching');
  });
  addEventListener('storage', (event) => {
    if (event.key === appearanceKey && event.newValue) show(event.newValue === 'dark');
  });
}
