/** Icons of the page frame: a placeholder for `icons.ts`, an image, or the author's own SVG. */
import type { VNode } from 'preact';
import type { IconRef } from '../../../model/icon.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import { rawHtml } from '../../components/raw-html.ts';
import { cleanSvg } from '../icons/clean-svg.ts';
import type { LayoutContext } from './layout-context.ts';

/** Renders nothing when there is no icon or its URL is unsafe. The author's SVG is sanitized (`clean-svg.ts`). */
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

/** A UI icon by name, from Lucide. */
export function UiIcon({ name }: { name: string }): VNode {
  return <svg class="icon" data-icon={`lucide::${name}`} aria-hidden="true" />;
}
