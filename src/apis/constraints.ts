/** What a schema asks of a value, in words that need no knowledge of JSON Schema. */
import type { FlatSchema } from './flatten-schema.ts';
import type { SpecObject } from './spec-value.ts';
import { isObject } from './spec-value.ts';

export function constraintsOf({ keywords, patterns }: FlatSchema): string[] {
  const words = [
    count(keywords, 'minLength', 'maxLength', 'character', 'characters'),
    bounds(keywords),
    typeof keywords.multipleOf === 'number' ? `multiple of ${keywords.multipleOf}` : undefined,
    ...patterns.map((pattern) => `pattern ${pattern}`),
    count(keywords, 'minItems', 'maxItems', 'item', 'items'),
    keywords.uniqueItems === true ? 'unique items' : undefined,
    count(keywords, 'minProperties', 'maxProperties', 'property', 'properties'),
    typeof keywords.contentEncoding === 'string' ? `${keywords.contentEncoding} encoded` : undefined,
    typeof keywords.contentMediaType === 'string' ? keywords.contentMediaType : undefined,
    ...dependencies(keywords),
  ];
  return words.filter((word) => word !== undefined);
}

function count(keywords: SpecObject, lower: string, upper: string, one: string, many: string): string | undefined {
  const [min, max] = [keywords[lower], keywords[upper]];
  const unit = (number: unknown) => (number === 1 ? one : many);
  const hasMin = typeof min === 'number' && min > 0;
  if (hasMin && typeof max === 'number') return min === max ? `exactly ${min} ${unit(min)}` : `${min}–${max} ${many}`;
  if (hasMin) return `at least ${min} ${unit(min)}`;
  return typeof max === 'number' ? `at most ${max} ${unit(max)}` : undefined;
}

function bounds(keywords: SpecObject): string | undefined {
  const lower = bound(keywords.minimum, '≥', keywords.exclusiveMinimum, '>', (a, b) => b >= a);
  const upper = bound(keywords.maximum, '≤', keywords.exclusiveMaximum, '<', (a, b) => b <= a);
  if (lower?.startsWith('≥') && upper?.startsWith('≤')) return `${lower.slice(2)}–${upper.slice(2)}`;
  return lower && upper ? `${lower}, ${upper}` : (lower ?? upper);
}

function bound(inclusive: unknown, sign: string, exclusive: unknown, exclusiveSign: string, isNarrower: (a: number, b: number) => boolean) {
  if (typeof exclusive === 'number' && (typeof inclusive !== 'number' || isNarrower(inclusive, exclusive)))
    return `${exclusiveSign} ${exclusive}`;
  return typeof inclusive === 'number' ? `${sign} ${inclusive}` : undefined;
}

function dependencies(keywords: SpecObject): string[] {
  if (!isObject(keywords.dependentRequired)) return [];
  return Object.entries(keywords.dependentRequired).flatMap(([name, needed]) =>
    Array.isArray(needed) && needed.length > 0 ? [`with ${name} also ${needed.filter((item) => typeof item === 'string').join(', ')}`] : [],
  );
}
