import { patchedEvent } from '../../shared/site/dev-channel.ts';

/** Makes scrolling tables and code focusable; those that fit need no tab stop. */
export function startScrollAreas(): void {
  const selector = '.table-scroll, [data-part="content-area"] pre';
  const observer = new ResizeObserver((entries) => {
    const areas = new Set(entries.flatMap(({ target }) => target.closest<HTMLElement>(selector) ?? []));
    // All are measured before any is changed: after a change, the browser lays out the page again for the next measurement.
    for (const [area, isScrolling] of [...areas].map((each) => [each, scrolls(each)] as const)) {
      if (isScrolling) area.tabIndex = 0;
      else area.removeAttribute('tabindex');
    }
  });
  const observe = () => {
    for (const area of document.querySelectorAll(selector)) {
      observer.observe(area);
      // The content grows when a font loads, while its container does not.
      if (area.firstElementChild) observer.observe(area.firstElementChild);
    }
  };
  observe();
  document.addEventListener(patchedEvent, observe);
}

function scrolls(area: HTMLElement): boolean {
  return area.scrollWidth > area.clientWidth || area.scrollHeight > area.clientHeight;
}
