/** Suggestions for mistyped words. */

/** Maximum number of typing errors for a word of this length. */
function slips(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

/**
 * The word with the fewest typing errors (missing, additional, wrong or swapped letters); the first of equals. The
 * query may be a prefix of a longer word. Undefined when none is near.
 */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const limit = slips(typed.length);
  if (limit === 0) return undefined;
  let nearest: string | undefined;
  // A longer word counts as half an error more.
  let least = limit + 0.75;
  for (const word of words) {
    if (word.length < typed.length - limit || !beginsAlike(typed, word)) continue;
    const distance = slipsBetween(typed, word, Math.ceil(least));
    if (distance < least) {
      nearest = word;
      least = distance;
    }
  }
  return nearest;
}

/** A fast filter: errors at the beginning are rare (one wrong, missing, additional or swapped letter). */
function beginsAlike(typed: string, word: string): boolean {
  return typed[0] === word[0] || typed[1] === word[1] || typed[0] === word[1] || typed[1] === word[0];
}

/** Optimal string alignment distance; for a longer word, that of its best prefix plus a half. */
function slipsBetween(typed: string, word: string, limit: number): number {
  const width = Math.min(word.length, typed.length + limit);
  let before: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1])
        cost = Math.min(cost, (before[column - 2] as number) + 1);
      current.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    before = last;
    last = current;
  }
  const whole = word.length === width ? (last[width] as number) : Number.POSITIVE_INFINITY;
  return Math.min(whole, Math.min(...last) + 0.5);
}
