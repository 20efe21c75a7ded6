/** The link chip at the end of a heading: the same markup as the compiler writes. */
export function AnchorLink({ id }: { readonly id: string }) {
  // biome-ignore lint/a11y/useAnchorContent: its sign comes from the stylesheet, as in the headings of Markdown
  return <a class="heading-anchor" href={`#${id}`} aria-label="Link to this section" />;
}
