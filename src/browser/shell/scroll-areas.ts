import { patchedEvent } from '../../shared/site/dev-channel.ts';

/** Makes scrolling tables and code focusable; those that fit need no tab stop. */
export function startScrollAreas(): void {
  const selector = '.table-scroll, [data-part="content-area"] pre';
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const area = target.closest<HTMLElement>(selector);
      if (!area) continue;
      if (area.scrollWidth > area.clientWidth || area.scrollHeight > area.clientHeight) area.tabIndex = 0;
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
