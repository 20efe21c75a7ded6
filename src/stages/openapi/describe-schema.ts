import { definedOnly } from '../../model/defined-only.ts';
import type { ExampleView, SchemaView } from '../../model/endpoint.ts';
import type { ArrayFormat } from '../../shared/request/request.ts';
import type { OpenApiVersion } from './read/load-api.ts';
import type { RefResolver } from './read/ref-resolver.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from './read/spec-node.ts';
import { isObject, textOf } from './read/spec-value.ts';
import type { Conjunction, SchemaReader } from './schemas/flatten-schema.ts';
import { isNamedSchema, schemaName } from './schemas/named-schema.ts';
import { type Direction, viewSchema } from './schemas/schema-view.ts';

/**
 * Describes schemas within the budget of a page, and their examples. One context for each page and direction; the
 * reader and the budget are shared by the whole page.
 */
export interface DescribeContext {
  readonly refs: RefResolver;
  /** Version of the OpenAPI description: the meaning of some keywords depends on it. */
  readonly version?: OpenApiVersion;
  readonly reader: SchemaReader;
  readonly direction: Direction;
  /** Which properties generated examples have; those of requests have both. */
  readonly defaults: 'all' | 'required';
  readonly postKeys: readonly string[];
  /** `docsgen.api.arrays`; undefined = chosen by value. */
  readonly arrays?: ArrayFormat | undefined;
  /** Remaining nodes for the schemas of the page; each view uses some. */
  readonly budget: { nodes: number };
  /** Identities of the schemas that the page shows completely or partly at its first level; they are not shown twice. */
  readonly shown: Set<string>;
  /** For the responses beside a success, which many operations share: few nodes, and short generated examples. */
  readonly isBrief?: boolean;
}

/** Maximum number of nodes in one view. */
const nodesForOneView = 40;
const nodesAtLeast = 12;
/** The same where `isBrief` is set; the page of a larger named schema is linked instead. */
const nodesWhenBrief = 12;
/** Maximum number of nodes in the view for a form. */
const nodesForForm = 300;
/** A view of up to this size is repeated. */
const nodesToRepeat = 8;

/** A view within the remaining budget. */
export function describeSchema(schemas: Conjunction, context: DescribeContext): SchemaView {
  return describeForForm(schemas, context, false).schema;
}

/** The same for a body: `form` is set if the view is too shallow for a form. */
export function describeForForm(
  schemas: Conjunction,
  { refs, reader, direction, postKeys, budget, shown, isBrief }: DescribeContext,
  hasForm = true,
): { readonly schema: SchemaView; readonly form?: SchemaView } {
  const maxNodes = Math.max(nodesAtLeast, Math.min(isBrief ? nodesWhenBrief : nodesForOneView, budget.nodes));
  const { view, nodes, wasCut } = viewSchema(schemas, reader, { direction, postKeys, maxNodes });
  const { identity } = reader.flatten(schemas);
  const form =
    hasForm && wasCut ? viewSchema(schemas, reader, { direction, postKeys, maxNodes: nodesForForm, isForm: true }).view : undefined;
  if (identity !== undefined && isNamedSchema(identity) && nodes > nodesToRepeat) {
    const key = `${direction} ${nodeId(identity)}`;
    if (shown.has(key) || (isBrief && nodes > nodesWhenBrief)) {
      const more = { schema: schemaName(identity, refs.rootPath), recursive: false };
      return { schema: withoutParts(view, more), ...definedOnly({ form: form ?? (hasForm ? view : undefined) }) };
    }
    shown.add(key);
  }
  budget.nodes -= nodes;
  return { schema: view, ...definedOnly({ form }) };
}

/** A view that ends at its first level. */
function withoutParts({ items: _, not: __, variants: ___, ...view }: SchemaView, more: NonNullable<SchemaView['more']>): SchemaView {
  return { ...view, properties: [], otherProperties: [], prefixItems: [], more };
}

/** `examples` and `example` of a media type, a parameter or a header. 3.2 writes `dataValue` and `serializedValue`. */
export function givenExamples(holder: SpecNode, refs: RefResolver): ExampleView[] {
  const examples = childrenOf(childOf(holder, 'examples')).flatMap((entry) => {
    const node = refs.deref(entry);
    if (!node || !isObject(node.value)) return [];
    const value = node.value.value ?? node.value.dataValue ?? node.value.serializedValue;
    if (value === undefined && !('value' in node.value)) return [];
    const words = { summary: textOf(node.value, 'summary'), descriptionMarkdown: textOf(node.value, 'description') };
    return [{ name: entry.key, value: value ?? null, generated: false, ...definedOnly(words) }];
  });
  const example = isObject(holder.value) ? holder.value.example : undefined;
  return examples.length > 0 || example === undefined ? examples : [{ name: 'example', value: example, generated: false }];
}
