/** The link chip beside a heading. */
export function AnchorLink({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <a class="heading-anchor" href={`#${id}`} aria-label={`Link to ${text}`}>
      #
    </a>
  );
}
