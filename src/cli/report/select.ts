/** Selects and sorts the diagnostics of a run. */
import type { Diagnostic, Severity } from '../../model/diagnostic.ts';

const maxShown = 100;
const maxPerNotice = 5;

/** In order of the first appearance of each file, then by position. */
export function inFileOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = new Map<string, number>();
  const fileOf = (diagnostic: Diagnostic) => diagnostic.location?.file ?? '';
  for (const diagnostic of diagnostics) if (!rank.has(fileOf(diagnostic))) rank.set(fileOf(diagnostic), rank.size);
  return [...diagnostics].sort(
    (a, b) =>
      (rank.get(fileOf(a)) ?? 0) - (rank.get(fileOf(b)) ?? 0) ||
      (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
      (a.location?.column ?? 0) - (b.location?.column ?? 0),
  );
}

/** The diagnostics that are shown to a person. */
export interface Selection {
  readonly shown: readonly Diagnostic[];
  /** The number of omitted diagnostics. */
  readonly more: number;
  /** The number of omitted notices by code, for codes with many similar notices. */
  readonly folded: ReadonlyMap<string, number>;
}

/** The first hundred: errors, then warnings, then notices. Shows only a few notices of each code, unless there are no other diagnostics. */
export function select(diagnostics: readonly Diagnostic[]): Selection {
  const ordered = inFileOrder(diagnostics);
  const of = (severity: Severity) => ordered.filter((diagnostic) => diagnostic.severity === severity);
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
  return { shown: ordered.filter((diagnostic) => chosen.has(diagnostic)), more: candidates.length - chosen.size, folded };
}
