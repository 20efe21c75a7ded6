/** Tooltips open by CSS; this closes them with Escape and keeps them whole and inside the window. */
import { delegate } from './delegate.ts';

/** Pixels between a tooltip and its word, and between it and the edge of the window. */
const margin = 8;
const open = '.tooltip:is(:hover, :focus-within)';

/** Once for the life of the document. */
export function startTooltips(): void {
  const again = (tooltip: HTMLElement, event: MouseEvent | FocusEvent) => {
    if (!tooltip.contains(event.relatedTarget as Node | null)) tooltip.removeAttribute('data-closed');
  };
  delegate('pointerover', '.tooltip', place);
  delegate('focusin', '.tooltip', place);
  delegate('pointerout', '.tooltip', again);
  delegate('focusout', '.tooltip', again);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const tooltip of document.querySelectorAll(open)) tooltip.setAttribute('data-closed', '');
  });
  const follow = () => {
    for (const tooltip of document.querySelectorAll<HTMLElement>(`${open}[data-fixed]`)) place(tooltip);
  };
  document.addEventListener('scroll', follow, { capture: true, passive: true });
}

function place(tooltip: HTMLElement): void {
  const box = tooltip.querySelector<HTMLElement>('.tooltip-box');
  if (!box) return;
  box.style.removeProperty('--shift');
  tooltip.removeAttribute('data-below');
  const word = tooltip.getBoundingClientRect();
  const isFixed = isCutOff(tooltip);
  if (isFixed !== tooltip.hasAttribute('data-fixed')) hangFromWindow(tooltip, box, isFixed);
  if (isFixed) {
    box.style.setProperty('--x', `${word.left + word.width / 2}px`);
    box.style.setProperty('--y', `${word.top - margin}px`);
  }
  const { left, right, top } = box.getBoundingClientRect();
  const shift = Math.max(margin - left, 0) || Math.min(document.documentElement.clientWidth - margin - right, 0);
  if (shift !== 0) box.style.setProperty('--shift', `${shift}px`);
  const isBelow = top < margin + headerEnd();
  tooltip.toggleAttribute('data-below', isBelow);
  if (isFixed && isBelow) box.style.setProperty('--y', `${word.bottom + margin}px`);
}

/** In the top layer: there no box around the word moves it or cuts it off, whatever its `transform`, `filter` or `contain`. */
function hangFromWindow(tooltip: HTMLElement, box: HTMLElement, isFixed: boolean): void {
  tooltip.toggleAttribute('data-fixed', isFixed);
  box.popover = isFixed ? 'manual' : null;
  // Browsers without popovers hang it from the window all the same, below what lies over the page.
  if (isFixed) box.showPopover?.();
}

/** Where the header ends that lies over the text, in pixels from the top of the window. */
function headerEnd(): number {
  return Math.max(document.querySelector('[data-part="navbar"]')?.getBoundingClientRect().bottom ?? 0, 0);
}

/** Whether something between a tooltip and the text of the page shows only what is inside of it: a table that scrolls. */
function isCutOff(tooltip: HTMLElement): boolean {
  for (let around = tooltip.parentElement; around && around.dataset.part === undefined; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== 'visible') return true;
  }
  return false;
}
