/** A wide table scrolls by itself; the page never does. */
import { islandTag } from '../contract/islands.ts';

const tags = new RegExp(`<(${islandTag}|table)(?=[\\s>])|</(${islandTag}|table)>`, 'g');

/**
 * Puts every table into a box of its own; our serializer writes each with its end tag. Islands stay as they were drawn,
 * because the browser draws the same once more over them.
 */
export function scrollableTables(html: string): string {
  if (!html.includes('<table')) return html;
  let islands = 0;
  return html.replace(tags, (tag, start?: string, end?: string) => {
    if (start === islandTag) islands++;
    if (end === islandTag) islands--;
    if ((start ?? end) === islandTag || islands > 0) return tag;
    return start ? `<div class="table-scroll">${tag}` : `${tag}</div>`;
  });
}
