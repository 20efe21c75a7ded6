/**
 * The HTML of an interactive author component, written by the sandbox and read by the browser:
 *
 *   <docs-island data-src="/_docsgen/islands/x-HASH.js" data-component="snippets/x.jsx#Counter" data-props="{…}">
 *     the component's HTML, with markup from its props in <docs-slot data-slot="0">…</docs-slot>
 *     <template data-slot="1">markup from its props that it does not show yet</template>
 *   </docs-island>
 *
 * `data-client` marks a component that renders only in a browser: the island is empty until then.
 */

/** Contains a component that the browser hydrates; `data-src` is its bundle. */
export const islandTag = 'docs-island';
/** Contains markup from a component's props, under the number of its `$slot`. */
export const slotTag = 'docs-slot';
/** Contains ready-made HTML inside a component: the virtual DOM needs an element for it. */
export const rawTag = 'docs-html';

/** None of these three elements creates a box. */
export const noBox = 'display:contents';

/** Text-level and simple block elements: in short markup they are passed to an island as elements, not as a slot. */
export const plainTags: ReadonlySet<string> = new Set('a b blockquote br code del em i li ol p s span strong u ul'.split(' '));

/** A prop that is not JSON. */
export type EncodedProp =
  /** Markup: the slot with this number. */
  | { readonly $slot: number }
  /** A function or component of the author or of docsgen, by its name in the island's scope. */
  | { readonly $ref: string }
  /** A plain element, whose content the component may read (`children.props.children`). */
  | { readonly $tag: string; readonly props: Readonly<Record<string, unknown>> }
  /** An element of such a component, whose parent reads its props (`<MyTabs><MyTab title="x">…`). */
  | { readonly $element: string; readonly key?: string | number; readonly props: Readonly<Record<string, unknown>> };

/** `module#name`: a component in `data-component`, a function in a prop, a key of a bundle's `scope`. */
export function reference(module: string, name: string): string {
  return `${module}#${name}`;
}
