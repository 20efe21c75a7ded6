/** `errors.404.redirect`: goes to the home page after a delay, unless the reader interacts. */
export function startGoHome(container: HTMLElement): void {
  const { home } = container.dataset;
  if (home === undefined) return;
  const timer = setTimeout(() => location.replace(home), 5000);
  for (const type of ['pointerdown', 'keydown', 'wheel']) addEventListener(type, () => clearTimeout(timer), { once: true });
}
