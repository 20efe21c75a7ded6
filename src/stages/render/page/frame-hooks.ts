/**
 * The parts of the frame have ids for the author's styles (docs-json-spec 3.10), and `data-part` for ours. A heading named
 * `Pagination` has the id that its links expect; on such a page the part of that name has only the other.
 */
import { frameIds } from '../../../shared/site/frame-ids.ts';

const ids = / id="([\w-]+)"/g;

/** Ids of the frame that stand in the content of a page. */
export function takenHooks(content: string): string[] {
  const taken = new Set<string>();
  for (const [, id] of content.matchAll(ids)) if (frameIds.has(id as string)) taken.add(id as string);
  return [...taken];
}

/** The frame without the ids in `taken`; `data-part` stays, so our own styles hold. */
export function withoutHooks(html: string, taken: readonly string[]): string {
  return taken.reduce((text, id) => text.replaceAll(` id="${id}" data-part="${id}"`, ` data-part="${id}"`), html);
}
