/**
 * What the address of a section is taken from, by a pointer or a key: the same markup as the compiler writes. `label` is the
 * id of the element with its words, which holds the link too and is named by itself (`aria-labelledby`): so the link has the
 * name of the heading, and the heading no other than its own.
 */
export function AnchorLink({ id, label = id }: { readonly id: string; readonly label?: string }) {
  // biome-ignore lint/a11y/useAnchorContent: its sign comes from the stylesheet, as in the headings of Markdown
  return <a class="heading-anchor" href={`#${id}`} aria-labelledby={label} />;
}
