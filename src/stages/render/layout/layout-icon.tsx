/** Icons of the page frame: a placeholder that `icons.ts` fills, a picture, or the author's own drawing. */
import type { VNode } from 'preact';
import type { IconRef } from '../../../model/icon.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import { rawHtml } from '../../components/raw-html.ts';
import { cleanSvg } from '../icons/clean-svg.ts';
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
      return <span class="icon">{rawHtml(cleanSvg(icon.svg), [])}</span>;
  }
}

/** An icon of our own by name, from the Lucide set. */
export function UiIcon({ name }: { name: string }): VNode {
  return <svg class="icon" data-icon={`lucide::${name}`} aria-hidden="true" />;
}
