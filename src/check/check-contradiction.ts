import { childOf, childrenOf, type SpecNode } from '../apis/spec-node.ts';
import { isObject, type SpecObject, type SpecValue, shown } from '../apis/spec-value.ts';
import { isNumber, isWhole } from '../contract/exact-number.ts';
import { placeName } from './place-name.ts';
import type { SchemaWalk } from './schema-walk.ts';

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

/**
 * Keywords of one schema that leave no value: bounds that cross, values of another type. All are warnings: the
 * description is well-formed, and a site can be made from it.
 */
export function checkContradiction(node: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  for (const [low, high] of bounds) {
    const [least, most] = [value[low], value[high]];
    if (!isNumber(least) || !isNumber(most) || least <= most) continue;
    walk.say(childOf(node, low) as SpecNode, `${low} ${least} is more than ${high} ${most}: no value is valid`, 'swap the two', 'warning');
  }
  const types = typesOf(value);
  if (types === undefined) return;
  const constant = childOf(node, 'const');
  for (const item of [...(Array.isArray(value.enum) ? childrenOf(childOf(node, 'enum')) : []), ...(constant ? [constant] : [])]) {
    if (types.some((type) => isOf(type, item.value))) continue;
    const place = item === constant ? placeName(item) : `${placeName(childOf(node, 'enum') as SpecNode)} lists`;
    const is = item === constant ? 'is ' : '';
    walk.say(item, `${place} ${is}${shown(item.value)}, which is no ${types.join(' and no ')}`, mendFor(item.value, types), 'warning');
  }
}

/** Undefined where the schema does not say. What 3.0 calls nullable may also list null. */
function typesOf({ type, nullable }: SpecObject): readonly string[] | undefined {
  const types: readonly SpecValue[] = Array.isArray(type) ? type : [type as SpecValue];
  if (types.length === 0 || !types.every((name) => typeof name === 'string')) return undefined;
  return nullable === true ? [...(types as string[]), 'null'] : (types as string[]);
}

function isOf(type: string, value: SpecValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return isWhole(value);
  if (type === 'number') return isNumber(value);
  if (type === 'object') return isObject(value);
  // A type that is none is told of already.
  return !['string', 'boolean'].includes(type) || typeof value === type;
}

function mendFor(value: SpecValue, types: readonly string[]): string {
  if (types.includes('string') && (isNumber(value) || typeof value === 'boolean')) return 'put it in quotes: "{written}"';
  return 'correct the value, or the type';
}
