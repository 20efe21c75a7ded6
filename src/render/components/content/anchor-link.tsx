/**
 * What a pointer takes the address of a section from: the same markup as the compiler writes. It is no part of the heading's
 * name; whoever does without a pointer has the same links in the table of contents.
 */
export function AnchorLink({ id }: { readonly id: string }) {
  // biome-ignore lint/a11y/useAnchorContent: its sign comes from the stylesheet, as in the headings of Markdown
  return <a class="heading-anchor" href={`#${id}`} tabIndex={-1} aria-hidden="true" />;
}
