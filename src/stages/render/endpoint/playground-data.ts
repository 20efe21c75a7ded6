/** Converts the operation of a page to the data of its playground, without descriptions, within a budget. */

import type {
  ChannelView,
  EndpointView,
  ExampleView,
  MediaView,
  MessageView,
  ParameterView,
  SchemaView,
  SecuritySchemeView,
  ServerView,
} from '../../../model/endpoint.ts';
import type {
  InputSchema,
  PlaygroundData,
  PlaygroundEncoding,
  PlaygroundExample,
  PlaygroundMedia,
  PlaygroundMessage,
  PlaygroundParameter,
  PlaygroundScheme,
  PlaygroundServer,
  PlaygroundSettings,
} from '../../../shared/playground/playground.ts';
import { isJsonType, isMultipartType } from '../../../shared/request/body-type.ts';
import { isIgnored } from '../../../shared/request/build-request.ts';
import { listRest, type ParameterStyle } from '../../../shared/request/request.ts';
import { playgroundMessages } from '../messages/playground/index.ts';
import { isFilePart } from './file-schema.ts';
import { firstLine, inputSchema, type SchemaBudget, summaryOf } from './input-schema.ts';
import { type ListPosition, listPositions } from './list-body.ts';
import { apiMessages } from './parts/api-messages.ts';

/** Maximum number of schema nodes in one page's data. Deeper values are edited as JSON. */
const nodeBudget = 1500;
/** Maximum length of an example; longer ones are omitted rather than cut. */
const longestExample = 64 * 1024;

const browserSchemes = new Set(['apiKey', 'http', 'oauth2', 'openIdConnect']);

/**
 * Undefined when nothing can be sent: schemas, webhooks, channels with protocols that browsers do not support.
 * `language`: code of docs.json.
 */
export function playgroundData(view: EndpointView, settings: PlaygroundSettings, language?: string): PlaygroundData | undefined {
  const { ref, channel } = view;
  if (ref.kind === 'schema' || ref.kind === 'webhook') return undefined;
  const budget = { nodes: nodeBudget, words: apiMessages(language) };
  const words = playgroundMessages(language);
  // Schemes for other protocols of a channel (`scramSha256`) do not apply to browsers.
  const security = channel ? view.security.filter((schemes) => schemes.every(({ type }) => browserSchemes.has(type))) : view.security;
  const shared = {
    operation: ref.id,
    source: ref.source,
    title: ref.title,
    method: ref.method,
    security: security.map((alternative) => alternative.map(({ key, scopes }) => ({ scheme: key, scopes }))),
    schemes: schemesOf(security),
    settings,
    ...(words && { words }),
  };
  if (channel !== undefined) {
    const servers = view.servers.flatMap((server) => serverOf(server, /^wss?:/i));
    if (servers.length === 0) return undefined;
    const bound = websocketBinding(channel);
    return {
      ...shared,
      kind: 'websocket',
      path: channel.address,
      servers,
      parameters: [
        ...channel.parameters.map((parameter) => parameterOf(parameter, budget)),
        ...bound.query.map((name) => ({ name, in: 'query' as const, schema: { type: 'string' as const } })),
      ],
      channel: {
        messages: channel.operations
          .filter(({ readerAction }) => readerAction === 'send')
          .flatMap(({ messages }) => messages.map((message) => messageOf(message, budget))),
        receives: channel.operations.some(({ readerAction }) => readerAction === 'receive'),
        headers: bound.headers,
      },
    };
  }
  const { requestBody } = view;
  const accept = acceptOf(view);
  return {
    ...shared,
    kind: 'http',
    path: ref.path,
    servers: view.servers.flatMap((server) => serverOf(server, /^https?:/i)),
    parameters: view.parameters.filter((parameter) => !isIgnored(parameter)).map((parameter) => parameterOf(parameter, budget)),
    ...(requestBody && {
      body: { required: requestBody.required, media: mediaList(requestBody.media, budget) },
    }),
    ...(accept && { accept }),
  };
}

function serverOf({ url, name, descriptionMarkdown, variables }: ServerView, schemes: RegExp): PlaygroundServer[] {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  const filled = variables.reduce((text, variable) => text.replaceAll(`{${variable.name}}`, variable.default), absolute);
  // A relative URL refers to the URL of the description, which a file in a project does not have.
  if (!schemes.test(filled)) return [];
  const label = name ?? firstLine(descriptionMarkdown);
  return [
    {
      url: absolute,
      ...(label && { label }),
      variables: variables.map((variable) => ({ name: variable.name, default: variable.default, enum: variable.enum })),
    },
  ];
}

function schemesOf(security: EndpointView['security']): Record<string, PlaygroundScheme> {
  const schemes: Record<string, PlaygroundScheme> = Object.create(null);
  for (const scheme of security.flat()) schemes[scheme.key] = schemeOf(scheme);
  return schemes;
}

function schemeOf({ type, in: place, name, scheme, flows, openIdConnectUrl, default: initial }: SecuritySchemeView): PlaygroundScheme {
  return {
    type,
    ...(place && { in: place }),
    ...(name && { name }),
    ...(scheme && { scheme }),
    ...(flows.length > 0 && {
      flows: flows.map(({ type: kind, authorizationUrl, tokenUrl, deviceAuthorizationUrl, scopes }) => ({
        type: kind,
        ...(authorizationUrl && { authorizationUrl }),
        ...(tokenUrl && { tokenUrl }),
        ...(deviceAuthorizationUrl && { deviceAuthorizationUrl }),
        scopes: Object.keys(scopes),
      })),
    }),
    ...(openIdConnectUrl && { openIdConnectUrl }),
    ...(initial && { default: initial }),
  };
}

function parameterOf(parameter: ParameterView, budget: SchemaBudget): PlaygroundParameter {
  const { name, in: place, required, style, explode, allowReserved, allowEmptyValue, contentType, arrays, deprecated } = parameter;
  const description = summaryOf(parameter.descriptionMarkdown ?? parameter.schema.descriptionMarkdown);
  const given = parameter.examples.find((example) => !example.generated);
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(style && { style: style as ParameterStyle }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved && { allowReserved }),
    ...(allowEmptyValue && { allowEmptyValue }),
    ...(contentType && { contentType }),
    ...(arrays && { arrays }),
    ...(deprecated && { deprecated }),
    ...(given && { example: given.value }),
    schema: { ...inputSchema(parameter.schema, budget, 0), ...(description && { description }) },
  };
}

/** A schema that several media types have is written once. */
function mediaList(list: readonly MediaView[], budget: SchemaBudget): PlaygroundMedia[] {
  return list.map((media, index) => {
    const first = list.findIndex((other) => other.schema === media.schema && !hasTypedParts(other));
    if (media.schema === undefined || first === index || first === -1 || listPositions(media) || hasTypedParts(media))
      return mediaOf(media, budget);
    const { schema: _, ...rest } = mediaOf({ ...media, schema: undefined, form: undefined } as MediaView, budget);
    return { ...rest, sameAs: first };
  });
}

/** Whether the encoding can make fields files, which the schema alone does not say. */
function hasTypedParts({ mediaType, encoding }: MediaView): boolean {
  return isMultipartType(mediaType) && Object.values(encoding).some(({ contentType }) => contentType !== undefined);
}

function mediaOf(media: MediaView, budget: SchemaBudget): PlaygroundMedia {
  const { mediaType, encoding, examples } = media;
  const schema = media.form ?? media.schema;
  const places = listPositions(media);
  return {
    mediaType,
    ...(places ? { schema: listSchema(places, budget), isList: true as const } : schema && { schema: formSchema(schema, media, budget) }),
    ...(Object.keys(encoding).length > 0 && { encoding: encodingOf(encoding, budget) }),
    examples: exampleTexts(examples, mediaType),
  };
}

/** Fields that the encoding of a multipart body describes as files are file inputs. */
function formSchema(view: SchemaView, { mediaType, encoding }: MediaView, budget: SchemaBudget): InputSchema {
  const schema = inputSchema(view, budget, 0);
  if (!isMultipartType(mediaType) || schema.properties === undefined) return schema;
  const files = new Set(
    view.properties.flatMap((field) => (isFilePart(field.schema, encoding[field.name]?.contentType) ? [field.name] : [])),
  );
  const properties = schema.properties.map((property) =>
    files.has(property.name) ? { ...property, schema: asFile(property.schema) } : property,
  );
  return { ...schema, properties };
}

function asFile(schema: InputSchema): InputSchema {
  if (schema.type === 'array') return { ...schema, ...(schema.items && { items: asFile(schema.items) }) };
  return { ...schema, type: 'file', label: schema.label ?? schema.type };
}

function listSchema(places: readonly ListPosition[], budget: SchemaBudget): InputSchema {
  const properties = places.map(({ name, schema }) => {
    const part: InputSchema = schema ? inputSchema(schema, budget, 1) : { type: 'any' };
    const isRest = name === listRest;
    // Omitting a part would shift the positions of the following ones.
    return {
      name,
      required: !isRest,
      schema: isRest ? { type: 'array' as const, label: `array of ${part.label ?? part.type}`, items: part } : part,
    };
  });
  return { type: 'object', label: 'array', properties };
}

function encodingOf(encoding: MediaView['encoding'], budget: SchemaBudget): Record<string, PlaygroundEncoding> {
  const fields: Record<string, PlaygroundEncoding> = Object.create(null);
  for (const [name, { headers, style, ...rest }] of Object.entries(encoding))
    fields[name] = {
      ...rest,
      ...(style && { style: style as ParameterStyle }),
      ...(headers && { headers: headers.map((header) => parameterOf(header, budget)) }),
    };
  return fields;
}

function messageOf({ name, title, payload, form = payload, examples, contentType }: MessageView, budget: SchemaBudget): PlaygroundMessage {
  return {
    name: title ?? name,
    ...(form && { schema: inputSchema(form, budget, 0) }),
    examples: exampleTexts(examples, contentType ?? 'application/json'),
  };
}

function exampleTexts(examples: readonly ExampleView[], mediaType: string): PlaygroundExample[] {
  return examples
    .filter(({ value }) => value !== undefined)
    .map(({ name, summary, value, generated }) => ({
      name: summary ?? name,
      ...(generated && { generated }),
      text: typeof value === 'string' && !isJsonType(mediaType) ? value : JSON.stringify(value, null, 2),
    }))
    .filter(({ text }) => text.length <= longestExample);
}

/** The response types of the description; without any, browsers already send `*` + `/*`. */
function acceptOf(view: EndpointView): string | undefined {
  const types = new Set(
    view.responses.filter(({ status }) => status.startsWith('2')).flatMap(({ media }) => media.map((each) => each.mediaType)),
  );
  return types.size === 0 ? undefined : [...types].slice(0, 8).join(', ');
}

function websocketBinding(channel: ChannelView): { readonly query: string[]; readonly headers: string[] } {
  const binding = channel.bindings.ws ?? channel.bindings.websockets;
  return { query: propertyNames(binding, 'query'), headers: propertyNames(binding, 'headers') };
}

function propertyNames(binding: unknown, part: string): string[] {
  const schema = (binding as Record<string, { properties?: Record<string, unknown> }> | undefined)?.[part];
  return typeof schema?.properties === 'object' && schema.properties !== null ? Object.keys(schema.properties) : [];
}
