/** The schemas that apply to one value together: a schema, its references, and the members of its `allOf`. */
import type { ApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../../read/spec-node.ts';
import { isObject } from '../../read/spec-value.ts';
import { isOldDialect } from './check-keywords.ts';

/** A schema that applies to the same value as another one. */
export interface Part {
  readonly node: SpecNode;
  /** Whether it is in the `allOf` of the other; else the other refers to it. */
  readonly isMember: boolean;
}

/**
 * Whether a schema is only a reference: it has nothing beside `$ref`, or its dialect ignores that (before OpenAPI 3.1,
 * and AsyncAPI).
 */
export function isReferenceAlone(document: ApiDocument, { value }: SpecNode): boolean {
  if (!isObject(value) || value.$ref === undefined) return false;
  return document.kind === 'asyncapi' || isOldDialect(document) || Object.keys(value).length === 1;
}

/** One step: the reference of a schema, and the members of its `allOf`. */
export function partsOf(document: ApiDocument, node: SpecNode): Part[] {
  const { value } = node;
  if (!isObject(value)) return [];
  const target = typeof value.$ref === 'string' ? document.refs.resolve(node, value.$ref) : undefined;
  const members = isReferenceAlone(document, node) ? [] : childrenOf(childOf(node, 'allOf'));
  return [...(target ? [{ node: target, isMember: false }] : []), ...members.map((member) => ({ node: member, isMember: true }))];
}

/** All steps: every schema object that applies to the same value, starting with this one; each once. */
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
