/**
 * "Did you mean": how far a mistyped name may be from the one that is suggested. One rule for all names that authors
 * write: keys, components, icons, pages, anchors, parts of API descriptions.
 */
import { closest, distance } from 'fastest-levenshtein';

/** Comparing takes as long as names are long and many; nobody mistypes a name of this length. */
const longestName = 200;
const maxCandidates = 20_000;

/** How many letters may differ. In a name of four letters two others make another word, in one of two letters every other does. */
function maxTypos(name: string): number {
  if (name.length < 3) return 0;
  return name.length < 5 ? 1 : Math.max(2, Math.floor(name.length / 4));
}

/** The candidate that `name` was probably meant to be, capitals aside; the first of equals. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || candidates.length > maxCandidates || name.length > longestName) return undefined;
  const wanted = name.toLowerCase();
  const known = candidates.map((candidate) => candidate.toLowerCase());
  const best = closest(wanted, known);
  const index = isNear(wanted, best) ? known.indexOf(best) : known.findIndex((candidate) => isSwapped(wanted, candidate));
  return candidates[index];
}

/**
 * Whether one may be a slip of the other. `create-user` and `create-order` are no slips of each other although few letters
 * differ: of names with as many words, each word must be near.
 */
export function isNear(written: string, meant: string): boolean {
  if (distance(written, meant) > maxTypos(written)) return isSwapped(written, meant);
  const [words, others] = [written.split(/[-_ ]/), meant.split(/[-_ ]/)];
  if (words.length === 1 || words.length !== others.length) return true;
  return words.every((word, index) => {
    const other = others[index] as string;
    return word === other || distance(word, other) <= Math.max(1, maxTypos(word)) || isSwapped(word, other);
  });
}

/** Two letters in each other's place are one slip, though two letters differ. */
function isSwapped(written: string, meant: string): boolean {
  return written.length > 2 && distance(written, meant) === 2 && sorted(written) === sorted(meant);
}

function sorted(name: string): string {
  return [...name].sort().join('');
}
