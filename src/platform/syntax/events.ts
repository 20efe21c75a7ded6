/**
 * The events that the JSON and YAML readers emit. A text is read once for its value, and again only when a message
 * needs the location of a value, so that no tree of positions is kept.
 */
import type { ExactNumber } from '../../shared/playground/exact-number.ts';

/** Numbers that JavaScript cannot represent keep their digits (`ExactNumber`). */
export type SyntaxScalar = null | boolean | number | ExactNumber | string;

/** Receives a document in order. Offsets count UTF-16 code units. */
export interface SyntaxSink {
  /** Return `false` to stop reading. */
  open(kind: 'map' | 'list', start: number): boolean;
  key(name: string, start: number, end: number): void;
  scalar(value: SyntaxScalar, start: number, end: number): void;
  close(end: number): void;
  /** The next node has this anchor (YAML). */
  anchor(name: string): void;
  /** An anchored node is used again (YAML). */
  alias(name: string, start: number): void;
}

/** The kind of an error that ends reading: each has its own diagnostic code. */
export type SyntaxProblemKind = 'parse' | 'too-deep' | 'yaml-tag' | 'yaml-aliases' | 'proto';

/**
 * Details for problems with a special hint, message or location. `closing`: the offset of the bracket after a comma.
 */
export type SyntaxProblemDetail =
  | { readonly reason: 'empty' | 'comment' }
  | { readonly reason: 'trailing-comma'; readonly closing: number };

/** Thrown by readers at the first error; the caller of a reader must catch it. */
export class SyntaxProblem {
  readonly kind: SyntaxProblemKind;
  readonly message: string;
  readonly offset: number;
  readonly length: number;
  readonly hint: string | undefined;
  readonly detail: SyntaxProblemDetail | undefined;

  constructor(kind: SyntaxProblemKind, message: string, offset: number, length = 1, hint?: string, detail?: SyntaxProblemDetail) {
    this.kind = kind;
    this.message = message;
    this.offset = offset;
    this.length = length;
    this.hint = hint;
    this.detail = detail;
  }
}
