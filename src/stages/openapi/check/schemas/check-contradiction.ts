import { compareNumbers, type ExactNumber, isNumber, isWhole } from '../../../../shared/playground/exact-number.ts';
import { childOf, childrenOf, type SpecNode } from '../../read/spec-node.ts';
import { isObject, type SpecObject, type SpecValue, shown } from '../../read/spec-value.ts';
import { locationName } from '../location-name.ts';
import type { SchemaWalk } from './schema-walk.ts';

/** What can be bounded, by its keywords: the lowest and the highest that is allowed. */
export const boundKinds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

/** One end of what a schema allows. */
export interface Bound {
  readonly key: string;
  readonly limit: number | ExactNumber;
  readonly isLow: boolean;
  /** The limit itself is not allowed. */
  readonly isOpen: boolean;
}

/**
 * Keywords of one schema that leave no value: bounds that cross, values of another type. All are warnings: the
 * description is well-formed, and a site can be made from it.
 */
export function checkContradiction(node: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  for (const kind of boundKinds) {
    const bounds = boundsOf(value, kind);
    for (const low of bounds.filter(({ isLow }) => isLow)) {
      const high = bounds.find((other) => !other.isLow && isCrossed(low, other));
      if (high === undefined) continue;
      const isMore = compareNumbers(low.limit, high.limit) > 0;
      const message = `${low.key} ${low.limit} is ${isMore ? 'more than' : 'the same as'} ${high.key} ${high.limit}: no value is valid`;
      walk.say(childOf(node, low.key) as SpecNode, message, isMore ? 'swap the two' : 'one of the two excludes it', 'warning');
      break;
    }
  }
  const types = typesOf(value);
  if (types === undefined) return;
  const constant = childOf(node, 'const');
  for (const item of [...(Array.isArray(value.enum) ? childrenOf(childOf(node, 'enum')) : []), ...(constant ? [constant] : [])]) {
    if (types.some((type) => isOf(type, item.value))) continue;
    const place = item === constant ? locationName(item) : `${locationName(childOf(node, 'enum') as SpecNode)} lists`;
    const is = item === constant ? 'is ' : '';
    walk.say(item, `${place} ${is}${shown(item.value)}, which is no ${types.join(' and no ')}`, fixFor(item.value, types), 'warning');
  }
}

/** What a schema says of one kind. 3.0 writes `exclusiveMinimum: true` beside `minimum`, 3.1 the number itself. */
export function boundsOf(value: SpecObject, [lowest, highest]: (typeof boundKinds)[number]): Bound[] {
  return [lowest, highest].flatMap((key) => {
    const exclusive = key === 'minimum' ? 'exclusiveMinimum' : key === 'maximum' ? 'exclusiveMaximum' : undefined;
    const isLow = key === lowest;
    const [limit, open] = [value[key], exclusive && value[exclusive]];
    return [
      ...(isNumber(limit) ? [{ key, limit, isLow, isOpen: open === true }] : []),
      ...(exclusive !== undefined && isNumber(open) ? [{ key: exclusive, limit: open, isLow, isOpen: true }] : []),
    ];
  });
}

/** `low` and `high` are of one kind. */
export function isCrossed(low: Bound, high: Bound): boolean {
  const order = low.isLow && !high.isLow ? compareNumbers(low.limit, high.limit) : -1;
  return order > 0 || (order === 0 && (low.isOpen || high.isOpen));
}

/** Undefined where the schema does not say. What 3.0 calls nullable may also list null. */
export function typesOf({ type, nullable }: SpecObject): readonly string[] | undefined {
  const types: readonly SpecValue[] = Array.isArray(type) ? type : [type as SpecValue];
  if (types.length === 0 || !types.every((name) => typeof name === 'string')) return undefined;
  return nullable === true ? [...(types as string[]), 'null'] : (types as string[]);
}

/** Whether a value is of a type of JSON Schema; yes for names that are none. */
export function isOf(type: string, value: SpecValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return isWhole(value);
  if (type === 'number') return isNumber(value);
  if (type === 'object') return isObject(value);
  // A type that is none is told of already.
  return !['string', 'boolean'].includes(type) || typeof value === type;
}

function fixFor(value: SpecValue, types: readonly string[]): string {
  if (types.includes('string') && (isNumber(value) || typeof value === 'boolean')) return 'put it in quotes: "{written}"';
  return 'correct the value, or the type';
}
