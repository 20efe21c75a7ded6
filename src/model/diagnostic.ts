/**
 * A fault found in the author's project, as a value. Stages collect these; only `cli/` words them for a terminal.
 * The location carries the text of its line, so that a printer needs no second read of the file.
 */

/** An error fails the command, and so does a warning under `--strict`; a notice never does. */
export type Severity = 'error' | 'warning' | 'notice';

/** A place in a source file. Lines and columns are 1-based; columns and lengths count UTF-16 code units. */
export interface SourceLocation {
  /** Path relative to the project root, with forward slashes. Never absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many code units the fault covers on its line (default 1). */
  readonly length?: number;
  /** The text of that line without its line end, for the code frame. */
  readonly lineText?: string;
}

/** One finding: what is wrong, where, in the author's own words, and how to mend it. */
export interface Diagnostic {
  /** Permanent, `room/fault` in kebab-case, e.g. `config/unknown-key`. Never renamed. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence that quotes the author's text. No label words, no trailing full stop, no absolute path. */
  readonly message: string;
  readonly location?: SourceLocation;
  /** What to do, one sentence. */
  readonly hint?: string;
  /** The mend where it is mechanical: `from` stands at the location or after it, and becomes `to`. */
  readonly fix?: { readonly from: string; readonly to: string };
}

/** What every stage returns: the value as far as it could be made, and all faults found on the way. */
export interface Result<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
