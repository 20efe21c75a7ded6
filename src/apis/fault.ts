/** A fault in a description, before its place in the text is looked up: all places of a file are found in one reading. */
import type { Diagnostic, SourceLocation } from '../model/diagnostic.ts';
import type { SpecFile } from './source-file.ts';

export interface SpecFault {
  readonly file: SpecFile;
  /** Pointer of the value, or `key:` and the pointer for its key. */
  readonly at: string;
  readonly say: (location: SourceLocation) => Diagnostic;
}

/** The faults as diagnostics, sorted by file and place. */
export function placeFaults(faults: readonly SpecFault[]): Diagnostic[] {
  const byFile = new Map<SpecFile, SpecFault[]>();
  for (const fault of faults) {
    const list = byFile.get(fault.file);
    if (list) list.push(fault);
    else byFile.set(fault.file, [fault]);
  }
  const diagnostics: Diagnostic[] = [];
  for (const [file, list] of [...byFile].sort(([a], [b]) => (a.path < b.path ? -1 : 1))) {
    const places = file.locateAll(list.map((fault) => fault.at));
    const told = list.map((fault) => fault.say(places.get(fault.at) as SourceLocation));
    told.sort((a, b) => place(a) - place(b) || column(a) - column(b));
    diagnostics.push(...told);
  }
  return diagnostics;
}

function place({ location }: Diagnostic): number {
  return location?.line ?? 0;
}

function column({ location }: Diagnostic): number {
  return location?.column ?? 0;
}
