/**
 * How a live component of the author stands in the HTML, so that the sandbox (which prints it) and the browser (which
 * wakes it) agree:
 *
 *   <docs-island data-src="/_docsgen/islands/x-HASH.js" data-component="snippets/x.jsx#Counter" data-props="{…}">
 *     the component's HTML, in which markup that it was given stands in <docs-slot data-slot="0">…</docs-slot>
 *     <template data-slot="1">markup that it was given but does not show yet</template>
 *   </docs-island>
 *
 * `data-client` marks a component that cannot be drawn without a browser: the island is empty until then.
 */

/** Holds a component that the browser wakes; `data-src` is its bundle. */
export const islandTag = 'docs-island';
/** Holds markup that was given to a component, under the number of its `$slot`. */
export const slotTag = 'docs-slot';
/** Ready-made HTML inside a component: an element of its own, because the browser's tree needs a node to hold it. */
export const rawTag = 'docs-html';

/** None of these three makes a box of its own. */
export const noBox = 'display:contents';

/** A prop that is not JSON. */
export type EncodedProp =
  /** Markup: the slot with this number. */
  | { readonly $slot: number }
  /** A function or component of the author's or ours, by its name in the island's scope. */
  | { readonly $ref: string }
  /** An element of such a component whose parent looks into it (`<MyTabs><MyTab title="x">…`). */
  | { readonly $element: string; readonly key?: string | number; readonly props: Readonly<Record<string, unknown>> };

/** `module#name`: a component in `data-component`, a function in a prop, a key of a bundle's `scope`. */
export function reference(module: string, name: string): string {
  return `${module}#${name}`;
}
