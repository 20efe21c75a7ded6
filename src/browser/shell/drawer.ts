/**
 * The sidebar as a drawer on small screens. Without a script the menu link goes to `#sidebar`, which CSS shows by
 * `:target`; with one it opens in place: focus stays inside, Escape closes, the page behind does not scroll.
 */

/** Where the sidebar stands beside the content (`templates/base/layout.css`). */
export const besideContent = '(min-width: 64rem)';

/** Windows whose header has no room for versions and products. */
const isNarrow = '(max-width: 47.99rem)';

/** Once for the life of the document; nothing on a page without a sidebar or its opener. */
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
    // `inert` keeps focus, pointer and screen reader in the drawer: a focus trap without key handling.
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
    // A menu in it is closed first.
    if (event.key === 'Escape' && isOpen() && !drawer.querySelector('.menu[open]')) setOpen(false);
  });
  // A browser that keeps the page for Back and Forward would bring it back with the drawer over it, and nothing else to reach.
  addEventListener('pagehide', () => {
    if (isOpen()) setOpen(false);
  });
  matchMedia(besideContent).addEventListener('change', (event) => {
    if (event.matches && isOpen()) setOpen(false);
  });
  // Arrived by the link without script, then a script ran: same state, one mechanism.
  if (location.hash === '#sidebar') history.replaceState(null, '', location.pathname + location.search);
}

/** On narrow windows the switchers of versions and products stand in the drawer, in their order. */
function moveSwitchers(drawer: HTMLElement): void {
  const head = drawer.querySelector('.drawer-close');
  const window = matchMedia(isNarrow);
  const moves = [...document.querySelectorAll('.navbar-row > .switcher:not(.switcher-language)')].map((switcher) => {
    const before = switcher.previousElementSibling;
    // The one before it has moved already.
    return () => (window.matches && !drawer.contains(before) ? head : before)?.after(switcher);
  });
  const move = () => {
    for (const each of moves) each();
  };
  window.addEventListener('change', move);
  move();
}
