/** Suggests similar paths. Uses an index, because sites can have thousands of pages and of broken links. */
import { distance } from 'fastest-levenshtein';
import { folderOf, nameOf } from '../../model/project-path.ts';
import { isNear } from '../../shared/nearest-name.ts';

/** Enough to find the nearest path, few enough that 2,500 broken links on 20,000 pages take less than a second. */
const maxCandidates = 200;

/**
 * Tries in this order: the same name in another folder, a similar name in this folder, the first page of the named
 * folder. Undefined when none is near.
 */
export function nearestPathFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const byName = new Map<string, string[]>();
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    add(byName, nameOf(path).toLowerCase(), path);
    add(byFolder, folderOf(path).toLowerCase(), path);
  }
  return (path) => {
    const moved = closest(path, byName.get(nameOf(path).toLowerCase()) ?? []);
    if (moved !== undefined) return moved;
    const name = nameOf(path).toLowerCase();
    const siblings = byFolder.get(folderOf(path).toLowerCase()) ?? [];
    const sibling = closest(
      path,
      siblings.slice(0, maxCandidates).filter((other) => isNear(name, nameOf(other).toLowerCase())),
    );
    // A folder without an index page: suggest its first page.
    return sibling ?? byFolder.get(path.toLowerCase())?.[0];
  };
}

function closest(path: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = path.length + 1;
  for (const candidate of candidates.slice(0, maxCandidates)) {
    if (candidate === path) continue;
    const d = distance(path.slice(0, 300), candidate.slice(0, 300));
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const list = map.get(key);
  if (list) list.push(path);
  else map.set(key, [path]);
}
