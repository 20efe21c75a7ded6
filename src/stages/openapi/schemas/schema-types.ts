/** The names of types in JSON Schema. */
import { isNumber, isWhole } from '../../../shared/playground/exact-number.ts';
import type { SpecValue } from '../read/spec-value.ts';

/** The types that both sides accept; an integer is a number. */
export function commonTypes(known: ReadonlySet<string>, types: readonly string[]): Set<string> {
  const both = new Set(types.filter((type) => known.has(type)));
  const takes = (set: ReadonlySet<string> | readonly string[], type: string) => [...set].includes(type);
  if ((takes(known, 'number') && takes(types, 'integer')) || (takes(known, 'integer') && takes(types, 'number'))) both.add('integer');
  return both;
}

/** The types of values, for a schema that only lists them; null has none. */
export function typesOfValues(values: readonly SpecValue[]): string[] {
  const types = values.flatMap((value) => {
    if (value === null) return [];
    if (Array.isArray(value)) return ['array'];
    return isNumber(value) ? [isWhole(value) ? 'integer' : 'number'] : [typeof value];
  });
  const found = new Set<string>(types);
  if (found.has('number')) found.delete('integer');
  return [...found];
}
