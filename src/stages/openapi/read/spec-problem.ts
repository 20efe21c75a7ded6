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
}

/** The problems as diagnostics, sorted by file and position. */
export function locateProblems(problems: readonly SpecProblem[]): Diagnostic[] {
  const byFile = new Map<SpecFile, SpecProblem[]>();
  for (const problem of problems) {
    const list = byFile.get(problem.file);
    if (list) list.push(problem);
    else byFile.set(problem.file, [problem]);
  }
  const diagnostics: Diagnostic[] = [];
  for (const [file, list] of [...byFile].sort(([a], [b]) => (a.path < b.path ? -1 : 1))) {
    const places = file.locateAll(list.flatMap((problem) => (problem.also === undefined ? [problem.at] : [problem.at, problem.also])));
    const reported = list.map((problem) =>
      problem.say(places.get(problem.at) as SourceLocation, problem.also === undefined ? undefined : places.get(problem.also)),
    );
    reported.sort((a, b) => place(a) - place(b) || column(a) - column(b));
    diagnostics.push(...reported);
  }
  return diagnostics;
}

function place({ location }: Diagnostic): number {
  return location?.line ?? 0;
}

function column({ location }: Diagnostic): number {
  return location?.column ?? 0;
}
