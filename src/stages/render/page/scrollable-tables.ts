/** Makes wide tables scroll on their own instead of the page, and replaces empty headers. */
import { islandTag } from '../../../shared/components/islands.ts';

const tags = new RegExp(`<(${islandTag}|table)(?=[\\s>])|</(${islandTag}|table)>|<th((?:\\s[^<>]*)?)></th>`, 'g');

/**
 * Wraps every table in a scrollable box, and turns an empty header cell into a plain cell; relies on the end tags of
 * the serializer. Skips islands, because hydration expects the same HTML.
 */
export function scrollableTables(html: string): string {
  if (!html.includes('<table')) return html;
  let islands = 0;
  return html.replace(tags, (tag, start?: string, end?: string, emptyHeader?: string) => {
    if (start === islandTag) islands++;
    if (end === islandTag) islands--;
    if ((start ?? end) === islandTag || islands > 0) return tag;
    if (emptyHeader !== undefined) return `<td${emptyHeader}></td>`;
    return start ? `<div class="table-scroll">${tag}` : `${tag}</div>`;
  });
}
