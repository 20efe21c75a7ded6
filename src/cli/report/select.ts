/** Which findings of a run are shown, and in which order. */
import type { Diagnostic, Severity } from '../../model/diagnostic.ts';

const maxShown = 100;
const maxPerNotice = 5;

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

/** What a person gets to read of a run. */
export interface Selection {
  readonly shown: readonly Diagnostic[];
  /** How many are left out for want of room. */
  readonly more: number;
  /** Code of notices that all say much the same → how many of them are left out. */
  readonly folded: ReadonlyMap<string, number>;
}

/** The first hundred: errors, then warnings, then notices. Of each kind of notice a few, unless it is the only kind of finding. */
export function select(diagnostics: readonly Diagnostic[]): Selection {
  const ordered = inFileOrder(diagnostics);
  const of = (severity: Severity) => ordered.filter((found) => found.severity === severity);
  const folded = new Map<string, number>();
  const isAlone = new Set(ordered.map(({ code }) => code)).size === 1;
  const seen = new Map<string, number>();
  const notices = of('notice').filter(({ code }) => {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    if (isAlone || count <= maxPerNotice) return true;
    folded.set(code, (folded.get(code) ?? 0) + 1);
    return false;
  });
  const candidates = [...of('error'), ...of('warning'), ...notices];
  const chosen = new Set(candidates.slice(0, maxShown));
  return { shown: ordered.filter((found) => chosen.has(found)), more: candidates.length - chosen.size, folded };
}
