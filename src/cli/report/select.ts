/** Which findings of a run are shown, and in which order. */
import type { Diagnostic } from '../../model/diagnostic.ts';

const mostShown = 100;

/** In the order of the files as they were met, by position inside a file. */
export function inFileOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = new Map<string, number>();
  const fileOf = (found: Diagnostic) => found.location?.file ?? '';
  for (const found of diagnostics) if (!rank.has(fileOf(found))) rank.set(fileOf(found), rank.size);
  return [...diagnostics].sort(
    (a, b) =>
      (rank.get(fileOf(a)) ?? 0) - (rank.get(fileOf(b)) ?? 0) ||
      (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
      (a.location?.column ?? 0) - (b.location?.column ?? 0),
  );
}

/** The first hundred; errors are never crowded out by warnings. */
export function select(diagnostics: readonly Diagnostic[]): { shown: Diagnostic[]; more: number } {
  const ordered = inFileOrder(diagnostics);
  if (ordered.length <= mostShown) return { shown: ordered, more: 0 };
  const chosen = new Set(
    [...ordered.filter((found) => found.severity === 'error'), ...ordered.filter((found) => found.severity !== 'error')].slice(
      0,
      mostShown,
    ),
  );
  return { shown: ordered.filter((found) => chosen.has(found)), more: ordered.length - mostShown };
}
