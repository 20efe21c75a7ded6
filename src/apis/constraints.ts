/** What a schema asks of a value beside its type. */
import type { ConstraintView } from '../model/endpoint.ts';
import type { FlatSchema } from './flatten-schema.ts';
import type { SpecObject } from './spec-value.ts';
import { isObject } from './spec-value.ts';

export function constraintsOf({ keywords, patterns }: FlatSchema): ConstraintView[] {
  const found: (ConstraintView | undefined)[] = [
    count('characters', keywords.minLength, keywords.maxLength),
    bounds(keywords),
    typeof keywords.multipleOf === 'number' ? { kind: 'multiple', of: keywords.multipleOf } : undefined,
    ...patterns.map((pattern) => ({ kind: 'pattern' as const, pattern })),
    count('items', keywords.minItems, keywords.maxItems),
    keywords.uniqueItems === true ? { kind: 'unique' } : undefined,
    count('properties', keywords.minProperties, keywords.maxProperties),
    typeof keywords.contentEncoding === 'string' ? { kind: 'encoding', name: keywords.contentEncoding } : undefined,
    typeof keywords.contentMediaType === 'string' ? { kind: 'media', type: keywords.contentMediaType } : undefined,
    ...dependencies(keywords),
  ];
  return found.filter((constraint) => constraint !== undefined);
}

function count(kind: 'characters' | 'items' | 'properties', min: unknown, max: unknown): ConstraintView | undefined {
  // A least number of nothing asks for nothing.
  const hasMin = typeof min === 'number' && min > 0;
  if (!hasMin && typeof max !== 'number') return undefined;
  return { kind, ...(hasMin && { min }), ...(typeof max === 'number' && { max }) };
}

function bounds(keywords: SpecObject): ConstraintView | undefined {
  const lower = bound(keywords.minimum, '≥', keywords.exclusiveMinimum, '>', (a, b) => b >= a);
  const upper = bound(keywords.maximum, '≤', keywords.exclusiveMaximum, '<', (a, b) => b <= a);
  if (lower?.startsWith('≥') && upper?.startsWith('≤')) return { kind: 'range', text: `${lower.slice(2)}–${upper.slice(2)}` };
  const text = lower && upper ? `${lower}, ${upper}` : (lower ?? upper);
  return text === undefined ? undefined : { kind: 'range', text };
}

function bound(inclusive: unknown, sign: string, exclusive: unknown, exclusiveSign: string, isNarrower: (a: number, b: number) => boolean) {
  if (typeof exclusive === 'number' && (typeof inclusive !== 'number' || isNarrower(inclusive, exclusive)))
    return `${exclusiveSign} ${exclusive}`;
  return typeof inclusive === 'number' ? `${sign} ${inclusive}` : undefined;
}

function dependencies(keywords: SpecObject): ConstraintView[] {
  if (!isObject(keywords.dependentRequired)) return [];
  return Object.entries(keywords.dependentRequired).flatMap(([name, needed]) =>
    Array.isArray(needed) && needed.length > 0
      ? [{ kind: 'together' as const, name, needed: needed.filter((item) => typeof item === 'string') }]
      : [],
  );
}
