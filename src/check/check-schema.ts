/** Schemas: types, shapes of keywords, references; unknown words only where they look like a known one. */
import { nearest } from '../apis/follow.ts';
import type { ApiDocument } from '../apis/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../apis/spec-node.ts';
import { isObject, type SpecObject, type SpecValue } from '../apis/spec-value.ts';
import type { Severity } from '../model/diagnostic.ts';
import { kindOf, placeName } from './place-name.ts';

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
const numbers =
  `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties`.split(
    ' ',
  );
const texts = ['title', 'description', 'format', 'pattern'];
const flags = ['readOnly', 'writeOnly', 'deprecated', 'uniqueItems', 'nullable'];
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const others = `type enum const default example examples required items discriminator xml externalDocs $ref $schema $id $anchor $dynamicRef
  $dynamicAnchor $comment $vocabulary minContains maxContains dependentRequired contentEncoding contentMediaType`.split(/\s+/);
const known = [...one, ...many, ...named, ...numbers, ...texts, ...flags, ...others];
const knownSet = new Set(known);

/** The check that comes by a schema: what it has seen, and where it notes faults. */
export interface SchemaWalk {
  readonly document: ApiDocument;
  readonly visited: Set<string>;
  /** Gets every schema once. */
  readonly schemas: SpecNode[];
  object(node: SpecNode, name: string): void;
  say(node: SpecNode, message: string, hint?: string, severity?: Severity, atKey?: boolean): void;
}

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

/** The schemas inside, or behind a reference. */
function checkOne(node: SpecNode, walk: SchemaWalk): SpecNode[] {
  const { value } = node;
  if (typeof value === 'boolean') return [];
  if (!isObject(value)) {
    walk.say(node, `${placeName(node)} must be a schema, got ${kindOf(value)}`);
    return [];
  }
  const inside: SpecNode[] = [];
  if (typeof value.$ref === 'string') {
    const target = walk.document.follower.follow(node);
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
  const xml = childOf(node, 'xml');
  if (isObject(xml?.value) && xml.value.nodeType !== undefined)
    for (const key of ['attribute', 'wrapped'])
      if (xml.value[key] !== undefined) walk.say(xml, `${placeName(xml)} has both nodeType and ${key}`, 'keep one of the two');
  return inside;
}

/** AsyncAPI and OpenAPI 2.0: it names a property that every value has. */
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

function checkKeywords(node: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  checkType(node, value, walk);
  for (const key of Object.keys(value)) {
    const member = childOf(node, key) as SpecNode;
    const { value: found } = member;
    if (numbers.includes(key)) {
      const isOldFlag = key.startsWith('exclusive') && typeof found === 'boolean' && Number(walk.document.version) < 3.1;
      if (typeof found !== 'number' && !isOldFlag) walk.say(member, `${placeName(member)} must be a number, got ${kindOf(found)}`);
    } else if (texts.includes(key)) {
      if (typeof found !== 'string') walk.say(member, `${placeName(member)} must be a string, got ${kindOf(found)}`);
      else if (key === 'pattern' && !isExpression(found))
        walk.say(member, `${placeName(member)} is not a regular expression: ${found}`, undefined, 'warning');
    } else if (flags.includes(key)) {
      if (typeof found !== 'boolean') walk.say(member, `${placeName(member)} must be true or false, got ${kindOf(found)}`);
    } else if (key === 'required') checkRequired(member, walk);
    else if (key === 'enum') {
      if (!Array.isArray(found)) walk.say(member, `${placeName(member)} must be a list, got ${kindOf(found)}`);
      else if (found.length === 0) walk.say(member, `${placeName(member)} is empty: no value is valid`, undefined, 'warning');
    } else if (!knownSet.has(key) && !key.startsWith('x-')) {
      const near = nearest(key, known);
      if (near !== undefined && Math.abs(near.length - key.length) <= 2 && key.length > 3)
        walk.say(member, `unknown key "${key}" in a schema`, `did you mean "${near}"?`, 'warning', true);
    }
  }
}

function checkType(node: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  const member = childOf(node, 'type');
  if (member === undefined) return;
  const { version, kind } = walk.document;
  const isOld = kind === 'openapi' && Number(version) < 3.1;
  const listed: readonly SpecValue[] = Array.isArray(member.value) ? member.value : [member.value];
  if (isOld && Array.isArray(member.value)) {
    walk.say(member, `type is one name in ${version}, not a list`, 'use nullable: true, or anyOf');
    return;
  }
  for (const type of listed) {
    const allowed = version === '2.0' ? [...types, 'file'] : types;
    if (typeof type === 'string' && allowed.includes(type)) continue;
    const near = typeof type === 'string' ? (nearest(type, types) ?? usual.get(type)) : undefined;
    walk.say(
      member,
      `type must be one of ${types.join(', ')}, got ${JSON.stringify(type)}`,
      near === undefined ? undefined : `did you mean "${near}"?`,
    );
  }
  if (isOld && member.value === 'array' && value.items === undefined)
    walk.say(node, `items is missing for an array (${placeName(node)})`, 'say what the list holds', 'warning');
}

const usual = new Map([
  ['text', 'string'],
  ['int', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['date', 'string'],
  ['list', 'array'],
  ['any', 'object'],
]);

function checkRequired(member: SpecNode, walk: SchemaWalk): void {
  const { value } = member;
  if (typeof value === 'boolean') {
    walk.say(
      member,
      `${placeName(member)} must be a list of names, got ${value}`,
      'name the property in the "required" list of the object that holds it',
    );
  } else if (!Array.isArray(value) || value.some((name) => typeof name !== 'string')) {
    walk.say(member, `${placeName(member)} must be a list of names, got ${kindOf(value)}`);
  }
}

function checkDiscriminator(node: SpecNode, walk: SchemaWalk): void {
  if (walk.document.version === '2.0') return;
  walk.object(node, 'Discriminator');
  for (const entry of childrenOf(childOf(node, 'mapping'))) {
    if (typeof entry.value === 'string' && /[#/]/.test(entry.value)) walk.document.follower.resolve(entry, entry.value);
  }
}

function optional(node: SpecNode | undefined): SpecNode[] {
  return node ? [node] : [];
}

function list(node: SpecNode, key: string, walk: SchemaWalk): SpecNode[] {
  const member = childOf(node, key);
  if (member === undefined) return [];
  if (Array.isArray(member.value)) return childrenOf(member);
  walk.say(member, `${placeName(member)} must be a list of schemas, got ${kindOf(member.value)}`);
  return [];
}

function map(node: SpecNode, key: string, walk: SchemaWalk): SpecNode[] {
  const member = childOf(node, key);
  if (member === undefined) return [];
  if (isObject(member.value)) return childrenOf(member);
  walk.say(member, `${placeName(member)} must be an object, got ${kindOf(member.value)}`);
  return [];
}

/** Compiled, never run. */
function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    try {
      new RegExp(pattern);
      return true;
    } catch {
      return false;
    }
  }
}
