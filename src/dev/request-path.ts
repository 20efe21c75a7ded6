/**
 * What a request asks for, from its raw target. Everything that could mean a path outside the table of routes is
 * refused before anything is looked up: a target that is no plain path is never "cleaned" into one.
 */

const longest = 4_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const unusable = /[\u0000-\u001f\u007f\\]/;

/** A target that may be looked up. */
export interface RequestTarget {
  /** Decoded once, leading slash, no trailing one (but `/`). */
  readonly path: string;
  /** `?` and what follows, as sent; empty without a query. */
  readonly query: string;
  readonly hasTrailingSlash: boolean;
}

/** Undefined for anything but a plain absolute path: whole URLs, dot segments, empty segments, control characters, broken encoding. */
export function requestTarget(target: string): RequestTarget | undefined {
  if (target.length > longest || !target.startsWith('/') || target.includes('#')) return undefined;
  const cut = target.indexOf('?');
  const raw = cut === -1 ? target : target.slice(0, cut);
  let decoded: string;
  try {
    decoded = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  if (unusable.test(decoded)) return undefined;
  const hasTrailingSlash = decoded.length > 1 && decoded.endsWith('/');
  const path = hasTrailingSlash ? decoded.slice(0, -1) : decoded;
  const segments = path === '/' ? [] : path.slice(1).split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return undefined;
  return { path, query: cut === -1 ? '' : target.slice(cut), hasTrailingSlash };
}
