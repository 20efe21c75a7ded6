/**
 * Whether a value is what a schema asks for. Used to choose among given examples and variants while an example is
 * made, so it is generous where it cannot know: an author's regular expression is never run.
 */
import type { Conjunction, FlatSchema, SchemaReader } from './flatten-schema.ts';
import { isObject, type SpecValue } from './spec-value.ts';
import { fitsFormat } from './string-example.ts';

export function conforms(schemas: Conjunction, value: SpecValue, reader: SchemaReader): boolean {
  return new Test(reader).holds(schemas, value, 0);
}

class Test {
  /** Beyond this many looks the answer is yes. */
  private looks = 3000;

  constructor(private readonly reader: SchemaReader) {}

  holds(schemas: Conjunction, value: SpecValue, depth: number): boolean {
    this.looks -= 1;
    if (this.looks < 0 || depth > 40) return true;
    const flat = this.reader.flatten(schemas);
    const { keywords } = flat;
    if (flat.isNever) return false;
    if (Array.isArray(keywords.enum) && !keywords.enum.some((item) => isEqual(item, value))) return value === null && flat.nullable;
    if (keywords.const !== undefined && !isEqual(keywords.const, value)) return false;
    if (value === null)
      return (
        flat.nullable ||
        ((flat.isTypeImplied || flat.types.length === 0) && flat.variants.every((variants) => this.variant(variants, value, depth)))
      );
    if (!flat.isTypeImplied && flat.types.length > 0 && !flat.types.some((type) => hasType(value, type))) return false;
    const inside =
      typeof value === 'string'
        ? fitsText(keywords, value)
        : typeof value === 'number'
          ? fitsNumber(keywords, value)
          : Array.isArray(value)
            ? this.list(flat, value, depth)
            : isObject(value)
              ? this.object(flat, value, depth)
              : true;
    if (!inside) return false;
    if (flat.not.length > 0 && flat.not.some((not) => this.holds([not], value, depth + 1))) return false;
    return flat.variants.every((variants) => this.variant(variants, value, depth));
  }

  private variant({ kind, options }: FlatSchema['variants'][number], value: SpecValue, depth: number): boolean {
    const count = options.filter((option) => this.holds(option.schemas, value, depth + 1)).length;
    return kind === 'oneOf' ? count === 1 : count > 0;
  }

  private list({ keywords, items, prefixItems }: FlatSchema, value: SpecValue[], depth: number): boolean {
    const { minItems, maxItems, uniqueItems } = keywords;
    if ((typeof minItems === 'number' && value.length < minItems) || (typeof maxItems === 'number' && value.length > maxItems))
      return false;
    if (uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length) return false;
    return value.every((item, index) => {
      const schemas = prefixItems[index] ?? items;
      return schemas.length === 0 || this.holds(schemas, item, depth + 1);
    });
  }

  private object(flat: FlatSchema, value: { [key: string]: SpecValue }, depth: number): boolean {
    const names = Object.keys(value);
    const { minProperties, maxProperties } = flat.keywords;
    if (typeof minProperties === 'number' && names.length < minProperties) return false;
    if (typeof maxProperties === 'number' && names.length > maxProperties) return false;
    for (const name of flat.required) if (!(name in value)) return false;
    return names.every((name) => {
      const schemas = flat.properties.get(name) ?? (flat.patternProperties.size > 0 ? [] : flat.additional);
      return schemas.length === 0 || this.holds(schemas, value[name] as SpecValue, depth + 1);
    });
  }
}

function fitsText({ minLength, maxLength, format }: { readonly [key: string]: SpecValue }, text: string): boolean {
  const length = [...text].length;
  if (typeof minLength === 'number' && length < minLength) return false;
  if (typeof maxLength === 'number' && length > maxLength) return false;
  return fitsFormat(format, text);
}

function fitsNumber(keywords: { readonly [key: string]: SpecValue }, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (typeof minimum === 'number' && value < minimum) return false;
  if (typeof maximum === 'number' && value > maximum) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  return typeof multipleOf !== 'number' || multipleOf <= 0 || isMultiple(value, multipleOf);
}

/** `0.3 / 0.1` is not quite 3. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function hasType(value: SpecValue, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  return typeof value === type;
}

function isEqual(a: SpecValue, b: SpecValue): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
