/** Icons of the page frame: a placeholder that `icons.ts` fills, a picture, or the author's own drawing. */
import type { VNode } from 'preact';
import { isSafeUrl } from '../../../contract/url.ts';
import type { IconRef } from '../../../model/icon.ts';
import { cleanSvg } from '../../clean-svg.ts';
import { rawHtml } from '../../raw-html.ts';
import type { LayoutContext } from './layout-context.ts';

/** Nothing when there is no icon, or its address is dangerous. An author's drawing is cleaned (`clean-svg.ts`). */
export function LayoutIcon({ icon, context }: { icon: IconRef | undefined; context: LayoutContext }): VNode | null {
  if (icon === undefined) return null;
  switch (icon.kind) {
    case 'name':
      return <svg class="icon" data-icon={`${icon.library}:${icon.style ?? ''}:${icon.name}`} aria-hidden="true" />;
    case 'image':
      if (!isSafeUrl(icon.src, true)) return null;
      return <img class="icon" src={icon.src.startsWith('data:') ? icon.src : context.href(icon.src)} alt="" loading="lazy" />;
    case 'svg':
      return <span class="icon">{rawHtml(cleanSvg(icon.svg))}</span>;
  }
}

/** An icon of our own by name, from the Lucide set. */
export function UiIcon({ name }: { name: string }): VNode {
  return <svg class="icon" data-icon={`lucide::${name}`} aria-hidden="true" />;
}
