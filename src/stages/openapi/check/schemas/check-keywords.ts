/** Checks the values of schema keywords: JSON Schema 2020-12 for OpenAPI 3.1 and later, its older dialects before. */

import { nearestName } from '../../../../shared/nearest-name.ts';
import { comparableJson, isNumber, isWhole } from '../../../../shared/playground/exact-number.ts';
import type { ApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../../read/spec-node.ts';
import { isObject, type SpecObject, type SpecValue } from '../../read/spec-value.ts';
import { kindOf, locationName } from '../location-name.ts';
import { checkContradiction } from './check-contradiction.ts';
import type { SchemaWalk } from './schema-walk.ts';

const counts = new Set('minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'.split(' '));
const numbers = new Set('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '));
const texts = new Set(['title', 'description', 'format', 'pattern']);
const flags = new Set(['readOnly', 'writeOnly', 'deprecated', 'uniqueItems', 'nullable']);
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** Keywords added with OpenAPI 3.1; validators of 3.0 do not know them. */
const newWith31 = `const if then else patternProperties prefixItems contains minContains maxContains propertyNames dependentRequired
  dependentSchemas unevaluatedProperties unevaluatedItems examples contentEncoding contentMediaType contentSchema $defs $id $anchor
  $dynamicRef $dynamicAnchor`.split(/\s+/);
const newWith30 = ['oneOf', 'anyOf', 'not', 'nullable', 'writeOnly', 'deprecated'];
const known = [
  ...counts,
  ...numbers,
  ...texts,
  ...flags,
  ...newWith31,
  ...newWith30,
  ...`type enum default example required items additionalProperties allOf properties definitions discriminator xml externalDocs $ref
  $schema $comment $vocabulary`.split(/\s+/),
];
const knownSet = new Set(known);

/** `value` is that of `node`, an object. Checks this schema only, not nested ones. */
export function checkKeywords(node: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  const isOld = isOldDialect(walk.document);
  checkType(node, value, walk, isOld);
  checkUnused(node, value, walk);
  for (const key of Object.keys(value)) {
    const member = childOf(node, key) as SpecNode;
    if (!checkValue(key, member, walk, isOld) && !knownSet.has(key) && !key.startsWith('x-')) {
      const near = nearestName(key, known);
      if (near !== undefined && Math.abs(near.length - key.length) <= 2 && key.length > 3)
        walk.say(member, `unknown key "${key}" in a schema`, `write "${near}"`, 'warning', true);
    }
    checkEdition(key, member, walk);
    if (key === 'nullable') checkNullable(member, value, walk);
  }
  checkContradiction(node, value, walk);
  if (value.readOnly === true && value.writeOnly === true)
    walk.say(node, `${locationName(node)} is both readOnly and writeOnly`, 'keep one of the two', isOld ? 'error' : 'warning');
}

/** OpenAPI before 3.1, which has its own schema dialect. */
export function isOldDialect({ kind, version }: ApiDocument): boolean {
  return kind === 'openapi' && Number(version) < 3.1;
}

/** Whether the key has a rule for its value. */
function checkValue(key: string, member: SpecNode, walk: SchemaWalk, isOld: boolean): boolean {
  const { value: found } = member;
  const say = (wanted: string, hint?: string) => walk.say(member, `${locationName(member)} must be ${wanted}, got ${kindOf(found)}`, hint);
  if (counts.has(key)) {
    if (!isNumber(found)) say('a number');
    else if (!isWhole(found) || Number(found) < 0) say('a whole number, 0 or more');
  } else if (numbers.has(key)) {
    const isFlag = isOld && key.startsWith('exclusive');
    if (isFlag && isNumber(found))
      walk.say(
        member,
        `${locationName(member)} is true or false in ${walk.document.version}, got ${found}`,
        `write ${key === 'exclusiveMinimum' ? 'minimum' : 'maximum'}: ${found} and ${key}: true`,
      );
    else if (!isNumber(found) && !(isFlag && typeof found === 'boolean')) say('a number');
    else if (key === 'multipleOf' && (found as number) <= 0) say('greater than 0');
  } else if (texts.has(key)) {
    if (typeof found !== 'string') say('a string');
    else if (key === 'pattern' && !isExpression(found))
      walk.say(member, `${locationName(member)} is not a regular expression: ${found}`, undefined, 'warning');
  } else if (flags.has(key)) {
    if (typeof found !== 'boolean') say('true or false');
  } else if (key === 'required') checkRequired(member, walk);
  else if (key === 'enum') checkEnum(member, walk);
  else if (key === 'dependentRequired') {
    for (const names of isObject(found) ? childrenOf(member) : [member])
      if (names === member || !isNames(names.value)) {
        const wrong = Array.isArray(names.value) ? childrenOf(names).find((name) => typeof name.value !== 'string') : undefined;
        if (wrong) walk.say(wrong, `${locationName(wrong)} must be a name, got ${kindOf(wrong.value)}`);
        else walk.say(names, `${locationName(names)} must be a list of names, got ${kindOf(names.value)}`);
      }
  } else if (key === 'items' && Array.isArray(found) && walk.document.kind === 'openapi')
    say('a schema', isOld ? 'use anyOf: all items have one schema' : 'use prefixItems for schemas by position');
  else if (key === 'examples' && !isOld && !Array.isArray(found))
    walk.say(member, `${locationName(member)} must be a list, got ${kindOf(found)}`, 'list the examples, without names', 'warning');
  else return false;
  return true;
}

/** Keywords of another edition have no effect; each is reported once, with its number. */
function checkEdition(key: string, member: SpecNode, walk: SchemaWalk): void {
  const { kind, version } = walk.document;
  if (kind !== 'openapi') return;
  const say = (message: string, hint: string) => walk.say(member, message, hint, 'warning', true, true);
  if (key === 'nullable' && !isOldDialect(walk.document))
    say(`nullable is not a keyword in ${version}`, 'add null to the type: type: [string, "null"]');
  else if (version === '3.0' && newWith31.includes(key))
    say(`${key} is not a keyword in 3.0 schemas`, 'change the version to 3.1, which added it');
  else if (version === '2.0' && newWith31.includes(key))
    say(`${key} is not a keyword in 2.0 schemas`, 'remove it, or use version 3.1, which added it');
  else if (version === '2.0' && newWith30.includes(key))
    say(`${key} is not a keyword in 2.0 schemas`, 'remove it, or use version 3.0, which added it');
}

/** OpenAPI 3.0.3 §4.7.24.1: `nullable` changes the `type` beside it, and has no effect without one. */
function checkNullable(member: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  const { kind, version } = walk.document;
  if (kind !== 'openapi' || version !== '3.0' || member.value !== true || value.type !== undefined) return;
  walk.say(member, 'nullable has no effect without type', 'add a type to the same schema', 'warning', true, true);
}

function checkType(node: SpecNode, value: SpecObject, walk: SchemaWalk, isOld: boolean): void {
  const member = childOf(node, 'type');
  if (member === undefined) return;
  const { version } = walk.document;
  const listed: readonly SpecValue[] = Array.isArray(member.value) ? member.value : [member.value];
  if (isOld && Array.isArray(member.value)) {
    walk.say(member, `type must be a single name in ${version}, not a list`, 'use nullable: true, or anyOf');
    return;
  }
  if (listed.length === 0) walk.say(member, 'type is an empty list', 'add a type, or remove it to allow any value');
  if (new Set(listed).size < listed.length) walk.say(member, 'type lists the same type twice', 'keep one of the two');
  for (const type of listed) {
    const allowed = version === '2.0' ? [...types, 'file'] : types;
    if (typeof type === 'string' && allowed.includes(type)) continue;
    const near = typeof type === 'string' ? (nearestName(type, types) ?? usual.get(type)) : undefined;
    walk.say(
      member,
      `type must be one of ${types.join(', ')}, got ${JSON.stringify(type)}`,
      near === undefined ? undefined : `use "${near}"`,
    );
  }
  if (isOld && member.value === 'array' && value.items === undefined)
    walk.say(node, `items is missing for an array (${locationName(node)})`, 'describe the entries of the list', 'warning');
}

/** Keywords for values of a type that `type` excludes. */
const keywordsOfTypes = { object: ['properties', 'required'], array: ['items', 'prefixItems'] } as const;

/** JSON Schema 2020-12 §6.1, §10.3: keywords of another type have no effect, so one of the two is a mistake. */
function checkUnused(node: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  if (value.type === undefined) return;
  const listed: readonly SpecValue[] = Array.isArray(value.type) ? value.type : [value.type];
  if (listed.some((type) => typeof type !== 'string' || !types.includes(type))) return;
  for (const [type, keys] of Object.entries(keywordsOfTypes)) {
    if (listed.includes(type)) continue;
    for (const key of keys) {
      const member = childOf(node, key);
      if (member === undefined || (isObject(member.value) && Object.keys(member.value).length === 0)) continue;
      // `properties` of the same schema is reported; a value that is not a list of names is reported as such.
      if (key === 'required' && (value.properties !== undefined || !isNames(member.value) || member.value.length === 0)) continue;
      const written = listed.join(', ');
      walk.say(member, `${key} has no effect with type: ${written}`, `write type: ${type}, or remove ${key}`, 'warning', true);
    }
  }
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

function checkEnum(member: SpecNode, walk: SchemaWalk): void {
  const { value } = member;
  if (!Array.isArray(value)) {
    walk.say(member, `${locationName(member)} must be a list, got ${kindOf(value)}`);
    return;
  }
  if (value.length === 0) walk.say(member, `${locationName(member)} is empty: no value is valid`, undefined, 'warning');
  for (const [, [, second, ...more]] of Map.groupBy(childrenOf(member), (item) => comparableJson(item.value))) {
    if (second === undefined) continue;
    const times = more.length === 0 ? 'twice' : `${more.length + 2} times`;
    walk.say(second, `${locationName(member)} lists ${JSON.stringify(second.value)} ${times}`, 'keep one of them', 'warning');
  }
}

function checkRequired(member: SpecNode, walk: SchemaWalk): void {
  const { value } = member;
  if (typeof value === 'boolean') {
    walk.say(
      member,
      `${locationName(member)} must be a list of names, got ${value}`,
      'add the property to the "required" list of the object that contains it',
    );
  } else if (!isNames(value)) walk.say(member, `${locationName(member)} must be a list of names, got ${kindOf(value)}`);
  else if (new Set(value).size < value.length)
    walk.say(member, `${locationName(member)} lists the same property twice`, 'keep one of the two');
  else if (value.length === 0 && isOldDialect(walk.document))
    walk.say(member, `${locationName(member)} is empty`, 'remove it: this version does not allow an empty list', 'warning');
}

function isNames(value: SpecValue): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Compiled but never run. */
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
