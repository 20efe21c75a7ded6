/** Parses the raw target of a request. The path is decoded once. A target that is not a plain path is rejected, never normalized. */
import { hasControlCharacter } from '../../model/plain-text.ts';

const longest = 4_000;
/** An empty segment before the last one, or a dot segment. */
const unusableSegment = /\/(?:\/|\.\.?(?:\/|$))/;

/** A parsed target in origin-form (RFC 9112, section 3.2.1). */
export interface RequestTarget {
  /** Decoded once, with a leading slash; a trailing slash is kept. */
  readonly path: string;
  /** `?` and the rest, as sent; empty without a query. */
  readonly query: string;
}

/** Undefined for absolute URLs, dot segments, empty segments, control characters, backslashes and invalid encodings. */
export function requestTarget(target: string): RequestTarget | undefined {
  if (target.length > longest || !target.startsWith('/') || target.includes('#')) return undefined;
  const cut = target.indexOf('?');
  const raw = cut === -1 ? target : target.slice(0, cut);
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  if (hasControlCharacter(path) || path.includes('\\') || unusableSegment.test(path)) return undefined;
  return { path, query: cut === -1 ? '' : target.slice(cut) };
}
