import { appearanceKey, readStored, store } from './storage.ts';

/**
 * The switch between light and dark. What the reader chose holds for later visits; until then the system decides. Once
 * for the life of the document; the script in the head has set the mode before.
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
    // Hundreds of elements have colour transitions; on a switch of the whole page they only smear.
    root.classList.add('is-switching');
    show(isDark);
    store(appearanceKey, isDark ? 'dark' : 'light');
    requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('is-switching')));
  });

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (root.dataset.appearance === 'system' && readStored(appearanceKey) === undefined) show(event.matches);
  });
  // Paper is white: a dark page is printed light.
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
