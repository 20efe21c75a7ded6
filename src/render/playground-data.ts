/** What an endpoint page shows → what its playground needs to know, without prose, within a budget. */

import type {
  InputSchema,
  PlaygroundData,
  PlaygroundEncoding,
  PlaygroundMedia,
  PlaygroundMessage,
  PlaygroundParameter,
  PlaygroundScheme,
  PlaygroundServer,
  PlaygroundSettings,
} from '../contract/playground.ts';
import { isIgnored } from '../contract/request/build-request.ts';
import { listRest, type ParameterStyle } from '../contract/request/request.ts';
import { isJsonType } from '../contract/request/serialize-parameter.ts';
import type {
  ChannelView,
  EndpointView,
  ExampleView,
  MediaView,
  MessageView,
  ParameterView,
  PropertyView,
  SchemaView,
  SecuritySchemeView,
  ServerView,
} from '../model/endpoint.ts';
import { fitted } from '../model/shorten.ts';
import { type ApiWords, apiWords } from './components/api/api-words.ts';
import { constraintText } from './components/api/constraint-words.ts';
import { isFileSchema } from './file-schema.ts';
import { type ListPlace, listPlaces } from './list-body.ts';
import { playgroundWords } from './playground-words/index.ts';

/** Schema nodes in one page's data. What lies beyond is edited as JSON. */
const nodeBudget = 1500;
/** Longest example that is carried along; an editor starts empty rather than with half a text. */
const longestExample = 64 * 1024;

/** Characters of a description that stand beside a field. */
const longestSummary = 140;

const browserSchemes = new Set(['apiKey', 'http', 'oauth2', 'openIdConnect']);

/** `words` say what a schema asks of a value. */
type Budget = { nodes: number; readonly words: ApiWords };

/**
 * Undefined where there is nothing to send: schemas, webhooks, channels of protocols that no browser speaks.
 * `language`: code of docs.json.
 */
export function playgroundData(view: EndpointView, settings: PlaygroundSettings, language?: string): PlaygroundData | undefined {
  const { ref, channel } = view;
  if (ref.kind === 'schema' || ref.kind === 'webhook') return undefined;
  const budget = { nodes: nodeBudget, words: apiWords(language) };
  const words = playgroundWords(language);
  // Ways to sign in that belong to other protocols of a channel (`scramSha256`) are none of a browser's.
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
        ...bound.query.map((name) => ({ name, in: 'query' as const, schema: { type: 'string' as const, label: 'string' } })),
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
      body: { required: requestBody.required, media: requestBody.media.map((media) => mediaOf(media, budget)) },
    }),
    ...(accept && { accept }),
  };
}

/** Origins that the page must be allowed to reach for its playground, for `connect-src`. */
export function playgroundOrigins(data: PlaygroundData): string[] {
  // Where no base URL is known the reader types one.
  if (data.servers.length === 0) return ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];
  const origins = new Set<string>();
  for (const server of data.servers) {
    for (const url of expandedUrls(server)) {
      const origin = originPattern(url);
      if (origin !== undefined) origins.add(origin);
    }
  }
  for (const scheme of Object.values(data.schemes)) {
    const urls = [scheme.openIdConnectUrl, ...(scheme.flows ?? []).flatMap((flow) => [flow.tokenUrl, flow.deviceAuthorizationUrl])];
    for (const url of urls) {
      const origin = url === undefined ? undefined : originPattern(url);
      if (origin !== undefined) origins.add(origin);
    }
  }
  return [...origins].sort();
}

/** Variables with a list of values are filled with each; free ones become `*`. */
function expandedUrls(server: PlaygroundServer): string[] {
  let urls = [server.url];
  for (const { name, enum: values, default: fallback } of server.variables) {
    // A product of many variables is cut: the rest is covered by `*`.
    const fill = values.length > 0 && urls.length * values.length <= 100 ? values : name === 'port' ? ['*'] : ['*', fallback];
    urls = urls.flatMap((url) => (url.includes(`{${name}}`) ? fill.map((value) => url.replaceAll(`{${name}}`, value)) : [url]));
  }
  return urls;
}

/** `https://*.example.com`; a `*` that a policy cannot say (`a-*.example.com`) widens to the whole label. */
function originPattern(url: string): string | undefined {
  const [, scheme, authority = ''] = /^(https?|wss?):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (scheme === undefined || authority.includes('@')) return undefined;
  const [, host = '', port] = /^(.*?)(?::(\d+|\*))?$/.exec(authority) ?? [];
  const labels = host.split('.');
  const star = labels.findLastIndex((label) => label.includes('*'));
  const pattern = star === -1 ? host : ['*', ...labels.slice(star + 1)].join('.');
  return pattern === '*' ? `${scheme}:` : `${scheme}://${pattern}${port === undefined ? '' : `:${port}`}`.toLowerCase();
}

function serverOf({ url, name, descriptionMarkdown, variables }: ServerView, schemes: RegExp): PlaygroundServer[] {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  const filled = variables.reduce((text, variable) => text.replaceAll(`{${variable.name}}`, variable.default), absolute);
  // A relative URL stands for the place the description came from. A file in a project has none.
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

function firstLine(text: string | undefined): string | undefined {
  return text
    ?.trim()
    .split('\n', 1)[0]
    ?.replace(/[*_`]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** What fits beside a field: the first sentence of a description. The page has the rest. */
function summaryOf(markdown: string | undefined): string | undefined {
  const line = firstLine(markdown?.slice(0, 400)) ?? '';
  const sentence = /^.{12,}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return fitted(sentence, longestSummary);
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

function parameterOf(parameter: ParameterView, budget: Budget): PlaygroundParameter {
  const { name, in: place, required, style, explode, allowReserved, allowEmptyValue, contentType, deprecated } = parameter;
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
    ...(deprecated && { deprecated }),
    ...(given && { example: given.value }),
    schema: { ...inputSchema(parameter.schema, budget, 0), ...(description && { description }) },
  };
}

function mediaOf(media: MediaView, budget: Budget): PlaygroundMedia {
  const { mediaType, schema, encoding, examples } = media;
  const places = listPlaces(media);
  return {
    mediaType,
    ...(places ? { schema: listSchema(places, budget), isList: true as const } : schema && { schema: inputSchema(schema, budget, 0) }),
    ...(Object.keys(encoding).length > 0 && { encoding: encodingOf(encoding, budget) }),
    examples: exampleTexts(examples, mediaType),
  };
}

function listSchema(places: readonly ListPlace[], budget: Budget): InputSchema {
  const properties = places.map(({ name, schema }) => {
    const part: InputSchema = schema ? inputSchema(schema, budget, 1) : { type: 'any', label: 'any' };
    const isRest = name === listRest;
    // A part that is left out would give its place to the next one.
    return { name, required: !isRest, schema: isRest ? { type: 'array' as const, label: `array of ${part.label}`, items: part } : part };
  });
  return { type: 'object', label: 'array', properties };
}

function encodingOf(encoding: MediaView['encoding'], budget: Budget): Record<string, PlaygroundEncoding> {
  const fields: Record<string, PlaygroundEncoding> = Object.create(null);
  for (const [name, { headers, style, ...rest }] of Object.entries(encoding))
    fields[name] = {
      ...rest,
      ...(style && { style: style as ParameterStyle }),
      ...(headers && { headers: headers.map((header) => parameterOf(header, budget)) }),
    };
  return fields;
}

function messageOf({ name, title, payload, examples, contentType }: MessageView, budget: Budget): PlaygroundMessage {
  return {
    name: title ?? name,
    ...(payload && { schema: inputSchema(payload, budget, 0) }),
    examples: exampleTexts(examples, contentType ?? 'application/json'),
  };
}

function exampleTexts(examples: readonly ExampleView[], mediaType: string): { name: string; text: string }[] {
  return examples
    .filter(({ value }) => value !== undefined)
    .map(({ name, summary, value }) => ({
      name: summary ?? name,
      text: typeof value === 'string' && !isJsonType(mediaType) ? value : JSON.stringify(value, null, 2),
    }))
    .filter(({ text }) => text.length <= longestExample);
}

function inputSchema(schema: SchemaView, budget: Budget, depth: number): InputSchema {
  budget.nodes -= 1;
  const isDeep = depth > 20 || budget.nodes <= 0 || schema.more !== undefined;
  const [example] = schema.examples;
  const type = inputType(schema);
  const description = depth > 0 ? summaryOf(schema.descriptionMarkdown) : undefined;
  const shared = {
    type: isDeep && (type === 'array' || type === 'object') ? ('any' as const) : type,
    label: schema.label,
    ...(schema.nullable && { nullable: true }),
    ...(schema.format && { format: schema.format }),
    ...(description && { description }),
    ...(schema.constraints.length > 0 && {
      hint: schema.constraints.map((constraint) => constraintText(constraint, budget.words)).join(', '),
    }),
    ...(schema.enum && { enum: schema.enum.map(({ value }) => value) }),
    ...(schema.const && { enum: [schema.const.value] }),
    ...(schema.default && { default: schema.default.value }),
    ...(example !== undefined && { example }),
  };
  if (isDeep) return shared;
  // Read-only properties are the server's to say.
  const properties = schema.properties.filter((property) => !property.schema.readOnly);
  return {
    ...shared,
    ...(properties.length > 0 && {
      properties: properties.map(({ name, required, schema: inner }) => ({
        name,
        required,
        schema: inputSchema(inner, budget, depth + 1),
      })),
    }),
    ...(schema.items && { items: inputSchema(schema.items, budget, depth + 1) }),
    ...(schema.variants && isChoice(schema, properties) && { variants: variantsOf(schema.variants, properties, budget, depth) }),
  };
}

/** Alternatives that only ask for members of the schema around them (`{ required: [email] }`) change nothing in its form. */
function isChoice({ variants }: SchemaView, properties: readonly PropertyView[]): boolean {
  const isBare = ({ properties: own, types, items, variants: inner, more, enum: values, const: only }: SchemaView) =>
    own.length === 0 && types.every((type) => type === 'object') && !items && !inner && !more && !values && !only;
  return properties.length === 0 || variants?.options.every(({ schema }) => isBare(schema)) === false;
}

/** With a discriminator, each says by which value it is known (OpenAPI 3.1 §4.8.25). */
function variantsOf(
  { options, discriminator }: NonNullable<SchemaView['variants']>,
  around: readonly PropertyView[],
  budget: Budget,
  depth: number,
): NonNullable<InputSchema['variants']> {
  return options.map(({ title, discriminatorValues, schema: option }) => {
    const schema = inputSchema(option, budget, depth + 1);
    if (discriminator === undefined || discriminatorValues.length === 0 || schema.type !== 'object') return { title, schema };
    const own = schema.properties ?? [];
    const outer = around.find(({ name }) => name === discriminator);
    const given = own.find(({ name }) => name === discriminator)?.schema ?? (outer && inputSchema(outer.schema, budget, depth + 1));
    // Names are texts: of another type, they say nothing of the value.
    if (given && given.type !== 'string' && given.type !== 'any') return { title, schema };
    // What its own list does not know is another spelling of the name: the list is right.
    const listed = given?.enum?.filter((value) => discriminatorValues.includes(value as string)) ?? discriminatorValues;
    const choice = given?.enum ? { enum: listed.length > 0 ? listed : given.enum } : { enum: listed, isOpen: true };
    const known = { name: discriminator, required: true, schema: { type: 'string' as const, label: 'string', ...given, ...choice } };
    const isOwn = own.some(({ name }) => name === discriminator);
    return {
      title,
      schema: { ...schema, properties: isOwn ? own.map((each) => (each.name === discriminator ? known : each)) : [known, ...own] },
    };
  });
}

function inputType(schema: SchemaView): InputSchema['type'] {
  const { types, format, properties, items, otherProperties } = schema;
  const [only] = types;
  if (only !== 'array' && (isFileSchema(schema) || (types.length === 1 && only === 'string' && format === 'base64'))) return 'file';
  if (types.length === 1) return only as InputSchema['type'];
  if (types.length === 0 && (properties.length > 0 || otherProperties.length > 0)) return 'object';
  if (types.length === 0 && items) return 'array';
  return 'any';
}

/** What the description says of the response types; `*` + `/*` where it says nothing is what browsers send anyway. */
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
