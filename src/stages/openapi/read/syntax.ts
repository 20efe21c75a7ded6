/**
 * What a JSON and a YAML reader tell while they go through a text. The text is read to make its value, and read again
 * only when a message needs the place of a value: nothing but offsets, so that no tree of positions is kept.
 */
import type { SpecScalar } from './spec-value.ts';

/** Receives a document in order. Offsets count UTF-16 code units. */
export interface SyntaxSink {
  /** `false` ends the reading: enough is known. */
  open(kind: 'map' | 'list', start: number): boolean;
  key(name: string, start: number, end: number): void;
  scalar(value: SpecScalar, start: number, end: number): void;
  close(end: number): void;
  /** The next node has this anchor (YAML). */
  anchor(name: string): void;
  /** An anchored node stands here once more (YAML). */
  alias(name: string, start: number): void;
}

/** What ended the reading: each has a code of its own among the diagnostics. */
export type SyntaxProblemKind = 'parse' | 'too-deep' | 'yaml-tag' | 'yaml-aliases' | 'proto';

/** Internal to reading: leaves a reader at the first fault; caught in `source-file.ts`. */
export class SyntaxProblem {
  readonly kind: SyntaxProblemKind;
  readonly message: string;
  readonly offset: number;
  readonly length: number;
  readonly hint?: string;

  constructor(kind: SyntaxProblemKind, message: string, offset: number, length = 1, hint?: string) {
    this.kind = kind;
    this.message = message;
    this.offset = offset;
    this.length = length;
    this.hint = hint;
  }
}
