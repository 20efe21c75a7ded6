import type { VNode } from 'preact';
import { rawHtml } from './raw-html.ts';

/** `render-content.tsx` renders one component for each name; extend both together. */
export type DeferredSlotName = 'update-filters' | 'view-switch';

/**
 * A position in the page whose content is known only after the rest has been rendered (which tags and views exist).
 * It renders a comment, which `renderContent` replaces at the end. In the browser it renders nothing.
 */
export function DeferredSlot({ name }: { readonly name: DeferredSlotName }): VNode {
  return rawHtml(`<!--late:${name}-->`, [{ tag: 'div', attributes: { class: name }, children: [] }]);
}
