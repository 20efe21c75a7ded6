/**
 * The path of a request, from its raw target. It is decoded once and compared with what is in the table of routes; a
 * target that is no plain path is never cleaned into one.
 */

const longest = 4_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const unusable = /[\u0000-\u001f\u007f\\]/;

/** What was asked for, origin-form alone (RFC 9112, 3.2.1). */
export interface RequestTarget {
  /** Decoded once, with a leading slash; a trailing one is kept. */
  readonly path: string;
  /** `?` and what follows, as sent; empty without a query. */
  readonly query: string;
}

/** Undefined for whole URLs, dot segments, empty segments, control characters and broken encoding. */
export function requestTarget(target: string): RequestTarget | undefined {
  if (target.length > longest || !target.startsWith('/') || target.includes('#')) return undefined;
  const cut = target.indexOf('?');
  const raw = cut === -1 ? target : target.slice(0, cut);
  const query = cut === -1 ? '' : target.slice(cut);
  let path = raw;
  if (raw.includes('%')) {
    try {
      path = decodeURIComponent(raw);
    } catch {
      return undefined;
    }
  }
  if (unusable.test(path)) return undefined;
  for (let at = 0; at < path.length; at = path.indexOf('/', at + 1)) {
    if (at === -1) break;
    const next = path.indexOf('/', at + 1);
    const segment = path.slice(at + 1, next === -1 ? path.length : next);
    if (segment === '.' || segment === '..' || (segment === '' && next !== -1)) return undefined;
    if (next === -1) break;
  }
  return { path, query };
}
