import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { SpecFile } from './source-file.ts';

/** A problem in a description before its location is computed: all locations in a file are found in one reading. */
export interface SpecProblem {
  readonly file: SpecFile;
  /** Pointer of the value, or `key:` and the pointer for its key. */
  readonly at: string;
  /** Another location that the message names. */
  readonly also?: string;
  readonly say: (location: SourceLocation, also?: SourceLocation) => Diagnostic;
  /** Problems with the same key are one repeated mistake, reported once with the number of the others. */
  readonly group?: string;
}

/** Maximum number of other locations in the message of a repeated problem. */
const maxOthers = 3;

/** The problems as diagnostics, sorted by file and position. */
export function locateProblems(problems: readonly SpecProblem[]): Diagnostic[] {
  const byFile = new Map<SpecFile, SpecProblem[]>();
  for (const problem of problems) {
    const list = byFile.get(problem.file);
    if (list) list.push(problem);
    else byFile.set(problem.file, [problem]);
  }
  const found: { readonly diagnostic: Diagnostic; readonly group: string | undefined }[] = [];
  for (const [file, list] of [...byFile].sort(([a], [b]) => (a.path < b.path ? -1 : 1))) {
    const places = file.locateAll(list.flatMap((problem) => (problem.also === undefined ? [problem.at] : [problem.at, problem.also])));
    const reported = list.map((problem) => ({
      diagnostic: problem.say(places.get(problem.at) as SourceLocation, problem.also === undefined ? undefined : places.get(problem.also)),
      group: problem.group,
    }));
    reported.sort((a, b) => place(a.diagnostic) - place(b.diagnostic) || column(a.diagnostic) - column(b.diagnostic));
    for (const one of reported) found.push(one);
  }
  return grouped(found);
}

/** The first of each group, with the number and the first locations of the others. */
function grouped(found: readonly { readonly diagnostic: Diagnostic; readonly group: string | undefined }[]): Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const { diagnostic, group } of found) {
    if (group === undefined) continue;
    const list = groups.get(group);
    if (list) list.push(diagnostic);
    else groups.set(group, [diagnostic]);
  }
  return found.flatMap(({ diagnostic, group }) => {
    const [first, ...others] = (group === undefined ? undefined : groups.get(group)) ?? [diagnostic];
    if (first !== diagnostic) return [];
    return [others.length === 0 ? diagnostic : withOthers(diagnostic, others)];
  });
}

function withOthers(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const named = others.slice(0, maxOthers).map(({ location }) => {
    const line = `line ${location?.line}`;
    return location?.file === first.location?.file ? line : `${location?.file} ${line}`;
  });
  const rest = others.length > maxOthers ? ', …' : '';
  return { ...first, message: `${first.message}, and ${others.length} more (${named.join(', ')}${rest})` };
}

function place({ location }: Diagnostic): number {
  return location?.line ?? 0;
}

function column({ location }: Diagnostic): number {
  return location?.column ?? 0;
}
