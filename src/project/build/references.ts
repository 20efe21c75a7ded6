/** Finds references to files of a site in a text: images, descriptions, parts that pages load. */
import { foldPath } from '../../model/project-path.ts';

/** A possible file path: ends in an extension, and has no characters that end an attribute, a string or a `url()`. */
const pathLike = /[^\s"'`()<>,;\\=]+\.[A-Za-z0-9]{1,10}(?=[\s"'`()<>,;\\?#&]|$)/g;

/** `known`: output paths to look for. */
export function referenceFinder(base: string, known: ReadonlySet<string>): (text: string, from?: string) => Set<string> {
  const root = `${base}/`;
  return (text, from = '') => {
    const found = new Set<string>();
    for (const [token] of text.matchAll(pathLike)) {
      const path = token.startsWith(root) ? decoded(token.slice(root.length)) : relative(decoded(token), from);
      if (path !== undefined && known.has(path)) found.add(path);
    }
    return found;
  };
}

/** All paths reachable from `start` through the texts of the files found. */
export function reachedFrom(
  start: Iterable<string>,
  textOf: (path: string) => string | undefined,
  find: (text: string, from: string) => Iterable<string>,
): Set<string> {
  const reached = new Set(start);
  // Grows during the iteration.
  for (const path of reached) {
    const text = textOf(path);
    if (text !== undefined) for (const next of find(text, path)) reached.add(next);
  }
  return reached;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function relative(path: string | undefined, from: string): string | undefined {
  if (path === undefined) return undefined;
  return foldPath(path, path.startsWith('/') ? [] : from.split('/').slice(0, -1));
}
