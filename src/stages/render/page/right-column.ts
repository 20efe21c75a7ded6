/**
 * Content that stands beside the text on wide screens: `Panel`, `RequestExample` and `ResponseExample` print theirs
 * between markers. Taken out of the flow here; pages without a right column keep it where it was written.
 */
const start = '<!--aside-->';
const end = '<!--/aside-->';

/** `aside` is empty without a column. A marker without its end leaves the rest where it is. */
export function splitRightColumn(html: string, hasColumn: boolean): { content: string; aside: string } {
  let from = html.indexOf(start);
  if (from < 0) return { content: html, aside: '' };
  let content = '';
  let aside = '';
  let at = 0;
  for (; from >= 0; from = html.indexOf(start, at)) {
    const to = html.indexOf(end, from);
    if (to < 0) break;
    const inside = html.slice(from + start.length, to);
    content += html.slice(at, from) + (hasColumn ? '' : inside);
    aside += inside;
    at = to + end.length;
  }
  return { content: content + html.slice(at), aside: hasColumn ? aside : '' };
}
