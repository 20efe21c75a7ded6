/** Tables as readers need them: a wide one scrolls by itself, the page never does; a header without words is none. */
import { islandTag } from '../../../shared/components/islands.ts';

const tags = new RegExp(`<(${islandTag}|table)(?=[\\s>])|</(${islandTag}|table)>|<th((?:\\s[^<>]*)?)></th>`, 'g');

/**
 * Puts every table into a box of its own, and a plain cell in place of an empty header cell; our serializer writes each
 * with its end tag. Islands stay as they were drawn, because the browser draws the same once more over them.
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
