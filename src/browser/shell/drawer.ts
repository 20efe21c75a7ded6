/**
 * The sidebar as a drawer on small screens. Without scripts, the menu link goes to `#sidebar`, which CSS shows by
 * `:target`; with scripts it opens in place: traps focus, closes with Escape, and prevents scrolling of the page.
 */

/** Width from which the sidebar is beside the content (`templates/base/layout.css`). */
export const besideContent = '(min-width: 64rem)';

/** Windows whose header is too narrow for versions and products. */
const isNarrow = '(max-width: 47.99rem)';

/** Call once per document; does nothing without a sidebar or its button. */
export function startDrawer(): void {
  const drawer = document.querySelector<HTMLElement>('[data-part="sidebar"]');
  const opener = document.querySelector<HTMLAnchorElement>('.drawer-open');
  if (!drawer || !opener) return;
  const behind = () => [
    ...document.querySelectorAll<HTMLElement>('[data-part="navbar"], [data-part="banner"], [data-part="content-area"], .skip-link'),
  ];
  moveSwitchers(drawer);
  opener.setAttribute('role', 'button');
  opener.setAttribute('aria-controls', 'sidebar');
  opener.setAttribute('aria-expanded', 'false');

  const setOpen = (isOpen: boolean) => {
    document.documentElement.classList.toggle('drawer-is-open', isOpen);
    opener.setAttribute('aria-expanded', String(isOpen));
    // `inert` traps focus, pointer and screen reader in the drawer without key handling.
    for (const element of behind()) element.inert = isOpen;
    if (isOpen) (drawer.querySelector<HTMLElement>('[aria-current="page"]') ?? drawer.querySelector<HTMLElement>('a'))?.focus();
    else opener.focus();
  };
  const isOpen = () => document.documentElement.classList.contains('drawer-is-open');

  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('.drawer-open')) {
      event.preventDefault();
      setOpen(!isOpen());
    } else if (isOpen() && (target.closest('.drawer-close') || !target.closest('[data-part="sidebar-content"]'))) {
      event.preventDefault();
      setOpen(false);
    }
  });
  opener.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    setOpen(true);
  });
  addEventListener('keydown', (event) => {
    // An open menu in it is closed first.
    if (event.key === 'Escape' && isOpen() && !drawer.querySelector('.menu[open]')) setOpen(false);
  });
  // Otherwise the back/forward cache would restore the page with the open drawer.
  addEventListener('pagehide', () => {
    if (isOpen()) setOpen(false);
  });
  matchMedia(besideContent).addEventListener('change', (event) => {
    if (event.matches && isOpen()) setOpen(false);
  });
  // Opened by the link before the script ran: same state, now handled by the script.
  if (location.hash === '#sidebar') history.replaceState(null, '', location.pathname + location.search);
}

/** On narrow windows, moves the switchers of versions and products to the drawer, in order. */
function moveSwitchers(drawer: HTMLElement): void {
  const head = drawer.querySelector('.drawer-close');
  const window = matchMedia(isNarrow);
  const moves = [...document.querySelectorAll('.navbar-row > .switcher:not(.switcher-language)')].map((switcher) => {
    const before = switcher.previousElementSibling;
    // The previous one has already moved.
    return () => (window.matches && !drawer.contains(before) ? head : before)?.after(switcher);
  });
  const move = () => {
    for (const each of moves) each();
  };
  window.addEventListener('change', move);
  move();
}
