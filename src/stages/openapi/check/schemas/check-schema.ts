/** Checks schemas and everything in them: keywords, references, discriminators. */
import { childOf, childrenOf, nodeId, type SpecNode } from '../../read/spec-node.ts';
import { isObject, type SpecObject } from '../../read/spec-value.ts';
import { kindOf, locationName } from '../location-name.ts';
import { checkKeywords, isOldDialect } from './check-keywords.ts';
import type { SchemaWalk } from './schema-walk.ts';

const one = [
  'not',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'contentSchema',
];
const many = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
/**
 * The schema of `node` and all reachable ones, each once in a whole traversal; not recursive, because schemas may be
 * deeply nested. Adds them to `walk.schemas`.
 */
export function checkSchema(node: SpecNode, walk: SchemaWalk): void {
  const queue = [node];
  for (let at = queue.pop(); at; at = queue.pop()) {
    const id = `Schema ${nodeId(at)}`;
    if (walk.visited.has(id)) continue;
    walk.visited.add(id);
    walk.schemas.push(at);
    const inside = checkOne(at, walk);
    queue.push(...inside.toReversed());
  }
}

/** Nested or referenced schemas. */
function checkOne(node: SpecNode, walk: SchemaWalk): SpecNode[] {
  const { value } = node;
  if (typeof value === 'boolean') return [];
  if (!isObject(value)) {
    walk.say(node, `${locationName(node)} must be a schema, got ${kindOf(value)}`);
    return [];
  }
  const inside: SpecNode[] = [];
  const reference = childOf(node, '$ref');
  if (reference && typeof reference.value !== 'string')
    walk.say(reference, `${locationName(reference)} must be a string, got ${kindOf(reference.value)}`);
  if (typeof value.$ref === 'string') {
    const target = walk.follow(node, 'Schema');
    if (target) inside.push(target);
    if (walk.document.version === '3.0' || walk.document.version === '2.0') return inside;
  }
  checkKeywords(node, value, walk);
  for (const key of one) inside.push(...optional(childOf(node, key)));
  for (const key of many) inside.push(...list(node, key, walk));
  for (const key of named) inside.push(...map(node, key, walk));
  const items = childOf(node, 'items');
  if (items) inside.push(...(Array.isArray(items.value) ? childrenOf(items) : [items]));
  const discriminator = childOf(node, 'discriminator');
  if (discriminator && walk.document.kind === 'openapi') checkDiscriminator(discriminator, walk);
  if (typeof value.discriminator === 'string') checkDiscriminatorName(node, value, walk);
  if (typeof value.$dynamicRef === 'string') walk.document.refs.resolve(node, value.$dynamicRef);
  const docs = childOf(node, 'externalDocs');
  if (docs && walk.document.kind === 'openapi') walk.object(docs, 'ExternalDocs');
  const xml = childOf(node, 'xml');
  if (xml && walk.document.kind === 'openapi') checkXml(xml, walk);
  return inside;
}

function checkXml(xml: SpecNode, walk: SchemaWalk): void {
  walk.object(xml, 'Xml');
  if (isObject(xml?.value) && xml.value.nodeType !== undefined)
    for (const key of ['attribute', 'wrapped'])
      if (xml.value[key] !== undefined) walk.say(xml, `${locationName(xml)} has both nodeType and ${key}`, 'keep one of the two');
}

/** AsyncAPI and OpenAPI 2.0: the name of a property that every value has. */
function checkDiscriminatorName(node: SpecNode, { discriminator, required }: SpecObject, walk: SchemaWalk): void {
  if (Array.isArray(required) && required.includes(discriminator as string)) return;
  const hint = `add ${discriminator} to the "required" list`;
  walk.say(
    childOf(node, 'discriminator') as SpecNode,
    `the discriminator ${discriminator} must be required`,
    hint,
    walk.document.kind === 'asyncapi' ? 'error' : 'warning',
  );
}

function checkDiscriminator(node: SpecNode, walk: SchemaWalk): void {
  if (walk.document.version === '2.0') return;
  walk.object(node, 'Discriminator');
  for (const entry of childrenOf(childOf(node, 'mapping'))) {
    if (typeof entry.value === 'string' && /[#/]/.test(entry.value)) walk.document.refs.resolve(entry, entry.value);
  }
}

function optional(node: SpecNode | undefined): SpecNode[] {
  return node ? [node] : [];
}

function list(node: SpecNode, key: string, walk: SchemaWalk): SpecNode[] {
  const member = childOf(node, key);
  if (member === undefined) return [];
  if (Array.isArray(member.value)) {
    if (member.value.length === 0 && walk.document.kind === 'openapi' && !isOldDialect(walk.document))
      walk.say(member, `${locationName(member)} is empty: it must contain a schema`, 'remove it');
    return childrenOf(member);
  }
  walk.say(member, `${locationName(member)} must be a list of schemas, got ${kindOf(member.value)}`);
  return [];
}

function map(node: SpecNode, key: string, walk: SchemaWalk): SpecNode[] {
  const member = childOf(node, key);
  if (member === undefined) return [];
  if (isObject(member.value)) return childrenOf(member);
  walk.say(member, `${locationName(member)} must be an object, got ${kindOf(member.value)}`);
  return [];
}
