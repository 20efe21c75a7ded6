/** Validates where a reader goes after signing in: always a path of this site. */
import { requestTarget } from '../../../platform/http/request-target.ts';

/** Returns the path with its query if it belongs to this site and is not a page of the server itself; otherwise the home page. */
export function returnPath(next: string | null | undefined, base: string): string {
  const start = base === '' ? '/' : base;
  if (next === null || next === undefined || next.length > 2_000) return start;
  // Browsers remove control characters and treat backslashes as slashes.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return start;
  const target = requestTarget(next.split('#', 1)[0] as string);
  if (target === undefined || (target.path !== base && !target.path.startsWith(`${base}/`))) return start;
  return target.path.startsWith(`${base}/_docsgen/`) ? start : next;
}
