/**
 * Suggestions: the maximum distance between a mistyped name and its suggestion. Used for all names that authors
 * write: keys, components, icons, pages, anchors, parts of API descriptions.
 */
import { closest, distance } from 'fastest-levenshtein';

/** Comparison time grows with the length of the names; longer ones are not typing errors. */
const longestName = 200;
const maxCandidates = 20_000;

/**
 * The number of letters that may differ. In a name of four letters, two other letters make a different word; in a name
 * of two letters, one does.
 */
function maxTypos(name: string): number {
  if (name.length < 3) return 0;
  return name.length < 5 ? 1 : Math.max(2, Math.floor(name.length / 4));
}

/** The candidate nearest to `name`, ignoring case; the first of equals. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || candidates.length > maxCandidates || name.length > longestName) return undefined;
  const wanted = name.toLowerCase();
  const known = candidates.map((candidate) => candidate.toLowerCase());
  const best = closest(wanted, known);
  const index = isNear(wanted, best) ? known.indexOf(best) : known.findIndex((candidate) => isSwapped(wanted, candidate));
  return candidates[index];
}

/**
 * Whether one name can be a typing error of the other. `create-user` and `create-order` cannot, although few letters
 * differ: when both names have the same number of words, each word must be near.
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

/** Two swapped letters count as one typing error. */
function isSwapped(written: string, meant: string): boolean {
  return written.length > 2 && distance(written, meant) === 2 && sorted(written) === sorted(meant);
}

function sorted(name: string): string {
  return [...name].sort().join('');
}
