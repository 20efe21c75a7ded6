/** Tooltips open by CSS; this closes them with Escape and keeps them inside the window. */
import { delegate } from './delegate.ts';

/** Pixels between a tooltip and the edge of the window. */
const margin = 8;

export function startTooltips(): void {
  const place = (tooltip: HTMLElement) => {
    const box = tooltip.querySelector<HTMLElement>('.tooltip-box');
    if (!box) return;
    box.style.removeProperty('--shift');
    tooltip.removeAttribute('data-below');
    const { left, right, top } = box.getBoundingClientRect();
    const shift = Math.max(margin - left, 0) || Math.min(document.documentElement.clientWidth - margin - right, 0);
    if (shift !== 0) box.style.setProperty('--shift', `${shift}px`);
    tooltip.toggleAttribute('data-below', top < margin);
  };
  const again = (tooltip: HTMLElement, event: MouseEvent | FocusEvent) => {
    if (!tooltip.contains(event.relatedTarget as Node | null)) tooltip.removeAttribute('data-closed');
  };
  delegate('pointerover', '.tooltip', place);
  delegate('focusin', '.tooltip', place);
  delegate('pointerout', '.tooltip', again);
  delegate('focusout', '.tooltip', again);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const tooltip of document.querySelectorAll('.tooltip:is(:hover, :focus-within)')) tooltip.setAttribute('data-closed', '');
  });
}
