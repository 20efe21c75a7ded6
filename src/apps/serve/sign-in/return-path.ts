/** Where a reader goes after signing in: a path of this site, whatever the address said. */
import { requestTarget } from '../../../platform/http/request-target.ts';

/** The path with its query when it is one of this site and no page of the server; else the start of the site. */
export function returnPath(next: string | null | undefined, base: string): string {
  const start = base === '' ? '/' : base;
  if (next === null || next === undefined || next.length > 2_000) return start;
  // Control characters and backslashes are read away or as slashes by browsers.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return start;
  const target = requestTarget(next.split('#', 1)[0] as string);
  if (target === undefined || (target.path !== base && !target.path.startsWith(`${base}/`))) return start;
  return target.path.startsWith(`${base}/_docsgen/`) ? start : next;
}
