import type { JsxNode } from '../parse/syntax-tree.ts';
import type { BodyProp, BodyWriter } from './body.ts';
import type { Context } from './context.ts';

/** A tag of a component of ours on its way into the body of a page; its props may still be changed. */
export interface Tag {
  readonly node: JsxNode;
  readonly name: string;
  readonly props: Record<string, BodyProp>;
  readonly context: Context;
  readonly out: BodyWriter;
}
