import { patchedEvent } from '../../shared/site/dev-channel.ts';

/** Wide tables and code that scroll by themselves must be reachable by keyboard; those that fit need no tab stop. */
export function startScrollAreas(): void {
  const selector = '.table-scroll, [data-part="content-area"] pre';
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const area = target.closest<HTMLElement>(selector);
      if (!area) continue;
      if (area.scrollWidth > area.clientWidth) area.tabIndex = 0;
      else area.removeAttribute('tabindex');
    }
  });
  const observe = () => {
    for (const area of document.querySelectorAll(selector)) {
      observer.observe(area);
      // What is inside grows when a font arrives, and its area does not.
      if (area.firstElementChild) observer.observe(area.firstElementChild);
    }
  };
  observe();
  document.addEventListener(patchedEvent, observe);
}
