/**
 * Combines everything that applies to the same value as a schema: follows references, merges `allOf`, and converts the
 * syntax of 3.0 and 2.0 to 3.1. Nested schemas (properties, items, variants) stay unresolved.
 *
 *   { allOf: [{ $ref: Pet }, { properties: { bark } }], nullable: true }
 *   → types [object], nullable, properties { name (of Pet), bark }
 */
import { comparableJson, type ExactNumber, isNumber, plainNumber } from '../../../shared/playground/exact-number.ts';
import type { RefResolver } from '../read/ref-resolver.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../read/spec-node.ts';
import { isObject, newObject, objectOf, type SpecObject, type SpecValue, textOf } from '../read/spec-value.ts';
import { commonTypes, typesOfValues } from './schema-types.ts';
import { subtypesOf } from './subtypes.ts';

/** Schemas that all apply to one value. */
export type Conjunction = readonly SpecNode[];

/** One alternative; all `schemas` apply. */
export interface Variant {
  readonly schemas: Conjunction;
  /** Values of the discriminator property for this variant; empty = unknown. */
  readonly discriminatorValues: readonly string[];
}

/** The alternatives of one `oneOf` or `anyOf`; a schema with several of these must match one of each. */
export interface Variants {
  readonly kind: 'oneOf' | 'anyOf';
  readonly options: readonly Variant[];
  /** Name of the property that selects the variant (OpenAPI 3.1 §4.8.25). */
  readonly discriminator?: string;
  /** They extend the schema with the discriminator, which may also describe values that are none of them. */
  readonly areSubtypes?: boolean;
}

/** Everything that applies to one value, in 3.1 syntax. Lists of schemas are conjunctions. */
export interface FlatSchema {
  /** The referenced schema, for detecting recursion. */
  readonly identity?: SpecNode;
  /** `false`: no value is valid. */
  readonly isNever: boolean;
  /** JSON Schema types without `null`; empty = any. */
  readonly types: readonly string[];
  /** No schema has a type: `types` is derived from other keywords, and values of other types are valid. */
  readonly isTypeImplied: boolean;
  /** Null is valid, whatever `types` says. */
  readonly nullable: boolean;
  /** All other keywords: annotations of the outermost schema, and the strictest constraints. */
  readonly keywords: SpecObject;
  readonly patterns: readonly string[];
  readonly properties: ReadonlyMap<string, Conjunction>;
  readonly required: ReadonlySet<string>;
  readonly patternProperties: ReadonlyMap<string, Conjunction>;
  /** Empty list: not specified. `false` is a schema with that value. */
  readonly additional: Conjunction;
  readonly items: Conjunction;
  readonly prefixItems: readonly Conjunction[];
  readonly not: Conjunction;
  readonly variants: readonly Variants[];
}

/** Structural keywords are merged member by member; annotations come from the first schema that has them. */
const structural = new Set(
  `$ref allOf oneOf anyOf not properties required patternProperties additionalProperties unevaluatedProperties items prefixItems
  unevaluatedItems additionalItems type nullable discriminator pattern $defs definitions $schema $id $anchor`.split(/\s+/),
);
const annotations = new Set(
  `title description default example examples deprecated readOnly writeOnly externalDocs xml nullable $comment summary`.split(/\s+/),
);
const lowerBounds = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains']);
const upperBounds = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains']);
const flags = new Set(['deprecated', 'readOnly', 'writeOnly', 'uniqueItems']);

/** Number of flattened schemas above which a reader forgets them: a large description would fill the memory. */
const maxKnown = 20_000;

/** Flattens the schemas of a description, each once as long as they are remembered. */
export class SchemaReader {
  /** Keyed by the value of the schema, because a converted node has the location of another. */
  readonly #known = new Map<SpecValue, FlatSchema>();
  /** Schemas that are nothing but a reference, keyed by the value of their target: a schema may be referenced thousands of times. */
  readonly #referenced = new Map<SpecValue, FlatSchema>();

  readonly refs: RefResolver;

  constructor(refs: RefResolver) {
    this.refs = refs;
  }

  flatten(schemas: Conjunction): FlatSchema {
    const [only] = schemas;
    const target = schemas.length === 1 && only ? this.#targetOf(only) : undefined;
    const cache = target === undefined ? this.#known : this.#referenced;
    const key = target ?? (schemas.length === 1 && typeof only?.value === 'object' ? only.value : undefined);
    const known = key && cache.get(key);
    if (known) return known;
    const flat = new Flattening(this.refs);
    for (const schema of schemas) flat.add(schema, true);
    const flattened = flat.finish(schemas.length === 1 ? flat.identityOf(schemas[0] as SpecNode) : undefined);
    if (key) {
      if (cache.size >= maxKnown) cache.clear();
      cache.set(key, flattened);
    }
    return flattened;
  }

  /** The value that `{ $ref }` without other keywords refers to. */
  #targetOf(schema: SpecNode): SpecValue | undefined {
    if (!isObject(schema.value) || typeof schema.value.$ref !== 'string' || Object.keys(schema.value).length > 1) return undefined;
    const value = this.refs.resolve(schema, schema.value.$ref)?.value;
    return typeof value === 'object' && value !== null ? value : undefined;
  }
}

class Flattening {
  readonly #keywords = newObject();
  readonly #visited = new Set<string>();
  readonly #steps: (() => void)[] = [];
  readonly #properties = new Map<string, SpecNode[]>();
  readonly #patternProperties = new Map<string, SpecNode[]>();
  readonly #required = new Set<string>();
  readonly #patterns = new Set<string>();
  readonly #additional: SpecNode[] = [];
  readonly #items: SpecNode[] = [];
  readonly #prefixItems: SpecNode[][] = [];
  readonly #not: SpecNode[] = [];
  readonly #variants: Variants[] = [];
  #types: Set<string> | undefined;
  /** Undefined until a schema has a type. */
  #nullable: boolean | undefined;
  #isNever = false;
  #hasTypes = false;

  readonly #refs: RefResolver;

  constructor(refs: RefResolver) {
    this.#refs = refs;
  }

  /** `isOwn`: its annotations describe this value, not a base schema. */
  add(node: SpecNode, isOwn: boolean): void {
    this.#next(() => this.#visit(node, isOwn));
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) step();
  }

  /** Queues these steps before the waiting ones. Not recursive, because chains of references can be long. */
  #next(...steps: (() => void)[]): void {
    this.#steps.push(...steps.reverse());
  }

  #visit(node: SpecNode, isOwn: boolean): void {
    const id = nodeId(node);
    if (this.#visited.has(id)) return;
    this.#visited.add(id);
    if (node.value === false) this.#isNever = true;
    if (!isObject(node.value)) return;
    const { value } = node;
    const isNullable = value.nullable === true && value.type === undefined && this.#nullable !== false;
    this.#addPlain(node, value, isOwn);
    const target = typeof value.$ref === 'string' ? this.#refs.resolve(node, value.$ref) : undefined;
    const parts = childrenOf(childOf(node, 'allOf'));
    const speaking = parts.filter((part) => !isAnnotation(part.value)).length;
    const isOwnPart = ({ value: part }: SpecNode) => {
      const isReference = isObject(part) && typeof part.$ref === 'string';
      return isOwn && (!isReference || (speaking === 1 && !hasStructure(value)));
    };
    this.#next(
      ...(target ? [() => this.#visit(target, isOwn)] : []),
      ...parts.map((part) => () => this.#visit(part, isOwnPart(part))),
      () => {
        // `nullable: true` beside `allOf: [Pet]` means a nullable Pet, although in 3.0 it only applies to a type beside
        // it.
        if (isNullable) this.#nullable = true;
      },
      () => this.#addVariants(node, 'oneOf'),
      () => this.#addVariants(node, 'anyOf'),
      () => this.#addInheritors(node),
    );
  }

  finish(identity: SpecNode | undefined): FlatSchema {
    const keywords = this.#keywords;
    const properties = this.#properties;
    return {
      // Types that exclude each other leave no valid value.
      isNever: this.#isNever || (this.#types?.size === 0 && this.#nullable !== true && this.#hasTypes),
      types: this.#types ? [...this.#types] : this.#impliedTypes(),
      isTypeImplied: this.#types === undefined,
      nullable: this.#nullable === true || keywords['x-nullable'] === true,
      keywords,
      patterns: [...this.#patterns],
      properties,
      required: this.#required,
      patternProperties: this.#patternProperties,
      additional: this.#additional,
      items: this.#items,
      prefixItems: this.#prefixItems,
      not: this.#not,
      variants: this.#variants,
      ...(identity ? { identity } : {}),
    };
  }

  /** Follows references and wrappers (`allOf` of one, `anyOf` of one and null) to the actual schema. */
  identityOf(node: SpecNode): SpecNode | undefined {
    let at = node;
    for (let steps = 0; steps < 20; steps++) {
      if (!isObject(at.value)) return at;
      const { $ref, allOf } = at.value;
      if (typeof $ref === 'string') {
        const target =
          Object.keys(at.value).every((key) => key === '$ref' || annotations.has(key) || key.startsWith('x-')) &&
          this.#refs.resolve(at, $ref);
        if (!target) return undefined;
        at = target;
      } else if (Array.isArray(allOf) && allOf.length === 1 && !hasStructure(at.value))
        at = childOf(childOf(at, 'allOf') as SpecNode, 0) as SpecNode;
      else if (at === node && soleOption(at) !== undefined) at = soleOption(at) as SpecNode;
      else return at === node ? undefined : at;
    }
    return undefined;
  }

  #addPlain(node: SpecNode, value: SpecObject, isOwn: boolean): void {
    this.#addTypes(value);
    for (const key of Object.keys(value)) {
      if (structural.has(key)) continue;
      const member = value[key] as SpecValue;
      if ((annotations.has(key) || key.startsWith('x-')) && !flags.has(key)) {
        if (isOwn && this.#keywords[key] === undefined) this.#keywords[key] = member;
      } else this.#addKeyword(key, member, value);
    }
    if (typeof value.pattern === 'string') this.#patterns.add(value.pattern);
    for (const property of childrenOf(childOf(node, 'properties'))) push(this.#properties, property.key, property);
    for (const property of childrenOf(childOf(node, 'patternProperties'))) push(this.#patternProperties, property.key, property);
    if (Array.isArray(value.required)) for (const name of value.required) if (typeof name === 'string') this.#required.add(name);
    const additional = childOf(node, 'additionalProperties') ?? childOf(node, 'unevaluatedProperties');
    if (additional && additional.value !== true) this.#additional.push(additional);
    this.#addItems(node);
    const not = childOf(node, 'not');
    if (not) this.#not.push(not);
  }

  #addItems(node: SpecNode): void {
    const items = childOf(node, 'items');
    // Draft 4 and some 3.0 descriptions write tuples as a list under `items`.
    const tuple = childOf(node, 'prefixItems') ?? (items && Array.isArray(items.value) ? items : undefined);
    for (const [index, item] of childrenOf(tuple).entries()) {
      const known = this.#prefixItems[index];
      if (known) known.push(item);
      else this.#prefixItems.push([item]);
    }
    const rest = items && !Array.isArray(items.value) ? items : (childOf(node, 'additionalItems') ?? childOf(node, 'unevaluatedItems'));
    if (rest && rest.value !== true) this.#items.push(rest);
  }

  #addTypes(value: SpecObject): void {
    const listed = (Array.isArray(value.type) ? value.type : [value.type]).filter((type) => typeof type === 'string');
    if (value.nullable === true) this.#nullable ??= true;
    if (listed.length === 0) return;
    const types = listed.filter((type) => type !== 'null').map((type) => (type === 'file' ? 'string' : type));
    if (types.length > 0) this.#hasTypes = true;
    const takesNull = listed.includes('null') || value.nullable === true;
    this.#nullable = takesNull && this.#nullable !== false;
    this.#types = this.#types === undefined ? new Set(types) : commonTypes(this.#types, types);
  }

  #impliedTypes(): string[] {
    const keywords = this.#keywords;
    if (Array.isArray(keywords.enum)) return typesOfValues(keywords.enum);
    if (keywords.const !== undefined) return typesOfValues([keywords.const]);
    if (this.#properties.size > 0 || this.#required.size > 0 || this.#patternProperties.size > 0 || this.#additional.length > 0)
      return ['object'];
    if (this.#items.length > 0 || this.#prefixItems.length > 0) return ['array'];
    return [];
  }

  #addKeyword(key: string, member: SpecValue, schema: SpecObject): void {
    const known = this.#keywords[key];
    if (flags.has(key)) {
      if (member === true) this.#keywords[key] = true;
    } else if (lowerBounds.has(key) || upperBounds.has(key)) {
      this.#addBound(key, member, schema);
    } else if (key === 'enum' && Array.isArray(member)) {
      const texts = new Set(Array.isArray(known) ? known.map(comparableJson) : []);
      this.#keywords.enum = Array.isArray(known) ? member.filter((item) => texts.has(comparableJson(item))) : member;
    } else if (known === undefined) this.#keywords[key] = key === 'multipleOf' && isNumber(member) ? plainNumber(member) : member;
  }

  /** 3.0 has `exclusiveMinimum: true` beside `minimum`; 3.1 the number itself. */
  #addBound(key: string, member: SpecValue, schema: SpecObject): void {
    const inclusive = key === 'exclusiveMinimum' ? 'minimum' : key === 'exclusiveMaximum' ? 'maximum' : undefined;
    if (typeof member === 'boolean') {
      const bound = inclusive && schema[inclusive];
      if (member && isNumber(bound)) this.#narrow(key, bound);
    } else if (isNumber(member)) {
      const exclusive = key === 'minimum' ? 'exclusiveMinimum' : key === 'maximum' ? 'exclusiveMaximum' : undefined;
      if (exclusive === undefined || schema[exclusive] !== true) this.#narrow(key, member);
    }
  }

  #narrow(key: string, bound: number | ExactNumber): void {
    const known = this.#keywords[key];
    if (!isNumber(known) || (lowerBounds.has(key) ? bound > known : bound < known)) this.#keywords[key] = plainNumber(bound);
  }

  #addVariants(node: SpecNode, kind: 'oneOf' | 'anyOf'): void {
    const options = childrenOf(childOf(node, kind));
    if (options.length === 0 || !isObject(node.value)) return;
    const targets = options.map((option) => this.#refs.deref(option) ?? option);
    // `oneOf: [X, null]` is a nullable X.
    const isNull = (target: SpecNode) => isObject(target.value) && target.value.type === 'null';
    const shown = options.filter((_, index) => !isNull(targets[index] as SpecNode));
    if (shown.length < options.length) this.#nullable ??= true;
    if (targets.some((target) => this.#visited.has(nodeId(target)))) return;
    // Null alone is not a choice.
    if (shown.length === 0) {
      this.#next(() => this.#visit(options[0] as SpecNode, true));
      return;
    }
    const hasNull = shown.length < options.length;
    // One alternative is not a choice, unless its discriminator says something about it.
    if (shown.length === 1 && (hasNull || node.value.discriminator === undefined)) {
      this.#next(
        () => this.#visit(shown[0] as SpecNode, true),
        () => {
          if (hasNull && this.#types) this.#nullable = true;
        },
      );
      return;
    }
    const discriminator = textOf(node.value.discriminator, 'propertyName') ?? textOf(node.value, 'discriminator');
    const values = new Map(this.#mapped(node).map(({ target, values: given }) => [nodeId(target), given]));
    const variants = shown.map((option) => {
      const target = this.#refs.deref(option) ?? option;
      const name = nameOfSchema(option);
      const discriminatorValues = discriminator === undefined ? [] : (values.get(nodeId(target)) ?? (name === undefined ? [] : [name]));
      return { schemas: [option], discriminatorValues };
    });
    this.#variants.push({ kind, options: variants, ...(discriminator === undefined ? {} : { discriminator }) });
  }

  /**
   * OpenAPI 3.1 §4.8.25: a base with a discriminator, extended by its subtypes through `allOf`. A mapping lists all of
   * them.
   */
  #addInheritors(node: SpecNode): void {
    if (!isObject(node.value) || node.value.oneOf !== undefined || node.value.anyOf !== undefined) return;
    const discriminator = textOf(node.value.discriminator, 'propertyName') ?? textOf(node.value, 'discriminator');
    if (discriminator === undefined) return;
    const subtypes =
      objectOf(node.value.discriminator, 'mapping') === undefined
        ? subtypesOf(node).map((target) => ({ target, values: [target.key] }))
        : this.#mapped(node);
    // The schema itself is one of the subtypes, so they are not alternatives here.
    if (subtypes.length === 0 || subtypes.some(({ target }) => this.#visited.has(nodeId(target)))) return;
    const variants = subtypes.map(({ target, values }) => ({ schemas: [target], discriminatorValues: values }));
    this.#variants.push({ kind: 'oneOf', options: variants, discriminator, areSubtypes: true });
  }

  /** The schemas of a discriminator, with their values. */
  #mapped(node: SpecNode): { readonly target: SpecNode; readonly values: string[] }[] {
    const discriminator = childOf(node, 'discriminator');
    const found = new Map<string, { readonly target: SpecNode; readonly values: string[] }>();
    for (const entry of childrenOf(discriminator && childOf(discriminator, 'mapping'))) {
      if (typeof entry.value !== 'string') continue;
      // A bare name is a schema name, which may contain dots (`acme.Cat`).
      const ref = /[#/]|\.(?:json|ya?ml)$/i.test(entry.value) ? entry.value : `#/components/schemas/${entry.value}`;
      const target = this.#refs.resolve(entry, ref);
      if (!target) continue;
      const known = found.get(nodeId(target));
      if (known) known.values.push(entry.key);
      else found.set(nodeId(target), { target, values: [entry.key] });
    }
    return [...found.values()];
  }
}

/** The only reference in `anyOf: [{ $ref: X }, null]`, or in `anyOf: [{ $ref: X }]`. */
function soleOption(node: SpecNode): SpecNode | undefined {
  if (!isObject(node.value) || node.value.allOf !== undefined) return undefined;
  const { anyOf, oneOf, ...rest } = node.value;
  const [key, options] = Array.isArray(anyOf) ? ['anyOf', anyOf] : ['oneOf', oneOf];
  if (!Array.isArray(options) || options.length > 2 || (anyOf !== undefined && oneOf !== undefined) || hasStructure(rest)) return undefined;
  const index = options.findIndex((option) => isObject(option) && option.$ref !== undefined);
  const isSole = options.length === 1 || options.some((option) => isObject(option) && option.type === 'null');
  return isSole && index >= 0 ? childOf(childOf(node, key as string) as SpecNode, index) : undefined;
}

/** The last step of a reference: `#/components/schemas/Dog` → `Dog`. */
export function nameOfSchema(node: SpecNode): string | undefined {
  const ref = isObject(node.value) && typeof node.value.$ref === 'string' ? node.value.$ref : undefined;
  const step = ref
    ?.slice(ref.lastIndexOf('/') + 1)
    .replace(/~1/g, '/')
    .replace(/~0/g, '~');
  return step === '' ? undefined : step;
}

function push(map: Map<string, SpecNode[]>, key: string, node: SpecNode): void {
  const known = map.get(key);
  if (known) known.push(node);
  else map.set(key, [node]);
}

function isAnnotation(value: SpecValue): boolean {
  return isObject(value) && Object.keys(value).every((key) => annotations.has(key) || key.startsWith('x-'));
}

function hasStructure(value: SpecObject): boolean {
  return Object.keys(value).some((key) => key !== 'allOf' && key !== 'type' && !annotations.has(key) && !key.startsWith('x-'));
}
