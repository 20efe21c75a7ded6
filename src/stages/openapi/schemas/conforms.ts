/**
 * Checks whether a value is valid for a schema. Also used to choose among examples and variants when generating an
 * example, so unknown constraints count as satisfied: an author's regular expression is never run.
 */
import {
  comparableJson,
  compareNumbers,
  type ExactNumber,
  isNumber,
  isSameJson,
  isWhole,
} from '../../../shared/playground/exact-number.ts';
import { formatValue, isObject, pointerKeys, pointerStep, type SpecObject, type SpecValue } from '../read/spec-value.ts';
import type { Conjunction, FlatSchema, SchemaReader, Variants } from './flatten-schema.ts';
import { fitsFormat } from './string-example.ts';

/** A mismatch of a value. */
export interface Violation {
  /** JSON pointer from the value; empty for the value itself. */
  readonly at: string;
  /** Follows the name of the value: `must be a string`. */
  readonly reason: string;
}

/** All `schemas` apply. Examines at most 3,000 schemas; then the answer is yes. */
export function conforms(schemas: Conjunction, value: SpecValue, reader: SchemaReader): boolean {
  return violation(schemas, value, reader) === undefined;
}

/** The first mismatch; undefined for a valid value. */
export function violation(schemas: Conjunction, value: SpecValue, reader: SchemaReader): Violation | undefined {
  return new Test(reader).look(schemas, value, 0);
}

class Test {
  /** Remaining number of schemas to examine. */
  #looks = 3000;
  /** Number of constraints that were not checked. */
  #passed = 0;

  readonly #reader: SchemaReader;

  constructor(reader: SchemaReader) {
    this.#reader = reader;
  }

  look(schemas: Conjunction, value: SpecValue, depth: number): Violation | undefined {
    this.#looks -= 1;
    if (this.#looks < 0 || depth > 40) {
      this.#passed += 1;
      return undefined;
    }
    const flat = this.#reader.flatten(schemas);
    if (isPassedOver(flat, value)) this.#passed += 1;
    const { keywords, types } = flat;
    if (flat.isNever) return not('is not allowed here');
    if (Array.isArray(keywords.enum) && !keywords.enum.some((item) => isSameJson(item, value)))
      return value === null && flat.nullable ? undefined : not(`must be one of ${keywords.enum.slice(0, 8).map(formatValue).join(', ')}`);
    if (keywords.const !== undefined && !isSameJson(keywords.const, value)) return not(`must be ${formatValue(keywords.const)}`);
    if (value === null) {
      if (flat.nullable) return undefined;
      return flat.isTypeImplied || types.length === 0 ? this.#variants(flat, value, depth) : not(`must be ${types.join(' or ')}, not null`);
    }
    if (!flat.isTypeImplied && !types.some((type) => hasType(value, type)))
      return not(`must be ${types.join(' or ') || 'null'}, not ${typeName(value)}`);
    const inside =
      typeof value === 'string'
        ? textViolation(keywords, value)
        : isNumber(value)
          ? numberViolation(keywords, value)
          : Array.isArray(value)
            ? this.#list(flat, value, depth)
            : isObject(value)
              ? this.#object(flat, value, depth)
              : undefined;
    if (inside !== undefined) return inside;
    if (flat.not.some((schema) => this.#judge([schema], value, depth + 1) === 'fits')) return not('is what "not" excludes');
    return this.#variants(flat, value, depth);
  }

  /** `fits`: without unchecked constraints. */
  #judge(schemas: Conjunction, value: SpecValue, depth: number): Violation | 'fits' | 'may fit' {
    const before = this.#passed;
    const found = this.look(schemas, value, depth);
    // A mismatch is certain, whatever was not checked before it.
    if (found !== undefined) this.#passed = before;
    return found ?? (this.#passed === before ? 'fits' : 'may fit');
  }

  #variants(flat: FlatSchema, value: SpecValue, depth: number): Violation | undefined {
    for (const variants of flat.variants) {
      const { kind, options, areSubtypes } = variants;
      const named = optionNamedBy(value, variants);
      if (named !== undefined) {
        const found = this.look(named.schemas, value, depth + 1);
        if (found !== undefined) return found;
        continue;
      }
      if (areSubtypes) continue;
      const found = options.map((option) => this.#judge(option.schemas, value, depth + 1));
      const violations = found.filter((one) => typeof one === 'object');
      if (violations.length === options.length)
        return options.length === 1 ? violations[0] : not(fitsNone(kind, violations[0] as Violation, options.length));
      const count = found.filter((one) => one === 'fits').length;
      if (kind === 'oneOf' && count > 1) return not(`matches ${count} alternatives of oneOf, but must match exactly one`);
    }
    return undefined;
  }

  #list({ keywords, items, prefixItems }: FlatSchema, value: SpecValue[], depth: number): Violation | undefined {
    const wrong = countViolation(value.length, keywords.minItems, keywords.maxItems, 'items');
    if (wrong !== undefined) return wrong;
    if (keywords.uniqueItems === true && new Set(value.map(comparableJson)).size < value.length)
      return not('must not contain the same item twice');
    for (const [index, item] of value.entries()) {
      const schemas = prefixItems[index] ?? items;
      const found = schemas.length === 0 ? undefined : this.look(schemas, item, depth + 1);
      if (found !== undefined) return within(String(index), found);
    }
    return undefined;
  }

  #object(flat: FlatSchema, value: SpecObject, depth: number): Violation | undefined {
    const names = Object.keys(value);
    const wrong = countViolation(names.length, flat.keywords.minProperties, flat.keywords.maxProperties, 'properties');
    if (wrong !== undefined) return wrong;
    for (const name of flat.required) {
      if (Object.hasOwn(value, name)) continue;
      if (!this.#isOneWay(flat.properties.get(name))) return not(`needs the property "${name}"`);
      this.#passed += 1;
    }
    for (const name of names) {
      const schemas = flat.properties.get(name) ?? (flat.patternProperties.size > 0 ? [] : flat.additional);
      const found = schemas.length === 0 ? undefined : this.look(schemas, value[name] as SpecValue, depth + 1);
      if (found !== undefined) return within(name, found);
    }
    return undefined;
  }

  /**
   * Read-only properties are required only in responses, write-only ones only in requests; a value alone does not show
   * its direction.
   */
  #isOneWay(schemas: Conjunction | undefined): boolean {
    if (schemas === undefined) return false;
    const { readOnly, writeOnly } = this.#reader.flatten(schemas).keywords;
    return readOnly === true || writeOnly === true;
  }
}

/** The variant that the discriminator selects; the value is checked against it, and may match others as well. */
function optionNamedBy(value: SpecValue, { discriminator, options }: Variants): Variants['options'][number] | undefined {
  if (discriminator === undefined || !isObject(value)) return undefined;
  const name = value[discriminator];
  const named = typeof name === 'string' ? options.filter(({ discriminatorValues }) => discriminatorValues.includes(name)) : [];
  return named.length === 1 ? named[0] : undefined;
}

function not(reason: string): Violation {
  return { at: '', reason };
}

function fitsNone(kind: string, { at, reason }: Violation, count: number): string {
  const name = pointerKeys(at).join('.');
  return `matches none of the ${count} alternatives of ${kind}; in the first, ${name === '' ? 'it' : name} ${reason}`;
}

function within(key: string, { at, reason }: Violation): Violation {
  return { at: pointerStep(key) + at, reason };
}

function countViolation(count: number, least: SpecValue | undefined, most: SpecValue | undefined, of: string): Violation | undefined {
  if (typeof least === 'number' && count < least) return not(`must have at least ${least} ${of}, has ${count}`);
  return typeof most === 'number' && count > most ? not(`must have at most ${most} ${of}, has ${count}`) : undefined;
}

function textViolation({ minLength, maxLength, format }: SpecObject, text: string): Violation | undefined {
  const wrong = countViolation([...text].length, minLength, maxLength, 'characters');
  if (wrong !== undefined) return wrong;
  return fitsFormat(format as SpecValue, text) ? undefined : not(`must have the format ${format}`);
}

function numberViolation(keywords: SpecObject, value: number | ExactNumber): Violation | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (isNumber(minimum) && compareNumbers(value, minimum) < 0) return not(`must be at least ${minimum}`);
  if (isNumber(maximum) && compareNumbers(value, maximum) > 0) return not(`must be at most ${maximum}`);
  if (isNumber(exclusiveMinimum) && compareNumbers(value, exclusiveMinimum) <= 0) return not(`must be more than ${exclusiveMinimum}`);
  if (isNumber(exclusiveMaximum) && compareNumbers(value, exclusiveMaximum) >= 0) return not(`must be less than ${exclusiveMaximum}`);
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(Number(value), multipleOf))
    return not(`must be a multiple of ${multipleOf}`);
  return undefined;
}

const passedOver = ['if', 'contains', 'propertyNames', 'dependentSchemas', 'dependentRequired'];

/** Whether the schema has constraints that are not checked here. */
function isPassedOver({ keywords, patterns, patternProperties }: FlatSchema, value: SpecValue): boolean {
  if (typeof value === 'string') return patterns.length > 0;
  if (typeof value !== 'object' || value === null) return false;
  return patternProperties.size > 0 || passedOver.some((name) => keywords[name] !== undefined);
}

function typeName(value: SpecValue): string {
  return Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value;
}

/** `0.3 / 0.1` is not exactly 3. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function hasType(value: SpecValue, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return isWhole(value);
  if (type === 'number') return isNumber(value);
  return typeof value === type;
}
