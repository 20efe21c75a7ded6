/**
 * The anchor link of a section, with the markup that the compiler writes for headings. `label` is the id of the
 * element that holds both the text and the link. Naming that element by itself (`aria-labelledby`) gives the link the
 * name of the heading and keeps the link text out of the heading's name.
 */
export function AnchorLink({ id, label = id }: { readonly id: string; readonly label?: string }) {
  // biome-ignore lint/a11y/useAnchorContent: its sign comes from the stylesheet, as in the headings of Markdown
  return <a class="heading-anchor" href={`#${id}`} aria-labelledby={label} />;
}
