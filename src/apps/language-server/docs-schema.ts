/** Looks up the schema of docs.json by path, for completion and documentation. */
import { readSchema } from '../../stages/config/schema.ts';

/** The keywords that editors need. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  readonly not?: SchemaNode;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
}

/** A value of docs.json. `keys[n]` are the keys of the object that the first `n` steps lead to; undefined for no object. */
export interface SchemaPath {
  readonly steps: readonly (string | number)[];
  readonly keys: readonly (readonly string[] | undefined)[];
}

let root: SchemaNode | undefined;

/** The schemas of the value at a path: more than one where the value has alternatives. */
export function schemasAt({ steps, keys }: SchemaPath): readonly SchemaNode[] {
  root ??= readSchema() as SchemaNode;
  let nodes = alternatives(root, keys[0]);
  for (const [index, step] of steps.entries()) {
    nodes = nodes.flatMap((node) => {
      const child = typeof step === 'number' ? node.items : (own(node.properties, step) ?? additional(node));
      return child === undefined ? [] : alternatives(child, keys[index + 1]);
    });
  }
  return nodes.filter(({ not }) => not === undefined || Object.keys(not).length > 0);
}

/** The properties of the object at a path. */
export function propertiesAt(path: SchemaPath): ReadonlyMap<string, SchemaNode> {
  const found = new Map<string, SchemaNode>();
  for (const { properties = {} } of schemasAt(path)) {
    for (const [key, node] of Object.entries(properties)) {
      const [first] = alternatives(node, undefined);
      const isForbidden = first?.not !== undefined && Object.keys(first.not).length === 0;
      if (first && !isForbidden && !found.has(key)) found.set(key, first);
    }
  }
  return found;
}

/** The types of a value. */
export function typesOf({ type, properties, items, enum: values }: SchemaNode): readonly string[] {
  if (typeof type === 'string') return [type];
  return type ?? (properties ? ['object'] : items ? ['array'] : values ? ['string'] : []);
}

/**
 * The schema itself and its alternatives, with references followed and conditions decided by the keys of the value. The
 * description at a reference takes precedence.
 */
function alternatives(node: SchemaNode, keys: readonly string[] | undefined): SchemaNode[] {
  const { $ref, ...rest } = node;
  const target = $ref === undefined ? undefined : own(root?.definitions, $ref.replace('#/definitions/', ''));
  const whole: SchemaNode = target === undefined ? rest : { ...target, ...rest };
  const chosen = whole.if === undefined ? undefined : holds(whole.if, keys) ? whole.then : whole.else;
  const parts = [...(whole.anyOf ?? []), ...(whole.oneOf ?? []), ...(whole.allOf ?? []), ...(chosen ? [chosen] : [])];
  const description = whole.description === undefined ? {} : { description: whole.description };
  return [whole, ...parts.flatMap((part) => alternatives(part, keys)).map((part) => ({ ...description, ...part }))];
}

function holds({ type, required = [] }: SchemaNode, keys: readonly string[] | undefined): boolean {
  if (type === 'object') return keys !== undefined;
  return required.length > 0 && required.every((key) => keys?.includes(key));
}

function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

function additional({ additionalProperties }: SchemaNode): SchemaNode | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
