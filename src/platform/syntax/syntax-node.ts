/**
 * A JSON or YAML value that remembers where it was written. Keys live in a Map, so that a key such as `__proto__` is a
 * key like any other.
 *
 *   { "name": "a" }      object 0–15, member key 2–8, scalar 10–13
 */
import type { SourceText } from '../../model/source-text.ts';

/** Shared nodes (YAML aliases, files that several `$ref` name) are one object: never change one after its file is read. */
export type SyntaxNode = ObjectNode | ArrayNode | ScalarNode;

interface Span {
  readonly source: SourceText;
  readonly start: number;
  end: number;
}

/** Members in the order of the text; of repeated keys the last one. */
export interface ObjectNode extends Span {
  readonly type: 'object';
  readonly members: Map<string, Member>;
}

/** The key has a place of its own: unknown keys are pointed out there. */
export interface Member {
  readonly key: Span;
  readonly value: SyntaxNode;
}

/** Items in order; spans are offsets in UTF-16 units, `end` behind the last one. */
export interface ArrayNode extends Span {
  readonly type: 'array';
  readonly items: SyntaxNode[];
}

interface ScalarNode extends Span {
  readonly type: 'scalar';
  readonly value: string | number | boolean | null;
}
