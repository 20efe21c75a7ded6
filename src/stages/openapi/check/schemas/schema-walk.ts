import type { ApiSeverity } from '../../errors.ts';
import type { ApiDocument } from '../../read/load-api.ts';
import type { SpecNode } from '../../read/spec-node.ts';

/** The state of the schema traversal: visited schemas, and problems. */
export interface SchemaWalk {
  readonly document: ApiDocument;
  readonly visited: Set<string>;
  /** Gets every schema once. */
  readonly schemas: SpecNode[];
  object(node: SpecNode, name: string): void;
  follow(node: SpecNode, wanted: string): SpecNode | undefined;
  /** `isGrouped`: problems with the same message are reported once, with their number. */
  say(node: SpecNode, message: string, hint?: string, severity?: ApiSeverity, atKey?: boolean, isGrouped?: boolean): void;
}
