import type { NavDivision } from './site-config.ts';

/** A division of the navigation and all its descendants, parents first, in the order of docs.json. */
export function divisionsOf(navigation: NavDivision): readonly NavDivision[] {
  const found: NavDivision[] = [];
  const queue = [navigation];
  for (let division = queue.pop(); division; division = queue.pop()) {
    found.push(division);
    for (const entry of division.entries.toReversed()) if (entry.kind !== 'page' && entry.kind !== 'endpoint') queue.push(entry);
  }
  return found;
}
