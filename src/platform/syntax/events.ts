/**
 * What a JSON and a YAML reader report while they go through a text. The text is read to make its value, and read again
 * only when a message needs the location of a value: nothing but offsets, so that no tree of positions is kept.
 */
import type { ExactNumber } from '../../shared/playground/exact-number.ts';

/** Numbers that JavaScript would change are kept by their digits (`ExactNumber`). */
export type SyntaxScalar = null | boolean | number | ExactNumber | string;

/** Receives a document in order. Offsets count UTF-16 code units. */
export interface SyntaxSink {
  /** `false` ends the reading: enough is known. */
  open(kind: 'map' | 'list', start: number): boolean;
  key(name: string, start: number, end: number): void;
  scalar(value: SyntaxScalar, start: number, end: number): void;
  close(end: number): void;
  /** The next node has this anchor (YAML). */
  anchor(name: string): void;
  /** An anchored node stands here once more (YAML). */
  alias(name: string, start: number): void;
}

/** What ended the reading: each has a code of its own among the diagnostics. */
export type SyntaxProblemKind = 'parse' | 'too-deep' | 'yaml-tag' | 'yaml-aliases' | 'proto';

/** What callers have a hint, a message or a location of their own for. `closing`: the offset of the bracket after a comma. */
export type SyntaxProblemDetail =
  | { readonly reason: 'empty' | 'comment' }
  | { readonly reason: 'trailing-comma'; readonly closing: number };

/** Leaves a reader at the first error; whoever calls a reader catches it. */
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
