import { patchedEvent } from '../../shared/site/dev-channel.ts';

/** Marks the current section in the table of contents: the last heading above the upper third of the window. */
export function startScrollSpy(): void {
  let marks = readMarks();
  let current: HTMLAnchorElement | undefined;
  let isWaiting = false;

  const mark = () => {
    isWaiting = false;
    const line = innerHeight / 4;
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    let found = marks[0]?.link;
    for (const { link, heading } of marks) {
      // Headings in hidden tabs have no position.
      if (heading.getClientRects().length === 0) continue;
      if (heading.getBoundingClientRect().top > line && !(isAtEnd && link.hash === location.hash)) {
        if (!isAtEnd) break;
        continue;
      }
      found = link;
    }
    if (found === current) return;
    current?.removeAttribute('aria-current');
    found?.setAttribute('aria-current', 'true');
    current = found;
    keepInView(found);
  };
  const onScroll = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(mark);
  };
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('resize', onScroll, { passive: true });
  document.addEventListener(patchedEvent, () => {
    marks = readMarks();
    onScroll();
  });
  onScroll();

  function keepInView(link: HTMLElement | undefined): void {
    const box = link?.closest<HTMLElement>('[data-part="table-of-contents-layout"]');
    if (!link || !box || box.scrollHeight <= box.clientHeight) return;
    const top = link.offsetTop - box.clientHeight / 2;
    box.scrollTo({ top });
  }
}

/** The links of the table of contents with their headings. */
function readMarks(): { readonly link: HTMLAnchorElement; readonly heading: HTMLElement }[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('[data-part="table-of-contents-content"] a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
}
