/** "Did you mean": the existing path that a wrong one most likely stands for. Indexed, since sites have thousands of both. */
import { distance } from 'fastest-levenshtein';
import { folderOf, nameOf } from '../../model/project-path.ts';
import { isNear } from '../../shared/nearest-name.ts';

/** Enough to find the neighbour, few enough that 2,500 broken links on 20,000 pages stay under a second. */
const maxCandidates = 200;

/**
 * Tried in this order: the same name in another folder, a name that is nearly the same in this folder, the first page of
 * the folder that was named. Undefined when none is near.
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
    // A folder without a page of its own: its first page is meant.
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
