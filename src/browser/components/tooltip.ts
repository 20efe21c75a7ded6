/** CSS opens tooltips; this script closes them with Escape and keeps them inside the window. */
import { delegate } from './delegate.ts';

/** Pixels between a tooltip and its word, and the edge of the window. */
const margin = 8;
const open = '.tooltip:is(:hover, :focus-within)';

/** Call once per document. */
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

/** Uses the top layer, in which ancestors with `transform`, `filter` or `contain` neither move nor clip it. */
function hangFromWindow(tooltip: HTMLElement, box: HTMLElement, isFixed: boolean): void {
  tooltip.toggleAttribute('data-fixed', isFixed);
  box.popover = isFixed ? 'manual' : null;
  // Browsers without popovers position it in the window, below overlays.
  if (isFixed) box.showPopover?.();
}

/** Bottom of the sticky header, in pixels from the top of the window. */
function headerEnd(): number {
  return Math.max(document.querySelector('[data-part="navbar"]')?.getBoundingClientRect().bottom ?? 0, 0);
}

/** Whether an ancestor of the tooltip clips its content, such as a scrolling table. */
function isCutOff(tooltip: HTMLElement): boolean {
  for (let around = tooltip.parentElement; around && around.dataset.part === undefined; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== 'visible') return true;
  }
  return false;
}
