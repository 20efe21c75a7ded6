/** Bodies by media type, with their schemas and examples: given ones first, one of ours when there is none. */
import type { ExampleView, MediaView } from '../model/endpoint.ts';
import { exampleOf } from './example.ts';
import { definedOnly } from './extensions.ts';
import type { Conjunction, SchemaReader } from './flatten-schema.ts';
import type { Follower } from './follow.ts';
import type { OpenApiVersion } from './load-api.ts';
import { type Direction, viewSchema } from './schema-view.ts';
import { childOf, childrenOf, type SpecNode } from './spec-node.ts';
import { isObject, type SpecObject, type SpecValue, textOf } from './spec-value.ts';
import { xmlExample } from './xml-example.ts';

export interface DescribeContext {
  readonly follower: Follower;
  /** Of an OpenAPI description: what some words mean changed with it. */
  readonly version?: OpenApiVersion;
  readonly reader: SchemaReader;
  readonly direction: Direction;
  readonly defaults: 'all' | 'required';
  readonly postKeys: readonly string[];
  /** Nodes that are left for the schemas of the page; each view takes from it. */
  readonly budget: { nodes: number };
}

/** One view may have this many nodes, however much is left. */
const nodesForOneView = 300;
const nodesAtLeast = 40;

export function describeContent(holder: SpecNode, context: DescribeContext): MediaView[] {
  return childrenOf(childOf(holder, 'content')).flatMap((entry) => {
    const media = context.follower.follow(entry);
    return media && isObject(media.value) ? [describeMedia(entry.key, media, media.value, context)] : [];
  });
}

function describeMedia(mediaType: string, media: SpecNode, value: SpecObject, context: DescribeContext): MediaView {
  const schema = childOf(media, 'schema');
  const itemSchema = childOf(media, 'itemSchema');
  const given = givenExamples(media, context.follower);
  const examples = given.length > 0 ? given : mediaExample(mediaType, schema, itemSchema, context);
  return {
    mediaType,
    examples,
    encoding: encodingOf(value.encoding, mediaType, context),
    ...definedOnly({
      schema: schema && describeSchema([schema], context),
      itemSchema: itemSchema && describeSchema([itemSchema], context),
    }),
  };
}

/** A view within what is left of the page's budget. */
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
export function givenExamples(holder: SpecNode, follower: Follower): ExampleView[] {
  const examples = childrenOf(childOf(holder, 'examples')).flatMap((entry) => {
    const node = follower.follow(entry);
    if (!node || !isObject(node.value)) return [];
    const value = node.value.value ?? node.value.dataValue ?? node.value.serializedValue;
    if (value === undefined && !('value' in node.value)) return [];
    const words = { summary: textOf(node.value, 'summary'), descriptionMarkdown: textOf(node.value, 'description') };
    return [{ name: entry.key, value: value ?? null, generated: false, ...definedOnly(words) }];
  });
  const example = isObject(holder.value) ? holder.value.example : undefined;
  return examples.length > 0 || example === undefined ? examples : [{ name: 'example', value: example, generated: false }];
}

function mediaExample(
  mediaType: string,
  schema: SpecNode | undefined,
  itemSchema: SpecNode | undefined,
  context: DescribeContext,
): ExampleView[] {
  const { reader } = context;
  if (schema === undefined && itemSchema === undefined) return [];
  if (isBinary(mediaType, schema, reader)) return [];
  const node = (schema ?? itemSchema) as SpecNode;
  const value = exampleOf([node], reader, context);
  if (value === undefined) return [];
  const text = schema === undefined ? streamText(mediaType, value) : undefined;
  const shown = text ?? (isXml(mediaType) && typeof value !== 'string' ? xmlExample([node], value, reader) : value);
  const isGiven = reader.flatten([node]).keywords.example === value;
  return [{ name: 'example', value: shown, generated: !isGiven }];
}

/** Bytes have no example that a reader could use. */
function isBinary(mediaType: string, schema: SpecNode | undefined, reader: SchemaReader): boolean {
  if (/^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)/i.test(mediaType)) return true;
  const { keywords } = schema ? reader.flatten([schema]) : { keywords: {} as SpecObject };
  return keywords.format === 'binary';
}

function isXml(mediaType: string): boolean {
  return /[/+]xml\b/i.test(mediaType);
}

/** Items of a stream as they go over the wire. */
function streamText(mediaType: string, item: SpecValue): string {
  if (!/^text\/event-stream/i.test(mediaType)) return `${JSON.stringify(item)}\n`;
  if (!isObject(item) || item.data === undefined) return `data: ${JSON.stringify(item)}\n\n`;
  const lines = ['event', 'id', 'retry', 'data'].flatMap((key) => {
    const value = item[key];
    return value === undefined ? [] : [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  return `${lines.join('\n')}\n\n`;
}

function encodingOf(value: SpecValue | undefined, mediaType: string, { version }: DescribeContext): MediaView['encoding'] {
  if (!isObject(value)) return {};
  // OpenAPI 3.0 §4.7.15: styles are for urlencoded bodies alone; 3.1 adds multipart/form-data.
  const isStyled = version !== '3.0' || /x-www-form-urlencoded/i.test(mediaType);
  const encoding: Record<string, MediaView['encoding'][string]> = Object.create(null);
  for (const name of Object.keys(value)) {
    const field = value[name];
    if (!isObject(field)) continue;
    encoding[name] = definedOnly({
      contentType: textOf(field, 'contentType'),
      style: isStyled ? textOf(field, 'style') : undefined,
      explode: isStyled && typeof field.explode === 'boolean' ? field.explode : undefined,
      allowReserved: isStyled && field.allowReserved === true ? true : undefined,
    });
  }
  return encoding;
}
