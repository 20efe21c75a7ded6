/** The constraints of a schema besides its type. */

import type { ConstraintView } from '../../../model/endpoint.ts';
import { type ExactNumber, isNumber } from '../../../shared/playground/exact-number.ts';
import type { SpecObject } from '../read/spec-value.ts';
import { isObject } from '../read/spec-value.ts';
import type { FlatSchema } from './flatten-schema.ts';

/** Keywords that are shown as they are written. */
const shownAsWritten = 'contains minContains maxContains propertyNames if then else dependentSchemas contentSchema'.split(' ');

/** `isSent`: the value comes from the reader, who must know that other names are rejected. */
export function constraintsOf(flat: FlatSchema, isSent: boolean): ConstraintView[] {
  const { keywords, patterns } = flat;
  const found: (ConstraintView | undefined)[] = [
    count('characters', keywords.minLength, keywords.maxLength),
    bounds(keywords),
    isNumber(keywords.multipleOf) ? { kind: 'multiple', of: keywords.multipleOf } : undefined,
    ...patterns.map((pattern) => ({ kind: 'pattern' as const, pattern })),
    count('items', keywords.minItems, keywords.maxItems),
    keywords.uniqueItems === true ? { kind: 'unique' } : undefined,
    count('properties', keywords.minProperties, keywords.maxProperties),
    typeof keywords.contentEncoding === 'string' ? { kind: 'encoding', name: keywords.contentEncoding } : undefined,
    typeof keywords.contentMediaType === 'string' ? { kind: 'media', type: keywords.contentMediaType } : undefined,
    ...dependencies(keywords),
    ...shownAsWritten.flatMap((name) => (keywords[name] === undefined ? [] : [{ kind: 'keyword' as const, name, value: keywords[name] }])),
    isSent && flat.additional.some(({ value }) => value === false) ? closed : undefined,
  ];
  return found.filter((constraint) => constraint !== undefined);
}

const closed: ConstraintView = { kind: 'keyword', name: 'additionalProperties', value: false };

function count(kind: 'characters' | 'items' | 'properties', min: unknown, max: unknown): ConstraintView | undefined {
  // A minimum of zero is no constraint.
  const hasMin = typeof min === 'number' && min > 0;
  if (!hasMin && typeof max !== 'number') return undefined;
  return { kind, ...(hasMin && { min }), ...(typeof max === 'number' && { max }) };
}

type Bound = number | ExactNumber;

function bounds(keywords: SpecObject): ConstraintView | undefined {
  const lower = bound(keywords.minimum, '≥', keywords.exclusiveMinimum, '>', (a, b) => b >= a);
  const upper = bound(keywords.maximum, '≤', keywords.exclusiveMaximum, '<', (a, b) => b <= a);
  if (lower?.startsWith('≥') && upper?.startsWith('≤')) {
    const [from, to] = [lower.slice(2), upper.slice(2)];
    // `-2–2` is hard to read.
    return { kind: 'range', text: /^-/.test(from) ? `${from} – ${to}` : `${from}–${to}` };
  }
  const text = lower && upper ? `${lower}, ${upper}` : (lower ?? upper);
  return text === undefined ? undefined : { kind: 'range', text };
}

function bound(inclusive: unknown, sign: string, exclusive: unknown, exclusiveSign: string, isNarrower: (a: Bound, b: Bound) => boolean) {
  if (isNumber(exclusive) && (!isNumber(inclusive) || isNarrower(inclusive, exclusive))) return `${exclusiveSign} ${exclusive}`;
  return isNumber(inclusive) ? `${sign} ${sign === '≤' ? (largest.get(inclusive) ?? inclusive) : digits(inclusive)}` : undefined;
}

/** Tools round the limits of 64-bit integers to `9.223372036854776e18`; these are the intended values. */
const largest = new Map<Bound, string>([
  [2 ** 63, '9223372036854775807'],
  [2 ** 64, '18446744073709551615'],
]);

function digits(value: Bound): string {
  return value === -(2 ** 63) ? '-9223372036854775808' : String(value);
}

function dependencies(keywords: SpecObject): ConstraintView[] {
  if (!isObject(keywords.dependentRequired)) return [];
  return Object.entries(keywords.dependentRequired).flatMap(([name, needed]) =>
    Array.isArray(needed) && needed.length > 0
      ? [{ kind: 'together' as const, name, needed: needed.filter((item) => typeof item === 'string') }]
      : [],
  );
}
