import { definedOnly } from '../../model/defined-only.ts';
import type { ExampleView } from '../../model/endpoint.ts';
import type { OpenApiVersion } from './read/load-api.ts';
import type { RefResolver } from './read/ref-resolver.ts';
import { childOf, childrenOf, type SpecNode } from './read/spec-node.ts';
import { isObject, textOf } from './read/spec-value.ts';
import type { Conjunction, SchemaReader } from './schemas/flatten-schema.ts';
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
  readonly defaults: 'all' | 'required';
  readonly postKeys: readonly string[];
  /** Remaining nodes for the schemas of the page; each view uses some. */
  readonly budget: { nodes: number };
}

/** Maximum number of nodes in one view. */
const nodesForOneView = 300;
const nodesAtLeast = 40;

/** A view within the remaining budget. */
export function describeSchema(schemas: Conjunction, { reader, direction, postKeys, budget }: DescribeContext) {
  const maxNodes = Math.max(nodesAtLeast, Math.min(nodesForOneView, budget.nodes));
  const view = viewSchema(schemas, reader, { direction, postKeys, maxNodes });
  budget.nodes -= countNodes(view);
  return view;
}

function countNodes(view: object): number {
  let count = 0;
  const queue: unknown[] = [view];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    if ('label' in at) count += 1;
    for (const key of ['schema', 'properties', 'otherProperties', 'items', 'prefixItems', 'not', 'variants', 'options']) {
      const inside = (at as Record<string, unknown>)[key];
      if (Array.isArray(inside)) queue.push(...inside);
      else if (inside !== undefined) queue.push(inside);
    }
  }
  return count;
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
