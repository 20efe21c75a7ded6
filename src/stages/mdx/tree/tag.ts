import type { JsxNode } from '../parse/syntax-tree.ts';
import type { BodyProp, BodyWriter } from './body.ts';
import type { Context } from './context.ts';

/** The tag of a built-in component during lowering; its props are mutable. */
export interface Tag {
  readonly node: JsxNode;
  readonly name: string;
  readonly props: Record<string, BodyProp>;
  readonly context: Context;
  readonly out: BodyWriter;
}
