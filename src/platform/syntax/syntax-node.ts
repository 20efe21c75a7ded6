/**
 * A JSON or YAML value with its position. Keys are in a Map, so that `__proto__` is an ordinary key.
 *
 *   { "name": "a" } object 0–15, member key 2–8, scalar 10–13
 */
import type { SourceText } from '../../model/source-text.ts';

/** Shared nodes (YAML aliases, targets of several `$ref`s) are one object, so never change a node after reading. */
export type SyntaxNode = ObjectNode | ArrayNode | ScalarNode;

interface Span {
  readonly source: SourceText;
  readonly start: number;
  end: number;
}

/** Members in document order; for repeated keys the last one. */
export interface ObjectNode extends Span {
  readonly type: 'object';
  readonly members: Map<string, Member>;
}

/** Keys have their own position, which is the location of unknown keys. */
export interface Member {
  readonly key: Span;
  readonly value: SyntaxNode;
}

/** Items in order; spans are offsets in UTF-16 code units, `end` is exclusive. */
export interface ArrayNode extends Span {
  readonly type: 'array';
  readonly items: SyntaxNode[];
}

interface ScalarNode extends Span {
  readonly type: 'scalar';
  readonly value: string | number | boolean | null;
}
