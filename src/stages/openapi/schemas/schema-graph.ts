/**
 * Which named schemas an operation refers to, directly or through others. Their pages are planned from this before any
 * page is described, so it follows references only and merges nothing.
 */
import type { FoundOperation } from '../operations.ts';
import type { ApiDocument } from '../read/load-api.ts';
import { childOf, nodeId, type SpecNode } from '../read/spec-node.ts';
import { isObject, pointerStep, type SpecValue, textOf } from '../read/spec-value.ts';
import { isNamedSchema } from './named-schema.ts';
import { subtypesOf } from './subtypes.ts';

/** Keys whose members have names of the author, which are not keywords. */
const maps = new Set(
  `properties patternProperties dependentSchemas $defs definitions responses headers content callbacks links messages
  parameters encoding schemas`.split(/\s+/),
);
/** Keys whose values are data. */
const data = new Set(['example', 'examples', 'default', 'enum', 'const', 'security', 'servers', 'tags', 'bindings']);
/** Keys whose values are schemas. */
const schemaKeys = new Set(['schema', 'itemSchema', 'payload']);

/** One for each description; each schema is read once. */
export class SchemaGraph {
  readonly #document: ApiDocument;
  /** Schema → the named schemas that it refers to itself. */
  readonly #edges = new Map<string, readonly SpecNode[]>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  /** All named schemas that the operations reach, in the order in which they are met, level by level. */
  reachedFrom(operations: Iterable<FoundOperation>): SpecNode[] {
    const found = new Map<string, SpecNode>();
    const queue: SpecNode[] = [];
    const add = (schemas: readonly SpecNode[]) => {
      for (const schema of schemas) {
        const id = nodeId(schema);
        if (found.has(id)) continue;
        found.set(id, schema);
        queue.push(schema);
      }
    };
    for (const { ref, node, pathItem } of operations) {
      if (ref.kind === 'schema') add([node]);
      else add(this.#namedIn([node, pathItem && childOf(pathItem, 'parameters')]));
    }
    for (const schema of queue) add(this.#edgesOf(schema));
    return [...found.values()];
  }

  #edgesOf(schema: SpecNode): readonly SpecNode[] {
    const id = nodeId(schema);
    let edges = this.#edges.get(id);
    if (edges === undefined) {
      const { value } = schema;
      const hasSubtypes = isObject(value) && value.discriminator !== undefined && value.oneOf === undefined && value.anyOf === undefined;
      edges = [...this.#namedIn([schema], true), ...(hasSubtypes ? subtypesOf(schema) : [])];
      this.#edges.set(id, edges);
    }
    return edges;
  }

  /** The named schemas that these parts refer to, through unnamed parts only. */
  #namedIn(parts: readonly (SpecNode | undefined)[], isSchema = false): SpecNode[] {
    const found = new Map<string, SpecNode>();
    const seen = new Set<SpecValue>();
    const queue: Part[] = parts.flatMap((node) => (node ? [{ node, isSchema, isMap: false }] : []));
    for (const part of queue) {
      const { value } = part.node;
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      for (const target of this.#targetsOf(part)) {
        if (part.isSchema ? isNamedSchema(target) : isComponentSchema(target)) found.set(nodeId(target), target);
        else queue.push({ node: target, isSchema: part.isSchema, isMap: false });
      }
      queue.push(...childParts(part));
    }
    return [...found.values()];
  }

  #targetsOf({ node, isMap }: Part): SpecNode[] {
    const { value } = node;
    if (isMap || !isObject(value)) return [];
    const { refs } = this.#document;
    const written = typeof value.$ref === 'string' ? [value.$ref] : [];
    const mapping =
      isObject(value.discriminator) && isObject(value.discriminator.mapping) ? Object.values(value.discriminator.mapping) : [];
    const mapped = mapping.flatMap((name) => {
      if (typeof name !== 'string') return [];
      return [/[#/]|\.(?:json|ya?ml)$/i.test(name) ? name : `#/components/schemas/${name}`];
    });
    return [...written, ...mapped].flatMap((ref) => refs.find(node, ref) ?? []);
  }
}

interface Part {
  readonly node: SpecNode;
  readonly isSchema: boolean;
  /** The members of its value have names of the author. */
  readonly isMap: boolean;
}

function childParts({ node, isSchema, isMap }: Part): Part[] {
  const { file, pointer, value } = node;
  const members = value as { readonly [key: string]: SpecValue };
  return Object.keys(members).flatMap((key) => {
    const member = members[key] as SpecValue;
    if (typeof member !== 'object' || member === null || (!isMap && !Array.isArray(value) && isData(key, isSchema, member))) return [];
    return [
      {
        node: { file, pointer: pointer + pointerStep(key), value: member },
        isSchema: isSchema || (!isMap && schemaKeys.has(key)),
        isMap: !isMap && !Array.isArray(value) && isObject(member) && maps.has(key) && textOf(member, '$ref') === undefined,
      },
    ];
  });
}

function isData(key: string, isSchema: boolean, member: SpecValue): boolean {
  // The examples of a response may be references, but never to schemas. An extension can be anything.
  return data.has(key) || key.startsWith('x-') || (isSchema && key === 'required' && Array.isArray(member));
}

function isComponentSchema(node: SpecNode): boolean {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(node.pointer);
}
