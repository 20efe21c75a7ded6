/** A place on a page that is not there: what a build and a check of the whole site say of it. */

import { nearestName } from './nearest-name.ts';
import { decoded } from './safe-decode.ts';

/** Ids of a page that a wrong one is compared with. */
const maxCompared = 2_000;

/** The id that a fragment (without `#`, as it is written) was probably meant to be. */
export function nearestAnchor(fragment: string, ids: ReadonlySet<string>): string | undefined {
  return nearestName(decoded(fragment), [...ids].slice(0, maxCompared));
}

/** The hint for a link to it. `page` is the file that lacks it; undefined for the page of the link itself. */
export function missingAnchorHint(page: string | undefined, nearest: string | undefined): string {
  return `No heading of ${page ?? 'this page'} has that anchor${nearest === undefined ? '' : `; did you mean #${nearest}?`}`;
}
