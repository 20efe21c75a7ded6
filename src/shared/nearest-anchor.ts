/** Suggestions for links to an anchor that does not exist, shared by the build and the check. */

import { nearestName } from './nearest-name.ts';
import { decoded } from './safe-decode.ts';

/** Maximum number of ids that are compared with a wrong one. */
const maxCompared = 2_000;

/** The most similar id to a fragment (as written, without `#`). */
export function nearestAnchor(fragment: string, ids: ReadonlySet<string>): string | undefined {
  return nearestName(decoded(fragment), [...ids].slice(0, maxCompared));
}

/**
 * The hint for a link to a missing anchor. `page` is the file that lacks the anchor; undefined for the page of the link
 * itself.
 */
export function missingAnchorHint(page: string | undefined, nearest: string | undefined): string {
  return `fix the anchor: ${page ?? 'this page'} has no heading with this ID${nearest === undefined ? '' : `; the most similar ID is ${nearest}`}`;
}
