import { compareNumbers, type ExactNumber, isNumber, isWhole } from '../../../../shared/playground/exact-number.ts';
import { childOf, childrenOf, type SpecNode } from '../../read/spec-node.ts';
import { formatValue, isObject, type SpecObject, type SpecValue } from '../../read/spec-value.ts';
import { locationName } from '../location-name.ts';
import type { SchemaWalk } from './schema-walk.ts';

/** The lower and upper limit keywords. */
export const boundKinds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

/** One limit of a schema. */
export interface Bound {
  readonly key: string;
  readonly limit: number | ExactNumber;
  readonly isLow: boolean;
  /** The limit itself is excluded. */
  readonly isOpen: boolean;
}

/**
 * Checks keywords of one schema that exclude all values: crossed limits, values of another type. All problems are
 * warnings, because the site can be built.
 */
export function checkContradiction(node: SpecNode, value: SpecObject, walk: SchemaWalk): void {
  for (const kind of boundKinds) {
    const bounds = boundsOf(value, kind);
    for (const low of bounds.filter(({ isLow }) => isLow)) {
      const high = bounds.find((other) => !other.isLow && isEmptyRange(low, other));
      if (high === undefined) continue;
      const isMore = compareNumbers(low.limit, high.limit) > 0;
      const message = `${low.key} ${low.limit} is ${isMore ? 'more than' : 'the same as'} ${high.key} ${high.limit}: no value is valid`;
      walk.say(
        childOf(node, low.key) as SpecNode,
        message,
        isMore ? 'swap the two' : 'fix one of them: no value satisfies both',
        'warning',
      );
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
    walk.say(
      item,
      `${place} ${is}${formatValue(item.value)}, which is not of type ${types.join(' or ')}`,
      fixFor(item.value, types),
      'warning',
    );
  }
}

/** The limits of one kind. 3.0 has `exclusiveMinimum: true` beside `minimum`, 3.1 the number itself. */
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

/** `low` and `high` are limits of the same kind. */
export function isEmptyRange(low: Bound, high: Bound): boolean {
  const order = low.isLow && !high.isLow ? compareNumbers(low.limit, high.limit) : -1;
  return order > 0 || (order === 0 && (low.isOpen || high.isOpen));
}

/** Undefined without `type`. Includes null for a 3.0 schema with `nullable`. */
export function typesOf({ type, nullable }: SpecObject): readonly string[] | undefined {
  const types: readonly SpecValue[] = Array.isArray(type) ? type : [type as SpecValue];
  if (types.length === 0 || !types.every((name) => typeof name === 'string')) return undefined;
  return nullable === true ? [...(types as string[]), 'null'] : (types as string[]);
}

/** Whether a value has a JSON Schema type; true for unknown types. */
export function isOf(type: string, value: SpecValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return isWhole(value);
  if (type === 'number') return isNumber(value);
  if (type === 'object') return isObject(value);
  // Unknown types are already reported.
  return !['string', 'boolean'].includes(type) || typeof value === type;
}

function fixFor(value: SpecValue, types: readonly string[]): string {
  if (types.includes('string') && (isNumber(value) || typeof value === 'boolean')) return 'put it in quotes: "{written}"';
  return 'fix the value, or the type';
}
