import { definedOnly } from '../../model/defined-only.ts';
import type { ExampleView, MediaView } from '../../model/endpoint.ts';
import { parseExact } from '../../shared/playground/exact-number.ts';
import { isJsonType, isMultipartType, isUrlEncodedType } from '../../shared/request/body-type.ts';
import { describeHeaders } from './describe-parameter.ts';
import { type DescribeContext, describeForForm, describeSchema, givenExamples } from './describe-schema.ts';
import { generatedExample } from './generated-example.ts';
import { childOf, childrenOf, type SpecNode } from './read/spec-node.ts';
import { isObject, type SpecObject, type SpecValue, textOf } from './read/spec-value.ts';
import type { Conjunction, SchemaReader } from './schemas/flatten-schema.ts';
import { xmlExample } from './schemas/xml-example.ts';

/**
 * Bodies by media type, with schemas and examples: those of the description, else a generated one. `holder` has
 * `content`: a request body or a response (OpenAPI 3.1 §4.8.14). In document order, which is the display order.
 */
export function describeContent(holder: SpecNode, context: DescribeContext): MediaView[] {
  const known: KnownSchemas = new Map();
  return childrenOf(childOf(holder, 'content')).flatMap((entry) => {
    const media = context.refs.deref(entry);
    return media && isObject(media.value) ? [describeMedia(entry.key, media, context, known)] : [];
  });
}

/** Schema → its views, which are the same objects in all media types of a body. */
type KnownSchemas = Map<SpecValue, ReturnType<typeof describeForForm>>;

function describeMedia(mediaType: string, media: SpecNode, context: DescribeContext, known: KnownSchemas): MediaView {
  const schema = childOf(media, 'schema');
  const itemSchema = childOf(media, 'itemSchema');
  const given = parsedExamples(givenExamples(media, context.refs), mediaType, schema ? [schema] : [], context.reader);
  const examples = given.length > 0 ? given : mediaExample(mediaType, schema, itemSchema, context);
  const named = childrenOf(childOf(media, 'encoding')).map((field) => [field.key, field] as const);
  return {
    mediaType,
    examples,
    encoding: { ...encodingOf(named, mediaType, context), ...placedEncoding(media, mediaType, context) },
    ...definedOnly({
      ...(schema && sharedSchema(schema, context, known)),
      itemSchema: itemSchema && describeSchema([itemSchema], context),
    }),
  };
}

/** Many descriptions give a JSON body as text. */
function parsedExamples(
  given: readonly ExampleView[],
  mediaType: string,
  schemas: Conjunction,
  reader: SchemaReader,
): readonly ExampleView[] {
  if (!isJsonType(mediaType) || !given.some(({ value }) => typeof value === 'string')) return given;
  const { types } = reader.flatten(schemas);
  if (types.length === 0 || types.includes('string')) return given;
  return given.map((example) => {
    const value = typeof example.value === 'string' ? jsonIn(example.value) : undefined;
    return value === undefined ? example : { ...example, value };
  });
}

function jsonIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function sharedSchema(schema: SpecNode, context: DescribeContext, known: KnownSchemas): ReturnType<typeof describeForForm> {
  // A reference without other keywords is known by its target.
  const isReference = isObject(schema.value) && typeof schema.value.$ref === 'string' && Object.keys(schema.value).length === 1;
  const key = (isReference && context.refs.deref(schema)?.value) || schema.value;
  const found = known.get(key) ?? describeForForm([schema], context, context.direction === 'request');
  known.set(key, found);
  return found;
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
  const written = (value: SpecValue): SpecValue => {
    if (schema === undefined) return isMultipartType(mediaType) ? [value] : streamText(mediaType, value);
    return isXml(mediaType) && typeof value !== 'string' ? xmlExample([node], value, reader) : value;
  };
  const example = generatedExample([node], context, { written });
  return example ? [example] : [];
}

/** Binary content has no useful example. */
function isBinary(mediaType: string, schema: SpecNode | undefined, reader: SchemaReader): boolean {
  if (/^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)/i.test(mediaType)) return true;
  const { keywords } = schema ? reader.flatten([schema]) : { keywords: {} as SpecObject };
  return keywords.format === 'binary';
}

function isXml(mediaType: string): boolean {
  return /[/+]xml\b/i.test(mediaType);
}

/** Serialized items of a stream. */
function streamText(mediaType: string, item: SpecValue): string {
  if (!/^text\/event-stream/i.test(mediaType)) return `${JSON.stringify(item)}\n`;
  if (!isObject(item) || item.data === undefined) return `data: ${JSON.stringify(item)}\n\n`;
  const lines = ['event', 'id', 'retry', 'data'].flatMap((key) => {
    const value = item[key];
    return value === undefined ? [] : [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  return `${lines.join('\n')}\n\n`;
}

/** OpenAPI 3.2: by position in a list of parts, with the names of the list's schema. */
function placedEncoding(media: SpecNode, mediaType: string, context: DescribeContext): MediaView['encoding'] {
  const placed = childrenOf(childOf(media, 'prefixEncoding')).map((node, index) => [`[${index}]`, node] as const);
  const rest = childOf(media, 'itemEncoding');
  return encodingOf([...placed, ...(rest ? [['[]', rest] as const] : [])], mediaType, context);
}

function encodingOf(
  fields: readonly (readonly [name: string, encoding: SpecNode])[],
  mediaType: string,
  context: DescribeContext,
): MediaView['encoding'] {
  // OpenAPI 3.0 §4.7.15: styles apply only to urlencoded bodies; 3.1 adds multipart/form-data.
  const isStyled = context.version !== '3.0' || isUrlEncodedType(mediaType);
  const isMultipart = isMultipartType(mediaType);
  const encoding: Record<string, MediaView['encoding'][string]> = Object.create(null);
  for (const [key, field] of fields) {
    const { value } = field;
    if (!isObject(value)) continue;
    const headers = isMultipart ? describeHeaders(field, context) : [];
    encoding[key] = definedOnly({
      contentType: textOf(value, 'contentType'),
      style: isStyled ? textOf(value, 'style') : undefined,
      arrays: isStyled && textOf(value, 'style') === 'deepObject' ? context.arrays : undefined,
      explode: isStyled && typeof value.explode === 'boolean' ? value.explode : undefined,
      allowReserved: isStyled && value.allowReserved === true ? true : undefined,
      headers: headers.length > 0 ? headers : undefined,
    });
  }
  return encoding;
}
