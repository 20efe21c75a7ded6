import { patchedEvent } from '../../contract/dev-channel.ts';

/** Wide tables and code that scroll by themselves must be reachable by keyboard; those that fit need no tab stop. */
export function startScrollAreas(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const area = target as HTMLElement;
      if (area.scrollWidth > area.clientWidth) area.tabIndex = 0;
      else area.removeAttribute('tabindex');
    }
  });
  const observe = () => {
    for (const area of document.querySelectorAll('.table-scroll, #content-area pre')) observer.observe(area);
  };
  observe();
  document.addEventListener(patchedEvent, observe);
}
