import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { SpecFile } from './source-file.ts';

/** A fault in a description, before its place in the text is looked up: all places of a file are found in one reading. */
export interface SpecFault {
  readonly file: SpecFile;
  /** Pointer of the value, or `key:` and the pointer for its key. */
  readonly at: string;
  /** Another place that the message names. */
  readonly also?: string;
  readonly say: (location: SourceLocation, also?: SourceLocation) => Diagnostic;
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
    const places = file.locateAll(list.flatMap((fault) => (fault.also === undefined ? [fault.at] : [fault.at, fault.also])));
    const told = list.map((fault) =>
      fault.say(places.get(fault.at) as SourceLocation, fault.also === undefined ? undefined : places.get(fault.also)),
    );
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
