import { definedOnly } from '../../model/defined-only.ts';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { EndpointView, OperationRef, ResponseView, SchemaView, ServerView } from '../../model/endpoint.ts';
import { operationTitle } from '../../model/endpoint.ts';
import { isUrlEncodedType } from '../../shared/request/body-type.ts';
import type { ArrayFormat } from '../../shared/request/request.ts';
import { isSafeUrl } from '../../shared/url.ts';
import { describeChannel } from './describe-channel.ts';
import { describeContent } from './describe-media.ts';
import { describeHeaders, describeParameters } from './describe-parameter.ts';
import { type DescribeContext, describeSchema } from './describe-schema.ts';
import { describeSecurity, securityOf } from './describe-security.ts';
import { describeServers } from './describe-servers.ts';
import { codeSamples, pageExtension } from './extensions.ts';
import { type FoundOperation, operationsOfItem } from './operations.ts';
import type { ApiDocument, OpenApiDocument } from './read/load-api.ts';
import { childOf, childrenOf, type SpecNode, withValue } from './read/spec-node.ts';
import { locateProblems } from './read/spec-problem.ts';
import { isObject, listOf, objectOf, type SpecValue, textOf } from './read/spec-value.ts';
import { componentOf, upgradeOperation, upgradeServers } from './read/upgrade.ts';
import { SchemaReader } from './schemas/flatten-schema.ts';

/** The settings of docs.json for operation pages, and their size limit. */
export interface DescribeOptions {
  /** `api.examples.defaults`, for what is not a request. */
  readonly defaults?: 'all' | 'required';
  /** `api.params.post`. */
  readonly postKeys?: readonly string[];
  /** `docsgen.api.arrays`. */
  readonly arrays?: ArrayFormat | undefined;
  /** Maximum number of nodes of all schemas of the page together. */
  readonly maxNodes?: number;
}

const defaultMaxNodes = 1000;
const nodesOfNamedSchema = 300;

/**
 * The content of an operation's page. Created when the page is rendered and then released, so that memory depends on
 * the largest operation, not the description. The diagnostics are those of broken references that were not reported
 * yet. All schemas share one budget of nodes, in the order of the page.
 */
export function describeEndpoint(document: ApiDocument, operation: FoundOperation, options: DescribeOptions = {}): Result<EndpointView> {
  const context: Context = {
    document,
    defaults: options.defaults ?? 'all',
    postKeys: options.postKeys ?? [],
    arrays: options.arrays,
    budget: { nodes: options.maxNodes ?? defaultMaxNodes },
    reader: readerOf(document),
    shown: new Set(),
    isInCallback: false,
  };
  const value = view(operation, context);
  return { value, diagnostics: takeProblems(document) };
}

/** One named schema: the rest of a truncated view (`SchemaView.more`). */
export function describeNamedSchema(document: ApiDocument, name: string, options: DescribeOptions = {}): Result<SchemaView | undefined> {
  const node = document.kind === 'openapi' ? componentOf(document, 'schemas', name) : asyncSchema(document.root, name);
  const found = node ?? nodeByPointer(document, name);
  const context = directed(document, 'both', {
    defaults: options.defaults ?? 'all',
    postKeys: options.postKeys ?? [],
    budget: { nodes: options.maxNodes ?? nodesOfNamedSchema },
    reader: readerOf(document),
    shown: new Set(),
  });
  return { value: found && describeSchema([found], context), diagnostics: takeProblems(document) };
}

const readers = new WeakMap<ApiDocument, SchemaReader>();

/** Pages of one description share what was read. */
function readerOf(document: ApiDocument): SchemaReader {
  const reader = readers.get(document) ?? new SchemaReader(document.refs);
  readers.set(document, reader);
  return reader;
}

interface Context {
  readonly document: ApiDocument;
  readonly defaults: 'all' | 'required';
  readonly postKeys: readonly string[];
  readonly arrays?: ArrayFormat | undefined;
  readonly budget: { nodes: number };
  readonly reader: SchemaReader;
  readonly shown: Set<string>;
  /** Nested callbacks are not described. */
  readonly isInCallback: boolean;
}

function view(operation: FoundOperation, context: Context): EndpointView {
  const { document } = context;
  const { ref, node } = operation;
  const empty: EndpointView = {
    ref,
    servers: [],
    security: [],
    parameters: [],
    responses: [],
    callbacks: [],
    codeSamples: [],
  };
  if (document.kind === 'asyncapi') {
    const described = describeChannel(document, operation, (direction) => directed(document, direction, context));
    return { ...empty, ...described };
  }
  if (ref.kind === 'schema')
    return { ...empty, schema: describeSchema([node], directed(document, 'both', context)), ...docsOf(node.value) };
  return { ...empty, ...describeOperation(operation, document, context) };
}

function describeOperation(operation: FoundOperation, document: OpenApiDocument, context: Context): Partial<EndpointView> {
  const is2 = document.version === '2.0';
  const pathItem = is2 ? undefined : operation.pathItem;
  const node = is2 ? upgradeOperation(document, operation.node, operation.pathItem) : operation.node;
  // The API writes the content of a webhook, and the receiver reads it.
  const isWebhook = operation.ref.kind === 'webhook' || context.isInCallback;
  const sent = directed(document, isWebhook ? 'response' : 'request', context);
  const received = directed(document, isWebhook ? 'request' : 'response', context);
  return {
    servers: isWebhook ? [] : serversOf(document, node, operation.pathItem),
    security: describeSecurity(securityOf(node, document.root), (key) => securityScheme(document, key)),
    parameters: describeParameters(node, pathItem, sent),
    responses: describeResponses(node, received),
    callbacks: context.isInCallback ? [] : describeCallbacks(node, document, context),
    codeSamples: codeSamples(node, document.refs),
    ...docsOf(node.value),
    ...definedOnly({ requestBody: describeBody(node, sent), playground: playgroundOf(node.value) }),
  };
}

function directed(
  document: ApiDocument,
  direction: DescribeContext['direction'],
  { defaults, postKeys, arrays, budget, reader, shown }: Omit<DescribeContext, 'refs' | 'direction'>,
): DescribeContext {
  const version = document.kind === 'openapi' ? { version: document.version } : {};
  return { refs: document.refs, reader, direction, defaults, postKeys, arrays, budget, shown, ...version };
}

function serversOf(document: OpenApiDocument, operation: SpecNode, pathItem: SpecNode | undefined): ServerView[] {
  const { value } = document.root;
  if (document.version === '2.0') return describeServers(upgradeServers(withSchemes(value, operation.value)));
  const nearest = [operation.value, pathItem?.value, value]
    .map((holder) => listOf(holder, 'servers'))
    .find((servers) => servers.length > 0);
  return describeServers(nearest ?? []);
}

/** 2.0: `schemes` of an operation override those of the description. */
function withSchemes(root: SpecValue, operation: SpecValue): SpecValue {
  const own = listOf(operation, 'schemes');
  return own.length === 0 || !isObject(root) ? root : { ...root, schemes: [...own] };
}

function securityScheme(document: OpenApiDocument, key: string): SpecValue | undefined {
  const node = componentOf(document, 'securitySchemes', key);
  return node && document.refs.deref(node)?.value;
}

function describeBody(operation: SpecNode, context: DescribeContext): EndpointView['requestBody'] {
  const holder = childOf(operation, 'requestBody');
  const body = holder && context.refs.deref(holder);
  if (!body || !isObject(body.value) || isUnused(body, context)) return undefined;
  return {
    required: body.value.required === true,
    media: describeContent(body, context),
    ...definedOnly({ descriptionMarkdown: textOf(body.value, 'description') }),
  };
}

/** Some generators give every operation without a body an optional form without fields. */
function isUnused(body: SpecNode, { refs }: DescribeContext): boolean {
  if (!isObject(body.value) || body.value.required === true || textOf(body.value, 'description') !== undefined) return false;
  const media = childrenOf(childOf(body, 'content'));
  return media.length > 0 && media.every((entry) => isUrlEncodedType(entry.key) && hasNoFields(entry, refs));
}

function hasNoFields(media: SpecNode, refs: DescribeContext['refs']): boolean {
  const written = childOf(refs.deref(media) ?? media, 'schema');
  const schema = written && refs.deref(written)?.value;
  if (!isObject(schema) || schema.additionalProperties !== false) return false;
  const { type: _type, title: _title, additionalProperties: _others, properties = {}, ...rest } = schema;
  return Object.keys(rest).length === 0 && isObject(properties) && Object.keys(properties).length === 0;
}

/** Beside a success, the others are described briefly: they are the same in most operations of a description. */
function describeResponses(operation: SpecNode, received: DescribeContext): ResponseView[] {
  const entries = childrenOf(childOf(operation, 'responses'), true);
  const hasSuccess = entries.some(({ key }) => key.startsWith('2'));
  return entries.flatMap((entry) => {
    const response = received.refs.deref(entry);
    if (!response || !isObject(response.value)) return [];
    const context = hasSuccess && !entry.key.startsWith('2') ? { ...received, isBrief: true } : received;
    return [
      {
        status: entry.key,
        headers: describeHeaders(response, context),
        media: describeContent(response, context),
        links: describeLinks(response, context),
        ...definedOnly({ summary: textOf(response.value, 'summary'), descriptionMarkdown: textOf(response.value, 'description') }),
      },
    ];
  });
}

function describeLinks(response: SpecNode, { refs }: DescribeContext): ResponseView['links'] {
  return childrenOf(childOf(response, 'links')).flatMap((entry) => {
    const link = refs.deref(entry);
    const operation = textOf(link?.value, 'operationId') ?? textOf(link?.value, 'operationRef');
    if (operation === undefined) return [];
    return [{ name: entry.key, operation, ...definedOnly({ descriptionMarkdown: textOf(link?.value, 'description') }) }];
  });
}

function describeCallbacks(operation: SpecNode, document: OpenApiDocument, context: Context): EndpointView['callbacks'] {
  return childrenOf(childOf(operation, 'callbacks')).flatMap((entry) => {
    const callback = document.refs.deref(entry);
    return childrenOf(callback, true).flatMap((expression) =>
      operationsOfItem(document, expression).map(({ method, node, pathItem }) => {
        const ref = callbackRef(document, entry.key, expression.key, method, node.value);
        return { name: entry.key, expression: expression.key, view: view({ ref, node, pathItem }, { ...context, isInCallback: true }) };
      }),
    );
  });
}

function callbackRef({ source }: OpenApiDocument, name: string, expression: string, method: string, value: SpecValue): OperationRef {
  return {
    id: `${source} callback ${name} ${method} ${expression}`,
    source,
    kind: 'operation',
    method,
    path: expression,
    title: textOf(value, 'summary') ?? operationTitle(method, name),
    tags: [],
    group: '',
    deprecated: isObject(value) && value.deprecated === true,
    hidden: false,
    excluded: false,
    metadata: {},
    groups: [],
    ...definedOnly({ descriptionMarkdown: textOf(value, 'description'), operationId: textOf(value, 'operationId') }),
  };
}

function docsOf(value: SpecValue): Pick<EndpointView, 'externalDocs'> {
  const docs = objectOf(value, 'externalDocs');
  const url = textOf(docs, 'url');
  if (url === undefined || !isSafeUrl(url)) return {};
  return { externalDocs: { url, ...definedOnly({ descriptionMarkdown: textOf(docs, 'description') }) } };
}

function playgroundOf(value: SpecValue): string | undefined {
  const { playground, metadata } = pageExtension(value);
  return playground ?? (typeof metadata.playground === 'string' ? metadata.playground : undefined);
}

function asyncSchema(root: SpecNode, name: string): SpecNode | undefined {
  const components = childOf(root, 'components');
  const schemas = components && childOf(components, 'schemas');
  return schemas && childOf(schemas, name);
}

/** `file#/pointer`, as in `schemaName`. Only targets that references of the description can have. */
function nodeByPointer({ root, refs }: ApiDocument, name: string): SpecNode | undefined {
  const hash = name.indexOf('#');
  if (hash < 0) return undefined;
  const isRoot = name.slice(0, hash) === root.file.path;
  const holder = withValue(root, null);
  return refs.resolve(holder, isRoot ? name.slice(hash) : name);
}

function takeProblems(document: ApiDocument): Diagnostic[] {
  return locateProblems(document.refs.takeProblems());
}
