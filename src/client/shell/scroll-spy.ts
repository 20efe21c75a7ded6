/** Marks in the table of contents what is being read: the last heading above the upper third of the window. */
export function startScrollSpy(): void {
  const toc = document.getElementById('table-of-contents-content');
  if (!toc) return;
  const marks: { link: HTMLAnchorElement; heading: HTMLElement }[] = [];
  for (const link of toc.querySelectorAll('a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) marks.push({ link, heading });
  }
  let current: HTMLAnchorElement | undefined;
  let isWaiting = false;

  const mark = () => {
    isWaiting = false;
    const line = innerHeight / 4;
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    let found = marks[0]?.link;
    for (const { link, heading } of marks) {
      // Headings in closed tabs have no place.
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
  mark();

  function keepInView(link: HTMLElement | undefined): void {
    const box = toc?.closest<HTMLElement>('#table-of-contents-layout');
    if (!link || !box || box.scrollHeight <= box.clientHeight) return;
    const top = link.offsetTop - box.clientHeight / 2;
    box.scrollTo({ top });
  }
}
