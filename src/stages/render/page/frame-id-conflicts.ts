/**
 * The parts of the frame have ids for the author's styles, and `data-part` for docsgen's styles. A heading named
 * `Pagination` needs the id that links to it expect; on such a page, the part with that name only has `data-part`.
 */
import { frameIds } from '../../../shared/site/frame-ids.ts';

const ids = / id="([\w-]+)"/g;

/** Frame ids that are used in the content of a page. */
export function usedFrameIds(content: string): string[] {
  const taken = new Set<string>();
  for (const [, id] of content.matchAll(ids)) if (frameIds.has(id as string)) taken.add(id as string);
  return [...taken];
}

/** The frame without the ids in `taken`; `data-part` stays for docsgen's styles. */
export function withoutFrameIds(html: string, taken: readonly string[]): string {
  return taken.reduce((text, id) => text.replaceAll(` id="${id}" data-part="${id}"`, ` data-part="${id}"`), html);
}
