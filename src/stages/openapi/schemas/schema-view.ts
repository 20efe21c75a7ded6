/**
 * The displayed form of a schema, as deep as the budget allows: complete when small, otherwise with references for
 * large and recursive parts.
 */

import { definedOnly } from '../../../model/defined-only.ts';
import type { PropertyView, SchemaView } from '../../../model/endpoint.ts';
import { isNumber } from '../../../shared/playground/exact-number.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import { enumDescriptions, pills } from '../extensions.ts';
import { nodeId, type SpecNode } from '../read/spec-node.ts';
import { isObject, type SpecValue, textOf } from '../read/spec-value.ts';
import { constraintsOf } from './constraints.ts';
import { type Conjunction, type FlatSchema, nameOfSchema, type SchemaReader } from './flatten-schema.ts';
import { isNamedSchema, schemaName, shownName } from './named-schema.ts';
import { RecentValues } from './recent-values.ts';

/** The direction of a value from the reader's view: `both` omits nothing. */
export type Direction = 'request' | 'response' | 'both';

/** All required: without a budget, a view could be as large as the description. */
export interface SchemaViewOptions {
  /** `request` omits read-only properties, `response` write-only ones. */
  readonly direction: Direction;
  /** Maximum number of nodes in one view. */
  readonly maxNodes: number;
  /** For a form, which cannot load the rest later: two levels are certain. */
  readonly isForm?: boolean;
  /** Schema keys shown as labels after the name (`api.params.post`). */
  readonly postKeys: readonly string[];
}

/** At which depth a view stops. */
interface Depth {
  /** Schemas with a page of their own. */
  readonly named: number;
  /** Other schemas, which are part of the description of their parent. */
  readonly unnamed: number;
}

/** Tried in order while the view fits the budget. */
const depths: readonly Depth[] = [
  { named: 0, unnamed: 1 },
  { named: 0, unnamed: 2 },
  { named: 1, unnamed: 2 },
  { named: 1, unnamed: 3 },
  ...[1, 2, 3, 4, 5, 6, 8, 11, 15, 25].map((named) => ({ named, unnamed: Number.POSITIVE_INFINITY })),
];

/** A view with its size. */
export interface MeasuredView {
  readonly view: SchemaView;
  readonly nodes: number;
  /** It lacks parts that are not recursive. */
  readonly wasCut: boolean;
}

/** Views of named schemas, which many operations have, by everything else that they depend on. */
const namedViews = new RecentValues<FlatSchema, MeasuredView>(400);

/** Builds the view with increasing depth and keeps the last one within the budget, so that it is cut evenly. */
export function viewSchema(schemas: Conjunction, reader: SchemaReader, options: SchemaViewOptions): MeasuredView {
  const flat = reader.flatten(schemas);
  if (flat.identity === undefined || !isNamedSchema(flat.identity)) return newView(schemas, reader, options);
  const { direction, maxNodes, isForm = false, postKeys } = options;
  const key = `${direction} ${maxNodes} ${isForm} ${postKeys.join(' ')}`;
  return namedViews.get(flat, key, () => newView(schemas, reader, options));
}

function newView(schemas: Conjunction, reader: SchemaReader, options: SchemaViewOptions): MeasuredView {
  let best: MeasuredView | undefined;
  for (const depth of options.isForm ? depths.slice(6) : depths) {
    // Once something fits, a larger view is given up as soon as it exceeds the budget.
    const drawing = new Drawing(reader, options, depth, best === undefined ? options.maxNodes * 3 : options.maxNodes);
    const view = drawing.view(schemas, 0, new Set());
    const { nodes, wasCut } = drawing;
    if (best !== undefined && nodes > options.maxNodes) break;
    best = { view, nodes, wasCut };
    if (!wasCut) break;
  }
  return best as MeasuredView;
}

/** By what else they depend on. Flattened schemas are shared by the pages of a description. */
const shallowViews = new WeakMap<FlatSchema, Map<string, SchemaView>>();

/** Up to this number, parts without content stay where they are written. */
const fewParts = 3;

class Drawing {
  nodes = 0;
  wasCut = false;

  readonly #reader: SchemaReader;
  readonly #options: SchemaViewOptions;
  readonly #maxDepth: Depth;

  /** Maximum number of nodes, above which everything is cut. */
  readonly #limit: number;

  constructor(reader: SchemaReader, options: SchemaViewOptions, maxDepth: Depth, limit: number) {
    this.#limit = limit;
    this.#reader = reader;
    this.#options = options;
    this.#maxDepth = maxDepth;
  }

  /** `isOption`: a variant, whose required names may be described by the surrounding schema. */
  view(schemas: Conjunction, depth: number, above: ReadonlySet<string>, isOption = false): SchemaView {
    this.nodes += 1;
    const flat = this.#reader.flatten(schemas);
    const shallow = this.#shallow(flat);
    const { identity } = flat;
    // Schemas without a name are identified by location: `{ anyOf: [Tree, Leaf] }` inside Tree is recursive too.
    const id = identity ? nodeId(identity) : schemas.map(nodeId).join(' ');
    const isRecursive = above.has(id);
    const isLeaf = !hasInside(flat);
    if (isLeaf) return shallow;
    // Only schemas with their own location can be loaded later; too many unnamed parts are cut anyway.
    const isFull = this.nodes > this.#limit;
    const isTooDeep = above.size > 0 && this.#isTooDeep(schemas, identity, depth) && !this.#isSmall(flat);
    if (isRecursive || isFull || isTooDeep) {
      if (!isRecursive) this.wasCut = true;
      const rest = identity ?? schemas[0];
      if (rest === undefined) return shallow;
      const view = isNamedSchema(rest) ? withShortText(shallow, rest) : shallow;
      return { ...view, more: { schema: schemaName(rest, this.#reader.refs.rootPath), recursive: isRecursive } };
    }
    const below = new Set([...above, id]);
    // The items of a list and the alternatives of a whole body are its first level.
    const isWrapper = depth === 0 && flat.properties.size === 0;
    const inside = (part: Conjunction) => this.view(part, isWrapper ? 0 : depth + 1, below);
    const option = (part: Conjunction) => this.view(part, isWrapper ? 0 : depth + 1, below, true);
    return {
      ...shallow,
      properties: [...this.#properties(flat, inside), ...(isOption ? [] : this.#undescribed(flat, inside))],
      otherProperties: this.#otherProperties(flat, inside),
      prefixItems: flat.prefixItems.map(inside),
      ...definedOnly({
        items: flat.items.length > 0 && flat.items[0]?.value !== false ? inside(flat.items) : undefined,
        not: flat.not.length > 0 ? inside(flat.not) : undefined,
        variants: this.#variants(flat, option),
      }),
    };
  }

  #isTooDeep(schemas: Conjunction, identity: SpecNode | undefined, depth: number): boolean {
    if (identity !== undefined && isNamedSchema(identity)) return depth >= this.#maxDepth.named;
    if (identity !== undefined) return depth >= this.#maxDepth.unnamed;
    // A part can only be shown elsewhere if it has a location of its own.
    const [only] = schemas;
    return depth >= this.#maxDepth.unnamed && schemas.length === 1 && only !== undefined && this.#reader.refs.isWritten(only);
  }

  /** Unnamed, with a few parts without content: a page of its own would be longer, and nothing else refers to it. */
  #isSmall(flat: FlatSchema): boolean {
    if (flat.identity !== undefined && isNamedSchema(flat.identity)) return false;
    const parts = [
      ...flat.properties.values(),
      ...flat.patternProperties.values(),
      ...flat.prefixItems,
      ...[flat.additional, flat.items, flat.not].filter((part) => part.length > 0),
      ...flat.variants.flatMap(({ options }) => options.map((option) => option.schemas)),
    ];
    return parts.length <= fewParts && parts.every((part) => !hasInside(this.#reader.flatten(part)));
  }

  #properties(flat: FlatSchema, inside: (part: Conjunction) => SchemaView): PropertyView[] {
    const { direction } = this.#options;
    return [...flat.properties].flatMap(([name, schemas]) => {
      const keywords = this.#reader.flatten(schemas).keywords;
      if (direction === 'request' && keywords.readOnly === true) return [];
      if (direction === 'response' && keywords.writeOnly === true) return [];
      // Draft 3 and many authors write `required: true` on the property itself.
      const isRequired = flat.required.has(name) || keywords.required === true;
      return [{ name, required: isRequired, schema: inside(schemas) }];
    });
  }

  /** Required names without description: any value, or the schema for additional properties. */
  #undescribed(flat: FlatSchema, inside: (part: Conjunction) => SchemaView): PropertyView[] {
    // Its variants may describe them.
    if (flat.variants.length > 0) return [];
    const names = [...flat.required].filter((name) => !flat.properties.has(name));
    return names.map((name) => ({ name, required: true, schema: inside(flat.additional.filter(({ value }) => isObject(value))) }));
  }

  #otherProperties(flat: FlatSchema, inside: (part: Conjunction) => SchemaView): SchemaView['otherProperties'] {
    const others = [...flat.patternProperties].map(([pattern, schemas]) => ({ name: `/${pattern}/`, schema: inside(schemas) }));
    const additional = flat.additional.filter((node) => isObject(node.value));
    if (additional.length > 0) others.push({ name: 'any other name', schema: inside(additional) });
    return others;
  }

  #variants(flat: FlatSchema, inside: (part: Conjunction) => SchemaView): SchemaView['variants'] {
    const [first] = flat.variants;
    if (first === undefined) return undefined;
    const options = first.options.map(({ schemas, discriminatorValues }, index) => {
      const schema = inside(schemas);
      const [first] = schemas;
      const named = first && (nameOfSchema(first) ?? (isNamedSchema(first) ? shownName(first) : undefined) ?? this.#requirement(first));
      const title = schema.title ?? named ?? (schema.label === 'any' ? `Option ${index + 1}` : schema.label);
      return { title, schema, discriminatorValues };
    });
    return {
      kind: first.kind,
      options: distinct(options),
      ...(first.discriminator === undefined ? {} : { discriminator: first.discriminator }),
    };
  }

  /** `{ required: [email] }` as a variant is labelled by the required names. */
  #requirement(option: SpecNode): string | undefined {
    const { required, properties } = this.#reader.flatten([option]);
    return properties.size > 0 || required.size === 0 ? undefined : [...required].join(', ');
  }

  /** Everything except nested schemas; computed once for all pages that show the schema. */
  #shallow(flat: FlatSchema): SchemaView {
    const { direction, postKeys } = this.#options;
    const kind = `${direction === 'response' ? 'response' : 'request'} ${postKeys.join(' ')}`;
    const known = shallowViews.get(flat) ?? new Map<string, SchemaView>();
    shallowViews.set(flat, known);
    const view = known.get(kind) ?? this.#newShallow(flat);
    known.set(kind, view);
    return view;
  }

  #newShallow(flat: FlatSchema): SchemaView {
    const { keywords, types, nullable } = flat;
    const values = Array.isArray(keywords.enum) ? keywords.enum : undefined;
    const described = values ? enumDescriptions(keywords, values) : new Map<number, string>();
    const given = [
      ...(Array.isArray(keywords.examples) ? keywords.examples : []),
      ...(keywords.example === undefined ? [] : [keywords.example]),
    ];
    const docs = textOf(keywords.externalDocs, 'url');
    const { pre, post } = pills(keywords);
    return {
      label: this.#label(flat),
      types,
      nullable,
      constraints: constraintsOf(flat, this.#options.direction !== 'response'),
      examples: given,
      deprecated: keywords.deprecated === true,
      readOnly: keywords.readOnly === true,
      writeOnly: keywords.writeOnly === true,
      properties: [],
      otherProperties: [],
      prefixItems: [],
      pre,
      post: [...post, ...this.#options.postKeys.flatMap((key) => pillOf(key, keywords[key]))],
      ...definedOnly({
        title: textOf(keywords, 'title'),
        format: textOf(keywords, 'format'),
        descriptionMarkdown: textOf(keywords, 'description'),
        enum: this.#enumValues(flat, values, described),
        const: keywords.const === undefined ? undefined : { value: keywords.const },
        default: keywords.default === undefined ? undefined : { value: keywords.default },
        externalDocs: docs !== undefined && isSafeUrl(docs) ? docs : undefined,
      }),
    };
  }

  /** A `oneOf` of constants with titles and descriptions is an enum with descriptions in 3.1. */
  #enumValues(flat: FlatSchema, values: readonly SpecValue[] | undefined, described: ReadonlyMap<number, string>): SchemaView['enum'] {
    if (values) return values.map((value, index) => ({ value, ...definedOnly({ descriptionMarkdown: described.get(index) }) }));
    const options = constants(flat);
    return options?.map((option) => {
      const text = textOf(option, 'description') ?? textOf(option, 'title');
      return { value: option.const, ...definedOnly({ descriptionMarkdown: text }) };
    });
  }

  #label(flat: FlatSchema): string {
    const { types, nullable, items, prefixItems, variants, isNever } = flat;
    if (isNever) return 'never';
    const names = types.map((type) => {
      if (type !== 'array' || items.length === 0 || prefixItems.length > 0) return type;
      return `array of ${this.#itemType(items)}`;
    });
    if (names.length === 0 && variants.length > 0) names.push(...this.#variantTypes(flat));
    const label = names.length === 0 ? 'any' : names.join(' | ');
    return nullable ? `${label} | null` : label;
  }

  /** `string`, `array of number`, `any`. */
  #itemType(items: Conjunction, depth = 0): string {
    const flat = this.#reader.flatten(items);
    const { items: inner, prefixItems } = flat;
    const types = flat.types.length === 0 && flat.variants.length > 0 ? this.#variantTypes(flat) : flat.types;
    if (types.length !== 1) return 'any';
    if (types[0] !== 'array' || inner.length === 0 || prefixItems.length > 0 || depth > 2) return types[0] as string;
    return `array of ${this.#itemType(inner, depth + 1)}`;
  }

  #variantTypes(flat: FlatSchema): string[] {
    const types = new Set(flat.variants[0]?.options.flatMap(({ schemas }) => this.#reader.flatten(schemas).types) ?? []);
    return types.size <= 3 ? [...types] : [];
  }
}

/** The rest of the text of a schema is on its page; a text that is written beside the reference is shown completely. */
function withShortText<T extends { readonly descriptionMarkdown?: string }>(view: T, target: SpecNode): T {
  const text = view.descriptionMarkdown;
  if (text === undefined || textOf(target.value, 'description') !== text) return view;
  // A title or a list alone says too little, and links may be defined further below.
  const [first = ''] = text.trim().split(/\n\s*\n/, 1);
  return /^(?:#|```|~~~|[-*+>|]|\d+\.)|\]\[|<[a-z]/i.test(first) ? view : { ...view, descriptionMarkdown: first };
}

function hasInside(flat: FlatSchema): boolean {
  if (constants(flat)) return false;
  const { properties, required, patternProperties, additional, items, prefixItems, not, variants } = flat;
  return (
    (properties.size === 0 && required.size > 0) ||
    properties.size + patternProperties.size + additional.length + items.length + prefixItems.length + not.length + variants.length > 0
  );
}

function constants(flat: FlatSchema): { readonly [key: string]: SpecValue }[] | undefined {
  const options = flat.variants[0]?.options.map(({ schemas }) => schemas[0]?.value);
  if (flat.variants.length !== 1 || !options?.every((option) => isObject(option) && option.const !== undefined)) return undefined;
  return options as { readonly [key: string]: SpecValue }[];
}

function pillOf(key: string, value: SpecValue | undefined): string[] {
  if (value === true) return [key];
  if (isNumber(value) || (typeof value === 'string' && value !== '')) return [String(value)];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string' || isNumber(item)).map(String) : [];
}

/** Numbers options with the same name, so that readers can tell them apart. */
function distinct<T extends { readonly title: string }>(options: readonly T[]): T[] {
  const counts = Map.groupBy(options, ({ title }) => title);
  const next = new Map<string, number>();
  return options.map((option) => {
    if ((counts.get(option.title)?.length ?? 0) < 2) return option;
    const number = (next.get(option.title) ?? 0) + 1;
    next.set(option.title, number);
    return { ...option, title: `${option.title} ${number}` };
  });
}
