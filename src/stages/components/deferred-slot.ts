import type { VNode } from 'preact';
import { rawHtml } from './raw-html.ts';

/** Each name is filled by one component of its own in `render-content.tsx`; add there what is added here. */
export type DeferredSlotName = 'update-filters' | 'view-switch';

/**
 * A place in the page whose content is known only when the rest has been rendered (which tags, which views there are).
 * It prints a comment; `renderContent` puts the content there at the end. In the browser it prints nothing.
 */
export function DeferredSlot({ name }: { readonly name: DeferredSlotName }): VNode {
  return rawHtml(`<!--late:${name}-->`, [{ tag: 'div', attributes: { class: name }, children: [] }]);
}
