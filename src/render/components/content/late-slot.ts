/**
 * A place in the page whose content is known only when the rest has been rendered (which tags, which views there are).
 * It prints a comment; `renderContent` puts the content there at the end. In the browser it prints nothing.
 */
import type { VNode } from 'preact';
import { rawHtml } from '../../raw-html.ts';

export type LateSlotName = 'update-filters' | 'view-switch';

export function LateSlot({ name }: { readonly name: LateSlotName }): VNode {
  return rawHtml(`<!--late:${name}-->`);
}
