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

/** The results of `allPartsOf` for one description. */
interface KnownParts {
  readonly byNode: Map<string, readonly SpecNode[]>;
  /** Visited schemas and references so far. */
  steps: number;
}

/** Computed on demand, because schemas that all refer to each other are asked for thousands of times. */
const knownParts = new WeakMap<ApiDocument, KnownParts>();
/** Real descriptions need less than a tenth. Beyond it, only the schema itself counts, so some warnings are missing. */
const maxSteps = 5_000_000;

/** All steps: every schema object that applies to the same value, starting with this one; each once. */
export function allPartsOf(document: ApiDocument, node: SpecNode): readonly SpecNode[] {
  const known = knownParts.get(document) ?? { byNode: new Map(), steps: 0 };
  knownParts.set(document, known);
  // Thousands of references share the result of their target.
  const start = targetOf(document, node);
  const id = nodeId(start);
  let parts = known.byNode.get(id);
  if (parts === undefined) {
    parts = collectParts(document, start, known);
    known.byNode.set(id, parts);
  }
  return parts;
}

/** The end of a chain of references without other keywords. */
function targetOf(document: ApiDocument, node: SpecNode): SpecNode {
  const seen = new Set<string>();
  let at = node;
  while (isReferenceAlone(document, at) && !seen.has(nodeId(at))) {
    seen.add(nodeId(at));
    const target = partsOf(document, at)[0]?.node;
    if (!target) return at;
    at = target;
  }
  return at;
}

function collectParts(document: ApiDocument, node: SpecNode, known: KnownParts): SpecNode[] {
  const found: SpecNode[] = [];
  const seen = new Set<string>();
  const queue = [node];
  for (let at = queue.pop(); at; at = queue.pop()) {
    const id = nodeId(at);
    if (seen.has(id) || !isObject(at.value)) continue;
    seen.add(id);
    if (!isReferenceAlone(document, at)) found.push(at);
    known.steps++;
    if (known.steps > maxSteps) return found.slice(0, 1);
    const parts = partsOf(document, at);
    for (let index = parts.length - 1; index >= 0; index--) queue.push((parts[index] as Part).node);
  }
  return found;
}
