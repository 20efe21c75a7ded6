/** "Did you mean": the existing path that a wrong one most likely stands for. Indexed, since sites have thousands of both. */
import { distance } from 'fastest-levenshtein';

/** Enough to find the neighbour, few enough that 2,500 broken links on 20,000 pages stay under a second. */
const maxCandidates = 200;

export function nearestPathFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const byName = new Map<string, string[]>();
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    add(byName, nameOf(path).toLowerCase(), path);
    add(byFolder, folderOf(path).toLowerCase(), path);
  }
  return (path) => {
    const moved = closest(path, byName.get(nameOf(path).toLowerCase()) ?? [], path.length);
    if (moved !== undefined) return moved;
    const sibling = closest(path, byFolder.get(folderOf(path).toLowerCase()) ?? [], mostTypos(nameOf(path)));
    // A folder without a page of its own: its first page is meant.
    return sibling ?? byFolder.get(path.toLowerCase())?.[0];
  };
}

/** In a name of four letters two others make another word, in one of two letters every other does. */
function mostTypos(name: string): number {
  if (name.length < 3) return 0;
  return name.length < 5 ? 1 : Math.max(2, Math.floor(name.length / 4));
}

function closest(path: string, candidates: readonly string[], limit: number): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 1;
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

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
