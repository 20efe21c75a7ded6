import { definedOnly } from '../../model/defined-only.ts';
import type { ChannelView, EndpointView, MessageView, ParameterView, SecuritySchemeView, ServerView } from '../../model/endpoint.ts';
import { channelsOf } from './channels.ts';
import { type DescribeContext, describeForForm, describeSchema } from './describe-schema.ts';
import { describeScheme, describeSecurity } from './describe-security.ts';
import { describeServers } from './describe-servers.ts';
import { messagePayload } from './message-payload.ts';
import type { FoundOperation } from './operations.ts';
import type { AsyncApiDocument } from './read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode, withValue } from './read/spec-node.ts';
import { isObject, listOf, newObject, objectOf, type SpecObject, type SpecValue, textOf } from './read/spec-value.ts';
import { exampleOf } from './schemas/example.ts';

type Directed = (direction: DescribeContext['direction']) => DescribeContext;
type Operation = ChannelView['operations'][number];

/**
 * The content of a page for an AsyncAPI 2 or 3 channel. The versions name directions from opposite sides: what the
 * application receives (3: `action: receive`, 2: `publish`) is what the reader sends. `directed` gives the context for
 * one direction, which decides the displayed properties. Channels lack the undefined parts.
 */
export function describeChannel(document: AsyncApiDocument, { ref, node }: FoundOperation, directed: Directed): Partial<EndpointView> {
  if (ref.kind === 'schema') return { schema: describeSchema([node], directed('both')) };
  const servers = serversOf(document, node);
  const operations = document.version === '2' ? operationsOf2(document, node, directed) : operationsOf3(document, node, directed);
  const address = document.version === '2' ? ref.path : (textOf(node.value, 'address') ?? '');
  const security = servers.map((server) => serverSecurity(document, server.node)).find((found) => found.length > 0);
  const protocol = servers.map((server) => textOf(server.node.value, 'protocol')).find((name) => name !== undefined);
  const channel: ChannelView = {
    address,
    bindings: bindingsOf(document, node),
    parameters: describeParameters(document, node, directed('request')),
    operations,
    ...definedOnly({ protocol }),
  };
  return { channel, servers: servers.flatMap(({ view }) => view), security: security ?? [] };
}

interface Server {
  readonly node: SpecNode;
  readonly view: readonly ServerView[];
}

/** The servers of a channel, else all of the description. */
function serversOf(document: AsyncApiDocument, channel: SpecNode): Server[] {
  const { refs, root } = document;
  const all = childrenOf(childOf(root, 'servers')).flatMap((entry) => {
    const node = refs.deref(entry);
    return node ? [{ key: entry.key, node }] : [];
  });
  const named = childrenOf(childOf(channel, 'servers'));
  const chosen = named.flatMap((entry) => {
    if (typeof entry.value === 'string') return all.filter(({ key }) => key === entry.value);
    const node = refs.deref(entry);
    return node ? all.filter((server) => nodeId(server.node) === nodeId(node)) : [];
  });
  return (named.length > 0 ? chosen : all).map(({ key, node }) => {
    const bindings = bindingsOf(document, node);
    const views = describeServers([serverObject(document, key, node)]);
    return { node, view: Object.keys(bindings).length === 0 ? views : views.map((view) => ({ ...view, bindings })) };
  });
}

/** `host`, `pathname` and `protocol` of 3.x, or `url` of 2.x, as one URL. */
function serverObject(document: AsyncApiDocument, key: string, { value }: SpecNode): SpecValue {
  const server = newObject();
  const protocol = textOf(value, 'protocol')?.toLowerCase();
  const host = textOf(value, 'host');
  const url =
    document.version === '2' ? textOf(value, 'url') : host === undefined ? undefined : `${host}${textOf(value, 'pathname') ?? ''}`;
  if (url === undefined) return server;
  // A value with its own scheme is already complete. `localhost:9092` has a port, but no scheme.
  server.url = protocol === undefined || /^(?:[a-z][a-z0-9+.-]*|\{[^{}]*\}):\/\//i.test(url) ? url : `${protocol}://${url}`;
  server.name = key;
  for (const name of ['description', 'variables'] as const) if (isObject(value) && value[name] !== undefined) server[name] = value[name];
  return server;
}

function serverSecurity(document: AsyncApiDocument, server: SpecNode): SecuritySchemeView[][] {
  return securityOf(document, childOf(server, 'security'));
}

/** 3.x lists schemes (each an alternative); 2.x has requirements by name, like OpenAPI. */
function securityOf(document: AsyncApiDocument, security: SpecNode | undefined): SecuritySchemeView[][] {
  const { refs, root } = document;
  if (document.version === '2') {
    const schemes = objectOf(objectOf(root.value, 'components'), 'securitySchemes');
    return describeSecurity(security, (key) => schemeAsOpenApi(schemes?.[key]));
  }
  return childrenOf(security).flatMap((entry) => {
    const scheme = refs.deref(entry);
    if (!scheme) return [];
    const key = scheme.pointer.slice(scheme.pointer.lastIndexOf('/') + 1);
    return [
      [
        describeScheme(
          key,
          schemeAsOpenApi(scheme.value),
          listOf(scheme.value, 'scopes').filter((scope) => typeof scope === 'string'),
        ),
      ],
    ];
  });
}

/**
 * AsyncAPI uses `httpApiKey` for OpenAPI's `apiKey`; its own `apiKey` is sent in the user or password field of the
 * protocol.
 */
function schemeAsOpenApi(value: SpecValue | undefined): SpecValue | undefined {
  if (!isObject(value)) return value;
  if (value.type === 'httpApiKey') return Object.assign(newObject(), value, { type: 'apiKey' });
  if (value.type === 'apiKey') return Object.assign(newObject(), value, { type: `apiKey (${textOf(value, 'in') ?? 'user'})` });
  return value;
}

function describeParameters(document: AsyncApiDocument, channel: SpecNode, context: DescribeContext): ParameterView[] {
  return childrenOf(childOf(channel, 'parameters')).flatMap((entry) => {
    const parameter = document.refs.deref(entry);
    if (!parameter || !isObject(parameter.value)) return [];
    const schema = childOf(parameter, 'schema') ?? withValue(parameter, parameterSchema(parameter.value));
    const value = exampleOf([schema], context.reader, context);
    return [
      {
        name: entry.key,
        in: 'path' as const,
        required: true,
        deprecated: false,
        schema: describeSchema([schema], context),
        examples: value === undefined ? [] : [{ name: 'example', value, generated: true }],
        ...definedOnly({ descriptionMarkdown: textOf(parameter.value, 'description'), location: textOf(parameter.value, 'location') }),
      },
    ];
  });
}

/** 3.x parameters are always strings without a schema of their own. */
function parameterSchema(parameter: SpecObject): SpecObject {
  const schema = newObject();
  schema.type = 'string';
  for (const key of ['enum', 'default', 'examples'] as const) if (parameter[key] !== undefined) schema[key] = parameter[key];
  return schema;
}

function operationsOf2(document: AsyncApiDocument, channel: SpecNode, directed: Directed): Operation[] {
  return (['publish', 'subscribe'] as const).flatMap((action) => {
    const node = childOf(channel, action);
    if (!node || !isObject(node.value)) return [];
    const holder = childOf(node, 'message');
    const message = holder && document.refs.deref(holder);
    const options = message && childOf(message, 'oneOf');
    const messages = options ? childrenOf(options) : message ? [Object.assign({ key: 'message' }, message)] : [];
    const name = textOf(node.value, 'operationId') ?? action;
    return [describeOperation(document, node, name, action === 'publish' ? 'send' : 'receive', messages, directed)];
  });
}

function operationsOf3(document: AsyncApiDocument, channel: SpecNode, directed: Directed): Operation[] {
  const { refs, root } = document;
  const channelId = nodeId(channel);
  const operations = childrenOf(childOf(root, 'operations')).flatMap((entry) => {
    const node = refs.deref(entry);
    const holder = node && childOf(node, 'channel');
    const target = holder && refs.deref(holder);
    if (!node || !target || nodeId(target) !== channelId) return [];
    // An operation without its own list uses every message of its channel.
    const messages = childrenOf(childOf(node, 'messages') ?? childOf(channel, 'messages'));
    const action = textOf(node.value, 'action') === 'receive' ? 'send' : 'receive';
    const operation = describeOperation(document, node, entry.key, action, messages, directed);
    const replyTo = replyChannel(document, node);
    return [replyTo === undefined ? operation : { ...operation, replyTo }];
  });
  const messages = childrenOf(childOf(channel, 'messages'));
  // Shows the messages of a channel without operations.
  return operations.length > 0 || messages.length === 0
    ? operations
    : [describeOperation(document, withValue(channel, newObject()), 'messages', 'receive', messages, directed)];
}

function describeOperation(
  document: AsyncApiDocument,
  node: SpecNode,
  name: string,
  readerAction: Operation['readerAction'],
  messages: readonly (SpecNode & { readonly key: string })[],
  directed: Directed,
): Operation {
  const traits = childrenOf(childOf(node, 'traits')).flatMap((trait) => document.refs.deref(trait)?.value ?? []);
  const value = withTraits(node.value, traits);
  const context = directed(readerAction === 'send' ? 'request' : 'response');
  return {
    name,
    readerAction,
    messages: messages.flatMap((entry) => {
      const message = document.refs.deref(entry);
      return message && isObject(message.value) ? [describeMessage(document, message, entry, context)] : [];
    }),
    security: securityOf(document, childOf(node, 'security')),
    bindings: bindingsOf(document, node),
    ...definedOnly({ summary: textOf(value, 'summary') ?? textOf(value, 'title'), descriptionMarkdown: textOf(value, 'description') }),
  };
}

/** A trait adds fields that the object itself lacks. */
function withTraits(value: SpecValue, traits: readonly SpecValue[]): SpecValue {
  const joined = newObject();
  for (const part of [...traits, value]) if (isObject(part)) for (const key of Object.keys(part)) joined[key] = part[key] as SpecValue;
  return joined;
}

function describeMessage(
  document: AsyncApiDocument,
  message: SpecNode,
  entry: SpecNode & { readonly key: string },
  context: DescribeContext,
): MessageView {
  const { refs, root } = document;
  const traits = childrenOf(childOf(message, 'traits')).flatMap((trait) => refs.deref(trait) ?? []);
  const value = withTraits(
    message.value,
    traits.map((trait) => trait.value),
  );
  const member = (key: string) => [message, ...traits].map((holder) => childOf(holder, key)).find((found) => found !== undefined);
  const payload = payloadOf(document, member('payload'), textOf(value, 'schemaFormat'));
  const headers = member('headers');
  const correlation = member('correlationId');
  const given = givenExamples(listOf(value, 'examples'));
  const made = given.length > 0 || !payload?.schema ? undefined : exampleOf([payload.schema], context.reader, context);
  const defaultType = textOf(root.value, 'defaultContentType');
  const described = payload?.schema && describeForForm([payload.schema], context, context.direction === 'request');
  return {
    name: textOf(value, 'name') ?? nameOf(entry),
    bindings: bindingsOf(document, message),
    examples: made === undefined ? given : [{ name: 'example', value: made, generated: true }],
    ...definedOnly({ payload: described?.schema, form: described?.form }),
    ...definedOnly({
      title: textOf(value, 'title') ?? textOf(value, 'summary'),
      descriptionMarkdown: textOf(value, 'description') ?? (textOf(value, 'title') ? textOf(value, 'summary') : undefined),
      contentType: textOf(value, 'contentType') ?? defaultType,
      payloadSource: payload?.source,
      headers: headers && describeSchema([headers], context),
      correlationId: correlation && textOf(refs.deref(correlation)?.value, 'location'),
    }),
  };
}

interface Payload {
  readonly schema?: SpecNode;
  readonly source?: { readonly format: string; readonly text: string };
}

function payloadOf(document: AsyncApiDocument, payload: SpecNode | undefined, messageFormat: string | undefined): Payload | undefined {
  if (payload === undefined) return undefined;
  const { schema, foreignFormat } = messagePayload(document, payload, messageFormat);
  if (foreignFormat === undefined) return { schema };
  const value = document.refs.deref(schema)?.value ?? schema.value;
  return { source: { format: foreignFormat, text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) } };
}

function givenExamples(examples: readonly SpecValue[]): MessageView['examples'] {
  return examples.flatMap((example, index) => {
    if (!isObject(example) || example.payload === undefined) return [];
    const name = textOf(example, 'name') ?? `example${examples.length > 1 ? ` ${index + 1}` : ''}`;
    return [{ name, value: example.payload, generated: false, ...definedOnly({ summary: textOf(example, 'summary') }) }];
  });
}

/** The key of a message, or the last part of the reference to it. */
function nameOf(entry: SpecNode & { readonly key: string }): string {
  const ref = isObject(entry.value) && typeof entry.value.$ref === 'string' ? entry.value.$ref : undefined;
  const step = ref?.slice(ref.lastIndexOf('/') + 1);
  return step && /^(?:\d+|message)$/.test(entry.key) ? step : /^\d+$/.test(entry.key) ? `message ${Number(entry.key) + 1}` : entry.key;
}

function bindingsOf(document: AsyncApiDocument, holder: SpecNode): Readonly<Record<string, unknown>> {
  const node = childOf(holder, 'bindings');
  const value = node && document.refs.deref(node)?.value;
  return isObject(value) ? value : {};
}

function replyChannel(document: AsyncApiDocument, operation: SpecNode): string | undefined {
  const holder = childOf(operation, 'reply');
  const reply = holder && document.refs.deref(holder);
  const channel = reply && childOf(reply, 'channel');
  const target = channel && document.refs.deref(channel);
  return target && channelsOf(document).find((found) => nodeId(found.node) === nodeId(target))?.key;
}
