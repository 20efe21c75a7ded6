/** Longest common subsequence of two lists of texts. */

/** Pairs of indexes of equal texts, ascending. Removes common ends first, because the changed part is small. */
export function commonRun(older: readonly string[], newer: readonly string[]): [number, number][] {
  const head: [number, number][] = [];
  const tail: [number, number][] = [];
  let start = 0;
  let oldEnd = older.length;
  let newEnd = newer.length;
  while (start < oldEnd && start < newEnd && older[start] === newer[start]) head.push([start, start++]);
  while (oldEnd > start && newEnd > start && older[oldEnd - 1] === newer[newEnd - 1]) tail.unshift([--oldEnd, --newEnd]);
  const rows = oldEnd - start;
  const columns = newEnd - start;
  // A completely different page is not worth the search.
  if (rows === 0 || columns === 0 || rows * columns > 250_000) return [...head, ...tail];
  const lengths = new Uint32Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number) => row * (columns + 1) + column;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[at(row, column)] =
        older[start + row] === newer[start + column]
          ? (lengths[at(row + 1, column + 1)] as number) + 1
          : Math.max(lengths[at(row + 1, column)] as number, lengths[at(row, column + 1)] as number);
    }
  }
  const middle: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (older[start + row] === newer[start + column]) middle.push([start + row++, start + column++]);
    else if ((lengths[at(row + 1, column)] as number) >= (lengths[at(row, column + 1)] as number)) row++;
    else column++;
  }
  return [...head, ...middle, ...tail];
}
