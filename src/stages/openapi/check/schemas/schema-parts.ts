/** What holds for one value together: a schema, what it refers to, and the members of its `allOf`. */
import type { ApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../../read/spec-node.ts';
import { isObject } from '../../read/spec-value.ts';
import { isOldDialect } from './check-keywords.ts';

/** A schema that holds for the same value as another one. */
export interface Part {
  readonly node: SpecNode;
  /** Whether it stands in the `allOf` of the other; else that refers to it. */
  readonly isMember: boolean;
}

/** Whether a schema says nothing by itself: a `$ref` stands alone, or as before OpenAPI 3.1 and in AsyncAPI nothing counts beside it. */
export function isReferenceAlone(document: ApiDocument, { value }: SpecNode): boolean {
  if (!isObject(value) || value.$ref === undefined) return false;
  return document.kind === 'asyncapi' || isOldDialect(document) || Object.keys(value).length === 1;
}

/** One step: what a schema refers to, and the members of its `allOf`. */
export function partsOf(document: ApiDocument, node: SpecNode): Part[] {
  const { value } = node;
  if (!isObject(value)) return [];
  const target = typeof value.$ref === 'string' ? document.follower.resolve(node, value.$ref) : undefined;
  const members = isReferenceAlone(document, node) ? [] : childrenOf(childOf(node, 'allOf'));
  return [...(target ? [{ node: target, isMember: false }] : []), ...members.map((member) => ({ node: member, isMember: true }))];
}

/** All steps: every schema object that holds for the value of this one, itself first; each once. */
export function allPartsOf(document: ApiDocument, node: SpecNode): SpecNode[] {
  const found: SpecNode[] = [];
  const seen = new Set<string>();
  const queue = [node];
  for (let at = queue.pop(); at; at = queue.pop()) {
    const id = nodeId(at);
    if (seen.has(id) || !isObject(at.value)) continue;
    seen.add(id);
    if (!isReferenceAlone(document, at)) found.push(at);
    queue.push(
      ...partsOf(document, at)
        .map((part) => part.node)
        .toReversed(),
    );
  }
  return found;
}
