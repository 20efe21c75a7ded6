/** Names for locations, values and keys of a description in messages. */

import { nearestName } from '../../../shared/nearest-name.ts';
import { isNumber } from '../../../shared/playground/exact-number.ts';
import type { SpecNode } from '../read/spec-node.ts';
import { formatValue, type SpecValue } from '../read/spec-value.ts';

/** `info.version`, `parameters[0]`: the last steps of the path. */
export function locationName({ pointer }: SpecNode): string {
  if (pointer === '') return 'the description';
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));
  // Three digits are a status code, not an index. `parameters[0].in` is clearer than `0.in`.
  const first = /^\d{1,2}$/.test(keys.at(-2) ?? '') ? -3 : -2;
  return keys.slice(first).reduce((path, key) => (path === '' ? key : /^\d{1,2}$/.test(key) ? `${path}[${key}]` : `${path}.${key}`), '');
}

/** Type and value: `number 5`, `string "a"`, `a list`; null is `nothing`. */
export function kindOf(value: SpecValue): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isNumber(value)) return `number ${formatValue(value)}`;
  return typeof value === 'object' ? 'an object' : `${typeof value} ${formatValue(value)}`;
}

/** A hint with the nearest of `names`, else `otherwise`. */
export function suggestedKey(name: string, names: readonly string[], otherwise: string): string {
  const near = nearestName(name, names);
  return near === undefined ? otherwise : `use "${near}"`;
}
