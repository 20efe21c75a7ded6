/**
 * Generates a valid value for a schema: from examples, defaults and constants if they are valid, else synthesized. The
 * number of nodes is limited; optional parts are omitted first.
 */
import { ExactNumber, isNumber } from '../../../shared/playground/exact-number.ts';
import { nodeId } from '../read/spec-node.ts';
import { isObject, newObject, type SpecObject, type SpecValue } from '../read/spec-value.ts';
import { conforms } from './conforms.ts';
import { ExclusiveNames, withChosen } from './exclusive-names.ts';
import type { Conjunction, FlatSchema, SchemaReader, Variants } from './flatten-schema.ts';
import { numberForName } from './named-example.ts';
import type { Direction } from './schema-view.ts';
import { stringExample } from './string-example.ts';

/**
 * `direction` omits read-only properties in a request, and write-only ones in a response. A request has no null where
 * another value is valid.
 */
export interface ExampleOptions {
  readonly direction: Direction;
  /** `required`: the smallest valid value. `all`: without properties that cannot be sent together. */
  readonly defaults: 'all' | 'required';
  /** Total number of nested values. Default 80; required values may exceed it. */
  readonly maxNodes?: number;
  /** Name of the parameter that gets the value. */
  readonly name?: string;
}

const defaultMaxNodes = 80;
/** Maximum number of nodes for required values beyond the budget. */
const nodesForRequired = 4000;
/** Maximum depth of optional properties; required ones continue until `maxDepth`. */
const comfortableDepth = 8;
const maxDepth = 40;

/** Undefined when there is no valid value, or none that can be generated. */
export function exampleOf(schemas: Conjunction, reader: SchemaReader, options: ExampleOptions): SpecValue | undefined {
  return new Maker(reader, options).make(schemas, { depth: 0, index: 0, above: [], name: options.name });
}

interface Place {
  readonly depth: number;
  /** Index in a list, because items may have to differ. */
  readonly index: number;
  /** The enclosing schemas. */
  readonly above: readonly string[];
  /** Name of the property or parameter; the items of a list have that of the list. */
  readonly name?: string | undefined;
}

class Maker {
  #nodes = 0;

  readonly #reader: SchemaReader;
  readonly #options: ExampleOptions;

  constructor(reader: SchemaReader, options: ExampleOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  make(schemas: Conjunction, place: Place): SpecValue | undefined {
    this.#nodes += 1;
    const flat = this.#reader.flatten(schemas);
    // A schema that requires two values of itself is infinite and doubles at each level.
    const isLost = this.#nodes > (this.#options.maxNodes ?? defaultMaxNodes) + nodesForRequired;
    if (flat.isNever || place.depth > maxDepth || isLost) return undefined;
    const given = this.#given(flat, schemas, place.index);
    if (given !== undefined) return given;
    const id = flat.identity && nodeId(flat.identity);
    const below: Place = { ...place, above: id === undefined ? place.above : [...place.above, id] };
    if (flat.variants.length > 0) return this.#fromVariants(schemas, flat, below);
    return this.#plain(flat, below);
  }

  /** A valid value from the description. */
  #given(flat: FlatSchema, schemas: Conjunction, index: number): SpecValue | undefined {
    const { keywords } = flat;
    if (keywords.const !== undefined) return keywords.const;
    const listed = Array.isArray(keywords.enum) ? keywords.enum.filter((value) => value !== null) : [];
    const examples = Array.isArray(keywords.examples)
      ? keywords.examples
      : isObject(keywords.examples)
        ? Object.values(keywords.examples)
        : [];
    const candidates = [keywords.example, ...examples, keywords.default, ...(listed.length > 0 ? [listed[index % listed.length]] : [])];
    for (const candidate of index === 0 ? candidates : candidates.toReversed()) {
      if (candidate === undefined || (candidate === null && !this.#takesNull(flat))) continue;
      if (index > 0 && candidate !== candidates.at(-1)) continue;
      // An author's example is kept even if it has properties of the other direction.
      if (conforms(schemas, candidate, this.#reader)) return candidate;
    }
    return listed.length > 0 ? listed[index % listed.length] : undefined;
  }

  #takesNull(flat: FlatSchema): boolean {
    return flat.nullable && (this.#options.direction !== 'request' || flat.types.length === 0);
  }

  /** Tries each option until one gives a value that is valid for the whole schema. */
  #fromVariants(schemas: Conjunction, flat: FlatSchema, place: Place): SpecValue | undefined {
    const [variants] = flat.variants as [Variants];
    let fallback: SpecValue | undefined;
    for (const option of variants.options.slice(0, 12)) {
      const target = this.#reader.flatten(option.schemas).identity;
      // An option that contains the same value is infinite.
      if (target !== undefined && place.above.includes(nodeId(target))) continue;
      const value = this.#withVariant(flat, option.schemas, place);
      if (value === undefined) continue;
      const [name] = option.discriminatorValues;
      if (variants.discriminator !== undefined && name !== undefined && isObject(value)) {
        const property = this.#reader.flatten(option.schemas).properties.get(variants.discriminator);
        if (!property || conforms(property, name, this.#reader)) value[variants.discriminator] = name;
      }
      fallback ??= value;
      if (conforms(schemas, value, this.#reader)) return value;
    }
    return fallback ?? this.#plain(flat, place);
  }

  /** The value of an option combined with the constraints of the surrounding schema. */
  #withVariant(flat: FlatSchema, option: Conjunction, place: Place): SpecValue | undefined {
    const others = flat.variants.slice(1).flatMap(({ options }) => (options[0] ? [options[0].schemas] : []));
    const value = this.make(option, { ...place, depth: place.depth + 1 });
    if (!isObject(value) && value !== undefined) return value;
    const hasOwn = flat.properties.size > 0 || flat.required.size > 0;
    const own = hasOwn ? this.#object(withChosen(flat, [option, ...others], this.#reader), place) : undefined;
    if (value === undefined && own === undefined) return undefined;
    const joined: SpecObject = Object.assign(newObject(), own);
    for (const part of [...others, option]) {
      const made = part === option ? value : this.make(part, { ...place, depth: place.depth + 1 });
      if (!isObject(made)) continue;
      const { properties } = this.#reader.flatten(part);
      // What an option only requires is described by the surrounding schema.
      for (const key of Object.keys(made))
        if (joined[key] === undefined || properties.has(key) || !flat.properties.has(key)) joined[key] = made[key] as SpecValue;
    }
    return joined;
  }

  #plain(flat: FlatSchema, place: Place): SpecValue | undefined {
    const type = flat.types[0] ?? (flat.nullable ? 'null' : 'any');
    if (type === 'object') return this.#object(flat, place) ?? (flat.nullable ? null : undefined);
    if (type === 'array') return this.#list(flat, place) ?? (flat.nullable ? null : undefined);
    if (type === 'string') return stringExample(flat, place.index, place.name) ?? (flat.nullable ? null : undefined);
    if (type === 'number' || type === 'integer')
      return numberExample(flat.keywords, type === 'integer', place) ?? (flat.nullable ? null : undefined);
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    return flat.types.length === 0
      ? flat.patterns.length > 0
        ? (stringExample(flat, place.index, place.name) ?? 'string')
        : 'string'
      : undefined;
  }

  #object(flat: FlatSchema, place: Place): SpecObject | undefined {
    const value = newObject();
    const { minProperties } = flat.keywords;
    const least = typeof minProperties === 'number' ? Math.min(minProperties, 50) : 0;
    const max = typeof flat.keywords.maxProperties === 'number' ? flat.keywords.maxProperties : Number.POSITIVE_INFINITY;
    const wanted = this.#wantedNames(flat, least, place);
    for (const [name, schemas] of flat.properties) {
      const isRequired = flat.required.has(name);
      if (!wanted.has(name) || this.#isOneWay(schemas)) continue;
      if (!isRequired && Object.keys(value).length + flat.required.size >= max) continue;
      if (!isRequired && this.#options.defaults === 'all' && this.#isFull(place)) continue;
      const member = this.#member(schemas, isRequired, { ...place, name });
      if (member === null && !isRequired && this.#options.direction === 'request') continue;
      if (member !== undefined) value[name] = member;
      else if (isRequired) return undefined;
    }
    for (const name of wanted) {
      if (name in value || flat.properties.has(name)) continue;
      const member = this.make(flat.additional.length > 0 ? flat.additional : [], { ...place, depth: place.depth + 1, index: 0, name });
      value[name] = member ?? 'string';
    }
    const missing = least - Object.keys(value).length;
    const showsOther = this.#options.defaults === 'all' && flat.properties.size === 0 && max > 0 && place.depth < comfortableDepth;
    const isWhole = this.#addOthers(
      value,
      flat,
      Math.max(missing, showsOther && flat.additional.some((node) => isObject(node.value)) ? 1 : 0),
      place,
    );
    return isWhole || missing <= 0 ? value : undefined;
  }

  /** The required properties, and the optional ones that the options or `minProperties` ask for, without exclusive ones. */
  #wantedNames(flat: FlatSchema, least: number, place: Place): ReadonlySet<string> {
    const { defaults } = this.#options;
    const { dependentRequired } = flat.keywords;
    const wanted = new Set(flat.required);
    const add = (name: string) => {
      wanted.add(name);
      for (const needed of isObject(dependentRequired) && Array.isArray(dependentRequired[name]) ? dependentRequired[name] : [])
        if (typeof needed === 'string' && !wanted.has(needed)) add(needed);
    };
    for (const name of flat.required) add(name);
    const takesExamples = flat.required.size === 0;
    if (defaults === 'required' && wanted.size >= least && !takesExamples) return wanted;
    const exclusive = new ExclusiveNames(flat, this.#reader);
    const addAll = (isWanted: (schemas: Conjunction) => boolean) => {
      for (const [name, schemas] of flat.properties) {
        if (wanted.has(name) || this.#isOneWay(schemas) || !isWanted(schemas)) continue;
        if (!exclusive.excludes(name, wanted)) add(name);
      }
    };
    // A description that requires nothing shows by its examples what it expects.
    if (defaults === 'all' || takesExamples)
      addAll((schemas) => this.#isShown(schemas, place) && (defaults === 'all' || this.#hasExample(schemas)));
    addAll(() => wanted.size < least);
    return wanted;
  }

  #hasExample(schemas: Conjunction): boolean {
    const { example, examples } = this.#reader.flatten(schemas).keywords;
    return (example !== undefined && example !== null) || (Array.isArray(examples) && examples.length > 0);
  }

  /** Deprecated optional properties are not shown, nor those that are nested too deep. */
  #isShown(schemas: Conjunction, place: Place): boolean {
    return this.#reader.flatten(schemas).keywords.deprecated !== true && place.depth < comfortableDepth;
  }

  /** Whether the property belongs to the other direction. */
  #isOneWay(schemas: Conjunction): boolean {
    const { direction } = this.#options;
    const { readOnly, writeOnly } = this.#reader.flatten(schemas).keywords;
    return (direction === 'request' && readOnly === true) || (direction === 'response' && writeOnly === true);
  }

  #isFull({ depth }: Place): boolean {
    return this.#nodes > (this.#options.maxNodes ?? defaultMaxNodes) || depth >= comfortableDepth;
  }

  #member(schemas: Conjunction, isRequired: boolean, place: Place): SpecValue | undefined {
    const { nullable } = this.#reader.flatten(schemas);
    const isRecursive = this.#isAbove(schemas, place);
    if (isRecursive && !isRequired) return undefined;
    if (isRecursive && nullable) return null;
    // A recursive required property is infinite: it is written up to a limit, then generation fails.
    if (isRecursive && place.depth > comfortableDepth) return undefined;
    return this.make(schemas, { ...place, depth: place.depth + 1, index: 0 });
  }

  /** Whether the value is nested in one of the same schema. */
  #isAbove(schemas: Conjunction, place: Place): boolean {
    const identity = schemas.length > 0 ? this.#reader.flatten(schemas).identity : undefined;
    return identity !== undefined && place.above.includes(nodeId(identity));
  }

  /** Whether a value could be generated for each. */
  #addOthers(value: SpecObject, flat: FlatSchema, count: number, place: Place): boolean {
    const schemas = flat.additional.filter((node) => isObject(node.value));
    if (flat.additional.some((node) => node.value === false)) return true;
    // Additional properties of the same recursive schema are optional, and omitted.
    if (this.#isAbove(schemas, place) && typeof flat.keywords.minProperties !== 'number') return true;
    for (let added = 0; added < count; added++) {
      const name = added === 0 ? 'key' : `key${added + 1}`;
      const member = this.make(schemas, { ...place, depth: place.depth + 1, index: 0, name: undefined });
      if (member === undefined) return false;
      if (!(name in value)) value[name] = member;
    }
    return true;
  }

  #list(flat: FlatSchema, place: Place): SpecValue[] | undefined {
    const { minItems, maxItems, uniqueItems } = flat.keywords;
    const min = typeof minItems === 'number' ? minItems : 0;
    const max = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY;
    if (min > 1000) return undefined;
    const value: SpecValue[] = [];
    for (const schemas of flat.prefixItems.slice(0, max)) {
      const item = this.make(schemas, { ...place, depth: place.depth + 1, index: 0 });
      if (item === undefined) break;
      value.push(item);
    }
    const isClosed = flat.items.some((node) => node.value === false);
    const isRecursive = this.#isAbove(flat.items, place);
    const wanted = isRecursive || this.#isFull(place) || isClosed || flat.prefixItems.length > 0 ? min : Math.max(min, 1);
    for (let index = 0; value.length < Math.min(wanted, max) && index < 1000; index++) {
      const item = this.make(flat.items, { ...place, depth: place.depth + 1, index: uniqueItems === true ? index : 0 });
      if (item === undefined) break;
      value.push(item);
    }
    return value.length >= min ? value : undefined;
  }
}

function numberExample(keywords: SpecObject, isInteger: boolean, { index, name = '' }: Place): number | ExactNumber | undefined {
  const bound = (key: string, otherwise: number) => (isNumber(keywords[key]) ? Number(keywords[key]) : otherwise);
  const multiple = bound('multipleOf', 0);
  const step = multiple > 0 ? multiple : isInteger ? 1 : undefined;
  const above = bound('exclusiveMinimum', Number.NEGATIVE_INFINITY);
  const below = bound('exclusiveMaximum', Number.POSITIVE_INFINITY);
  const min = Math.max(bound('minimum', Number.NEGATIVE_INFINITY), above);
  const max = Math.min(bound('maximum', Number.POSITIVE_INFINITY), below);
  const fits = (value: number) => value >= min && value <= max && value > above && value < below;
  const stepOf = isInteger && step !== undefined && !Number.isInteger(step) ? undefined : step;
  const candidates = [1 + index, 0, min, max];
  if (stepOf !== undefined && Number.isFinite(min))
    candidates.push(...[0, 1, 2].map((more) => (Math.ceil(min / stepOf) + more + index) * stepOf));
  if (stepOf !== undefined) candidates.unshift(stepOf * (1 + index));
  if (stepOf !== undefined && Number.isFinite(max))
    candidates.push((Math.floor(max / stepOf) - 1) * stepOf, Math.floor(max / stepOf) * stepOf);
  if (Number.isFinite(min) && Number.isFinite(max)) candidates.push((min + max) / 2);
  if (Number.isFinite(min)) candidates.push(min + 1);
  if (Number.isFinite(max)) candidates.push(max - 1);
  // Prefers 1 where it is valid.
  if (step === undefined || 1 % step === 0) candidates.unshift(1 + index);
  const named = numberForName(name);
  if (named !== undefined && index === 0) candidates.unshift(named);
  const isStep = (value: number) => stepOf === undefined || Math.abs(value / stepOf - Math.round(value / stepOf)) < 1e-9;
  const found = candidates.find(
    (value) => Number.isFinite(value) && fits(value) && isStep(value) && (!isInteger || Number.isInteger(value)),
  );
  // A limit that JavaScript cannot represent is used with its exact digits, because the nearest number may be invalid.
  const exact = [keywords.minimum, keywords.maximum].find((value) => value instanceof ExactNumber && Number(value) === found);
  return (exact as ExactNumber | undefined) ?? found;
}
