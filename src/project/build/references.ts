/** Which files of a site a text names: pictures, descriptions, parts that pages fetch. Read from the text as it is sent. */
import { foldPath } from '../../model/project-path.ts';

/** What could be the path of a file: ends in an extension, holds nothing that ends an attribute, a string or a `url()`. */
const pathLike = /[^\s"'`()<>,;\\=]+\.[A-Za-z0-9]{1,10}(?=[\s"'`()<>,;\\?#&]|$)/g;

/** `known`: output paths that are looked for. */
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

/** All paths that can be come to from `start`, through the texts of those that are found on the way. */
export function reachedFrom(
  start: Iterable<string>,
  textOf: (path: string) => string | undefined,
  find: (text: string, from: string) => Iterable<string>,
): Set<string> {
  const reached = new Set(start);
  // Grows while it is walked.
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
