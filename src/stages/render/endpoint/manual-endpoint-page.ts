/** Builds the operation of a page with `api: METHOD url` front matter from its fields and docs.json. */

import type { ContentNode, PropValue } from '../../../model/content-node.ts';
import type { EndpointView, ParameterView, SchemaView, SecuritySchemeView, ServerView } from '../../../model/endpoint.ts';
import type { Page } from '../../../model/page.ts';
import type { ApiSettings } from '../../../model/site-config.ts';
import { templateNames } from '../../../shared/playground/template-names.ts';
import { isOn, isText } from '../../components/author-props.ts';

/** A `ParamField` of the page. */
export interface WrittenField {
  /** Empty inside another field. */
  readonly place: 'query' | 'path' | 'body' | 'header' | '';
  readonly name: string;
  /** In lower case; `string` by default. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly default?: PropValue;
  /** An example value. */
  readonly placeholder?: PropValue;
  readonly fields: readonly WrittenField[];
}

const places = ['query', 'path', 'body', 'header'] as const;

/** The fields of a page in order, with nested fields below them. */
export function writtenFields(nodes: readonly ContentNode[]): WrittenField[] {
  return nodes.flatMap((node) => {
    if (node.type === 'html') return [];
    const fields = writtenFields(node.children);
    if (node.type === 'element' || (node.name !== 'ParamField' && node.name !== 'ResponseField')) return fields;
    const { props } = node;
    const place = places.find((candidate) => isText(props[candidate])) ?? '';
    const name = place === '' ? props.name : props[place];
    if (!isText(name)) return fields;
    return [
      {
        place,
        name,
        type: typeof props.type === 'string' ? props.type.toLowerCase() : 'string',
        isRequired: isOn(props.required),
        fields,
        ...(props.default !== undefined && { default: props.default }),
        ...(props.placeholder !== undefined && { placeholder: props.placeholder }),
      },
    ];
  });
}

/**
 * The operation of a hand-written reference page; undefined for every other page. The text of the page already shows
 * its fields.
 */
export function handWrittenEndpoint(page: Page, api: ApiSettings, fields: readonly WrittenField[]): EndpointView | undefined {
  const match = /^\s*([a-z]+)\s+(\S.*?)\s*$/i.exec(page.frontMatter.api ?? '');
  if (match === null) return undefined;
  const method = (match[1] as string).toUpperCase();
  const { server, path } = splitAddress(match[2] as string);
  const auth = page.frontMatter.authMethod ?? api.mdx.auth?.method;
  return {
    ref: {
      id: `${page.path} ${method} ${path}`,
      source: page.file ?? page.path,
      kind: 'operation',
      method,
      path,
      title: page.title,
      tags: [],
      group: '',
      deprecated: page.deprecated,
      hidden: false,
      excluded: false,
      metadata: {},
      groups: [],
    },
    servers: (server === undefined ? api.mdx.servers : [server]).map(serverView),
    security: (auth === undefined || auth === 'none') && fields.some(isCredential) ? [[writtenCredential]] : securityOf(auth, api),
    parameters: parametersOf(
      path,
      fields.filter((field) => !isCredential(field)),
    ),
    ...bodyOf(fields.filter((field) => field.place === 'body')),
    responses: [],
    callbacks: [],
    codeSamples: [],
  };
}

/** A header that the author documents among the fields, but that is sent with the credentials. */
export const writtenCredential: SecuritySchemeView = {
  key: 'Authorization',
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  scopes: [],
  flows: [],
};

function isCredential({ place, name }: WrittenField): boolean {
  return place === 'header' && name.toLowerCase() === 'authorization';
}

/** An absolute URL ignores the servers of docs.json. */
function splitAddress(address: string): { readonly server?: string; readonly path: string } {
  const match = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(address);
  if (match === null) return { path: address.startsWith('/') ? address : `/${address}` };
  return { server: match[1] as string, path: match[2] || '/' };
}

function serverView(url: string): ServerView {
  return { url, variables: [] };
}

function securityOf(method: string | undefined, { mdx }: ApiSettings): EndpointView['security'] {
  const scheme: SecuritySchemeView = { key: 'auth', type: 'http', scopes: [], flows: [] };
  switch (method) {
    case 'bearer':
    case 'basic':
      return [[{ ...scheme, scheme: method }]];
    case 'key':
    case 'cobo':
      return [[{ ...scheme, type: 'apiKey', in: 'header', name: mdx.auth?.name ?? (method === 'cobo' ? 'BIZ-API-KEY' : 'x-api-key') }]];
    default:
      return [];
  }
}

/** The parameters of the page; names in the path need no field. */
function parametersOf(path: string, fields: readonly WrittenField[]): ParameterView[] {
  const given = fields.flatMap((field) => (field.place === 'body' || field.place === '' ? [] : [parameterOf(field, field.place)]));
  const known = new Set(given.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name));
  const unnamed = templateNames(path).filter((name) => !known.has(name));
  return [...unnamed.map((name) => parameterOf({ place: 'path', name, type: 'string', isRequired: true, fields: [] }, 'path')), ...given];
}

function parameterOf(field: WrittenField, place: 'query' | 'path' | 'header'): ParameterView {
  return {
    name: field.name,
    in: place,
    required: field.isRequired || place === 'path',
    deprecated: false,
    schema: schemaOf(field),
    examples: field.placeholder === undefined ? [] : [{ name: 'example', value: field.placeholder, generated: false }],
  };
}

function bodyOf(fields: readonly WrittenField[]): Pick<EndpointView, 'requestBody'> {
  if (fields.length === 0) return {};
  const value = exampleOf({ place: 'body', name: '', type: 'object', isRequired: true, fields });
  const media = {
    mediaType: fields.some((field) => field.type === 'file') ? 'multipart/form-data' : 'application/json',
    schema: objectOf(fields),
    examples: [{ name: 'example', value, generated: true }],
    encoding: {},
  };
  return { requestBody: { required: fields.some((field) => field.isRequired), media: [media] } };
}

function schemaOf({ type, fields, ...field }: WrittenField): SchemaView {
  const given = field.default === undefined ? {} : { default: { value: field.default } };
  if (fields.length > 0 && !isList(type)) return { ...objectOf(fields), ...given };
  if (type === 'file') return { ...plain, label: 'file', types: ['string'], format: 'binary' };
  const items = isList(type) && fields.length > 0 ? { items: objectOf(fields) } : {};
  const kind = jsonType(type);
  return { ...plain, label: type, types: kind === 'any' ? [] : [kind], ...items, ...given };
}

function objectOf(fields: readonly WrittenField[]): SchemaView {
  const properties = fields.map((field) => ({ name: field.name, required: field.isRequired, schema: schemaOf(field) }));
  return { ...plain, label: 'object', types: ['object'], properties };
}

/** An example value: the author's, else one of the type. */
function exampleOf(field: WrittenField): unknown {
  const given = field.default ?? field.placeholder;
  if (given !== undefined) return given;
  const inside = Object.fromEntries(field.fields.filter((inner) => inner.type !== 'file').map((inner) => [inner.name, exampleOf(inner)]));
  if (isList(field.type)) return field.fields.length > 0 ? [inside] : [];
  const examples: Readonly<Record<string, unknown>> = { object: inside, integer: 1, number: 1, boolean: true, any: null };
  return field.fields.length > 0 ? inside : (examples[jsonType(field.type)] ?? '<string>');
}

function isList(type: string): boolean {
  return /\[\]|^(?:array|list)/.test(type);
}

/** `int32`, `bool`, `string[]`, `object` as authors write them → the JSON type. */
function jsonType(type: string): string {
  if (isList(type)) return 'array';
  if (/^int/.test(type)) return 'integer';
  if (/^(?:number|float|double)/.test(type)) return 'number';
  if (/^bool/.test(type)) return 'boolean';
  if (/^(?:object|map|dict|json)/.test(type)) return 'object';
  return type === 'any' ? 'any' : 'string';
}

const plain: SchemaView = {
  label: 'string',
  types: ['string'],
  nullable: false,
  constraints: [],
  examples: [],
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  properties: [],
  otherProperties: [],
  prefixItems: [],
  pre: [],
  post: [],
};
