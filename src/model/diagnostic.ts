/**
 * A problem in the author's project, as a value. Stages collect diagnostics; only `cli/` prints them. The location
 * carries the text of its line, so that printers need not read the file again.
 */
import { type DiagnosticCode, entryOf, type SeverityOf } from './diagnostics/catalogue.ts';
import type { Severity } from './diagnostics/entry.ts';

export type { DiagnosticCode, SeverityOf } from './diagnostics/catalogue.ts';
export type { Severity } from './diagnostics/entry.ts';

/** A range in a source file. Lines and columns are 1-based; columns and lengths count UTF-16 code units. */
export interface SourceLocation {
  /** Path relative to the project root, with forward slashes. Never absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many code units the problem covers on its line (default 1). */
  readonly length?: number;
  /** The text of that line without its line end, for the code frame. */
  readonly lineText?: string;
}

/** One problem: what it is, where it is, the author's own text, and how to fix it. */
export interface Diagnostic {
  /** An entry of the catalogue, e.g. `config/unknown-key`. Codes are never renamed. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence that quotes the author's text. Starts in lower case, without a final full stop or an absolute path. */
  readonly message: string;
  readonly location?: SourceLocation;
  /** What to do: one sentence that begins with an imperative verb in lower case, without a final full stop. */
  readonly hint?: string;
  /** The fix, if there is only one: replaces the first `from` at or after the location by `to`. */
  readonly fix?: { readonly from: string; readonly to: string };
  /** Facts of the message for code, which never parses the message itself. */
  readonly data?: DiagnosticData;
}

/** Optional properties of a diagnostic. */
export interface DiagnosticData {
  /** The paths or links that the message says do not exist or form a loop, as the author wrote them. */
  readonly targets?: readonly string[];
  /** What the author probably meant. */
  readonly suggestion?: string;
}

/** The same for diagnostics of the same problem, which several stages can find: hint, fix and severity do not count. */
export function diagnosticKey({ code, message, location }: Diagnostic): string {
  return JSON.stringify([code, message, location?.file, location?.line, location?.column]);
}

interface Details<Code extends DiagnosticCode> {
  /** Default: that of the catalogue. */
  readonly severity?: SeverityOf<Code> | undefined;
  readonly message: string;
  readonly location?: SourceLocation | undefined;
  readonly hint?: string | undefined;
  readonly fix?: Diagnostic['fix'] | undefined;
  readonly data?: DiagnosticData | undefined;
}

/** The only way to create a diagnostic: with a code of the catalogue, and a severity that its entry allows. */
export function diagnostic<const Code extends DiagnosticCode>(code: Code, details: Details<Code>): Diagnostic {
  const { severity = entryOf(code).severity, message, location, hint, fix, data } = details;
  return {
    code,
    severity,
    message,
    ...(location && { location }),
    ...(hint !== undefined && { hint }),
    ...(fix && { fix }),
    ...(data && { data }),
  };
}

/** The return value of every stage: the value as far as it could be computed, and all problems found on the way. */
export interface Result<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
