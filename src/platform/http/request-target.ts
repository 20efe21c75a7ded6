/**
 * What a request asks for, from its raw target. It is decoded once and looked up in a table of routes; a target that is
 * no plain path is never cleaned into one.
 */
import { hasControlCharacter } from '../../model/control-character.ts';

const longest = 4_000;
/** An empty segment before the last, or one of dots. */
const unusableSegment = /\/(?:\/|\.\.?(?:\/|$))/;

/** What was asked for, origin-form alone (RFC 9112, 3.2.1). */
export interface RequestTarget {
  /** Decoded once, with a leading slash; a trailing one is kept. */
  readonly path: string;
  /** `?` and what follows, as sent; empty without a query. */
  readonly query: string;
}

/** Undefined for whole URLs, dot segments, empty segments, control characters, backslashes and broken encoding. */
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
