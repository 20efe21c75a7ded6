/**
 * Every operation, webhook, channel and schema of a description in document order, small enough to keep for a whole
 * site.
 */
import { definedOnly } from '../../model/defined-only.ts';
import type { OperationRef } from '../../model/endpoint.ts';
import { operationTitle } from '../../model/endpoint.ts';
import { channelsOf } from './channels.ts';
import { pageExtension } from './extensions.ts';
import type { ApiDocument, AsyncApiDocument, OpenApiDocument } from './read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from './read/spec-node.ts';
import { isObject, listOf, type SpecValue, textOf, textsOf } from './read/spec-value.ts';
import { componentOf } from './read/upgrade.ts';
import { schemaName, shownName } from './schemas/named-schema.ts';
import { resourceNames, titleFromId, titleFromSummary, titleWithParameters } from './titles.ts';

/** OpenAPI 3.2 §4.9 "Path Item Object": fixed methods; others are in `additionalOperations`. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** An operation and its location. */
export interface FoundOperation {
  readonly ref: OperationRef;
  /** The operation, channel or schema. */
  readonly node: SpecNode;
  /** The path item, with parameters and servers for all its operations. */
  readonly pathItem?: SpecNode;
}

const defaultGroup = 'API Reference';

/** Excludes schemas: their pages are generated on request, through `schemaOf`. */
export function operationsOf(document: ApiDocument): FoundOperation[] {
  return document.kind === 'asyncapi' ? channelRefs(document) : [...pathOperations(document), ...webhooks(document)];
}

function pathOperations(document: OpenApiDocument): FoundOperation[] {
  const groups = tagGroups(document.root.value);
  const found = childrenOf(childOf(document.root, 'paths'), true).flatMap((path) =>
    operationsOfItem(document, path).map(({ method, node, pathItem }) => {
      const title = titleFromId(textOf(node.value, 'operationId')) ?? operationTitle(method, path.key);
      return { ref: operationRef(document, { kind: 'operation', method, path: path.key, title }, node.value, groups), node, pathItem };
    }),
  );
  return withOwnTitles(groupedByPath(found));
}

/** Fewer operations without a tag stay together. */
const tooManyInOneGroup = 12;

/** Many operations without a tag are grouped by the resource in their path. */
function groupedByPath(found: readonly FoundOperation[]): FoundOperation[] {
  const untagged = found.filter(({ ref }) => ref.tags.length === 0);
  if (untagged.length <= tooManyInOneGroup) return [...found];
  const names = resourceNames(untagged.map(({ ref }) => ref.path));
  return found.map((operation) => {
    const name = operation.ref.tags.length === 0 ? names.get(operation.ref.path) : undefined;
    return name === undefined ? operation : { ...operation, ref: { ...operation.ref, group: name } };
  });
}

/** Titles made of method and path show the parameters where two of a group would be the same. */
function withOwnTitles(found: readonly FoundOperation[]): FoundOperation[] {
  const counts = new Map<string, number>();
  const key = ({ group, title }: OperationRef) => `${group}\n${title}`;
  for (const { ref } of found) counts.set(key(ref), (counts.get(key(ref)) ?? 0) + 1);
  return found.map((operation) => {
    const { ref } = operation;
    const isMade = textOf(operation.node.value, 'summary') === undefined && ref.path.includes('{');
    const title = isMade && (counts.get(key(ref)) ?? 0) > 1 ? titleWithParameters(ref.method, ref.path) : ref.title;
    return title === ref.title ? operation : { ...operation, ref: { ...ref, title } };
  });
}

function webhooks(document: OpenApiDocument): FoundOperation[] {
  const groups = tagGroups(document.root.value);
  const holder = childOf(document.root, 'webhooks') ?? childOf(document.root, 'x-webhooks');
  return childrenOf(holder, true).flatMap((hook) => {
    const found = operationsOfItem(document, hook);
    return found.map(({ method, node, pathItem }) => {
      const title = hook.key;
      // The methods of a webhook need pages with different names.
      const path = found.length === 1 ? hook.key : `${hook.key} ${method}`;
      return { ref: operationRef(document, { kind: 'webhook', method, path, title }, node.value, groups), node, pathItem };
    });
  });
}

/** The operations of a path item, which may itself be a reference. */
export function operationsOfItem(
  document: OpenApiDocument,
  item: SpecNode,
): { readonly method: string; readonly node: SpecNode; readonly pathItem: SpecNode }[] {
  const pathItem = document.refs.deref(item);
  if (pathItem === undefined || !isObject(pathItem.value)) return [];
  const own = childrenOf(pathItem).filter(({ key }) => methods.includes(key));
  const additional = childrenOf(childOf(pathItem, 'additionalOperations'));
  return [...own, ...additional].flatMap((operation) => {
    const node = document.refs.deref(operation);
    return node !== undefined && isObject(node.value) ? [{ method: operation.key.toUpperCase(), node, pathItem }] : [];
  });
}

/** `named.title`: without a summary. A summary that is too long for a title begins the description. */
function operationRef(
  document: OpenApiDocument,
  named: Pick<OperationRef, 'method' | 'path' | 'title'> & { readonly kind: 'operation' | 'webhook' },
  value: SpecValue,
  groups: ReadonlyMap<string, string>,
): OperationRef {
  const tags = textsOf(value, 'tags');
  const { playground: _, ...extension } = pageExtension(value);
  const summary = textOf(value, 'summary');
  const { title, isCut } = summary === undefined ? { title: named.title, isCut: false } : titleFromSummary(summary);
  const description = textOf(value, 'description');
  const texts = [...new Set([summary, description])];
  return {
    id: `${document.source} ${named.kind === 'webhook' ? 'webhook' : named.method} ${named.path}`,
    source: document.source,
    ...named,
    title,
    tags,
    group: groups.get(tags[0] ?? '') ?? tags[0] ?? defaultGroup,
    deprecated: isObject(value) && value.deprecated === true,
    hidden: isObject(value) && value['x-hidden'] === true,
    excluded: isObject(value) && value['x-excluded'] === true,
    ...extension,
    ...definedOnly({
      descriptionMarkdown: isCut ? texts.filter((text) => text !== undefined).join('\n\n') : description,
      operationId: textOf(value, 'operationId'),
    }),
  };
}

/** Tag → displayed name of its group. */
function tagGroups(root: SpecValue): ReadonlyMap<string, string> {
  return new Map(
    listOf(root, 'tags').flatMap((tag) => {
      const [name, shown] = [textOf(tag, 'name'), textOf(tag, 'x-group') ?? textOf(tag, 'x-displayName') ?? textOf(tag, 'summary')];
      return name !== undefined && shown !== undefined ? [[name, shown] as const] : [];
    }),
  );
}

/** `x-tagGroups` of the description, and `parent` of its tags (OpenAPI 3.2): tag → the section above its group. */
export function tagSections(document: ApiDocument): ReadonlyMap<string, string> {
  const { value } = document.root;
  const sections = new Map<string, string>();
  for (const group of listOf(value, 'x-tagGroups')) {
    const name = textOf(group, 'name');
    if (name !== undefined) for (const tag of textsOf(group, 'tags')) if (!sections.has(tag)) sections.set(tag, name);
  }
  const shown = tagGroups(value);
  for (const tag of listOf(value, 'tags')) {
    const [name, parent] = [textOf(tag, 'name'), textOf(tag, 'parent')];
    if (name !== undefined && parent !== undefined && parent !== name && !sections.has(name))
      sections.set(name, shown.get(parent) ?? parent);
  }
  return sections;
}

/** A schema of the description by name; it has a page only if front matter refers to it. */
export function schemaOf(document: ApiDocument, name: string): FoundOperation | undefined {
  const node = componentOf(document, 'schemas', name);
  return node && schemaAt(document, node);
}

/** The page content of a named schema (`isNamedSchema`). */
export function schemaAt(document: ApiDocument, node: SpecNode): FoundOperation {
  const value = document.refs.deref(node)?.value ?? node.value;
  const name = schemaName(node, document.root.file.path);
  const ref: OperationRef = {
    id: `${document.source} schema ${name}`,
    source: document.source,
    kind: 'schema',
    method: '',
    path: name,
    title: textOf(value, 'title') ?? shownName(node),
    tags: [],
    group: defaultGroup,
    deprecated: isObject(value) && value.deprecated === true,
    hidden: false,
    excluded: false,
    metadata: {},
    groups: [],
    ...definedOnly({ descriptionMarkdown: textOf(value, 'description') }),
  };
  return { ref, node };
}

/** The named schemas of a description, in document order. */
export function componentSchemas({ root }: ApiDocument): (SpecNode & { readonly key: string })[] {
  const components = childOf(root, 'components');
  return childrenOf((components && childOf(components, 'schemas')) ?? childOf(root, 'definitions'));
}

function channelRefs(document: AsyncApiDocument): FoundOperation[] {
  return channelsOf(document).map(({ key, address, node }) => {
    const tag = channelTag(document, node);
    const { playground: _, ...extension } = pageExtension(node.value);
    const ref: OperationRef = {
      id: `${document.source} channel ${key}`,
      source: document.source,
      kind: 'channel',
      method: '',
      path: key,
      title: textOf(node.value, 'title') ?? titleOfChannel(key, address),
      tags: tag === undefined ? [] : [tag],
      group: tag ?? 'Websockets',
      deprecated: isObject(node.value) && node.value.deprecated === true,
      hidden: isObject(node.value) && node.value['x-hidden'] === true,
      excluded: isObject(node.value) && node.value['x-excluded'] === true,
      ...extension,
      ...definedOnly({ descriptionMarkdown: textOf(node.value, 'description') ?? textOf(node.value, 'summary') }),
    };
    return { ref, node };
  });
}

function channelTag(document: AsyncApiDocument, channel: SpecNode): string | undefined {
  const first = childrenOf(childOf(channel, 'tags'))[0];
  return first && textOf(document.refs.deref(first)?.value, 'name');
}

/** `ch_two` → `Ch_two`; an address (`/`, `rooms/{id}`) is unchanged. */
function titleOfChannel(key: string, address: string): string {
  const name = key === '' ? address : key;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
