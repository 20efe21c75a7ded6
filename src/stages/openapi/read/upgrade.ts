/**
 * Converts Swagger 2.0 to OpenAPI 3, one operation at a time. Schemas are unchanged; only what 2.0 writes differently
 * around them is converted (`body` and `formData` parameters, `produces`, `host`, `securityDefinitions`).
 */

import { isFormType } from '../../../shared/request/body-type.ts';
import type { OpenApiDocument } from './load-api.ts';
import { childOf, childrenOf, type SpecNode, withValue } from './spec-node.ts';
import { isObject, newObject, type SpecObject, type SpecValue, textOf, textsOf } from './spec-value.ts';

/** The operation with `requestBody`, `parameters` with schemas, and `responses` with `content`. */
export function upgradeOperation(document: OpenApiDocument, operation: SpecNode, pathItem: SpecNode | undefined): SpecNode {
  const { value } = operation;
  if (!isObject(value)) return operation;
  const { root, refs } = document;
  const follow = (holder: SpecNode | undefined): SpecNode[] =>
    childrenOf(holder && childOf(holder, 'parameters')).flatMap((parameter) => refs.deref(parameter) ?? []);
  const own = follow(operation);
  const isOverridden = (shared: SpecNode) => own.some((parameter) => parameterKey(parameter.value) === parameterKey(shared.value));
  const parameters = [...follow(pathItem).filter((shared) => !isOverridden(shared)), ...own].map(({ value }) => value).filter(isObject);
  const types = (key: string) => [textsOf(value, key), textsOf(root.value, key)].find((list) => list.length > 0);

  const upgraded = newObject();
  Object.assign(upgraded, value);
  upgraded.parameters = parameters.filter((parameter) => parameter.in !== 'body' && parameter.in !== 'formData').map(upgradeParameter);
  const body = requestBody(parameters, types('consumes'));
  if (body !== undefined) upgraded.requestBody = body;
  const responses = newObject();
  for (const response of childrenOf(childOf(operation, 'responses'))) {
    const found = refs.deref(response);
    if (found !== undefined) responses[response.key] = upgradeResponse(found.value, types('produces') ?? ['application/json']);
  }
  upgraded.responses = responses;
  return withValue(operation, upgraded);
}

function parameterKey(value: SpecValue): string {
  return `${textOf(value, 'in')} ${textOf(value, 'name')}`;
}

/** Keys that 2.0 has on the parameter and 3 in its schema. */
const schemaKeys = `type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems
  minItems uniqueItems enum multipleOf`.split(/\s+/);

function schemaOfParameter(parameter: SpecObject): SpecObject {
  const schema = newObject();
  for (const key of schemaKeys) if (parameter[key] !== undefined) schema[key] = parameter[key];
  if (schema.type === 'file') Object.assign(schema, { type: 'string', format: 'binary' });
  const example = parameter['x-example'] ?? parameter.example;
  if (example !== undefined) schema.example = example;
  return schema;
}

const collectionStyles: ReadonlyMap<unknown, { readonly style?: string; readonly explode: boolean }> = new Map([
  ['multi', { style: 'form', explode: true }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['tsv', { style: 'tabDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
  ['csv', { explode: false }],
]);

function upgradeParameter(parameter: SpecObject): SpecObject {
  const upgraded = newObject();
  for (const key of Object.keys(parameter)) {
    if (!schemaKeys.includes(key) && key !== 'collectionFormat') upgraded[key] = parameter[key] as SpecValue;
  }
  upgraded.schema = schemaOfParameter(parameter);
  if (parameter.type === 'array') Object.assign(upgraded, listStyle(parameter));
  return upgraded;
}

function listStyle({ collectionFormat }: SpecObject): { readonly style?: string; readonly explode: boolean } {
  return collectionStyles.get(collectionFormat) ?? { explode: false };
}

function requestBody(parameters: readonly SpecObject[], consumes: readonly string[] | undefined): SpecObject | undefined {
  const body = parameters.find((parameter) => parameter.in === 'body');
  if (body !== undefined) {
    const media = newObject();
    media.schema = body.schema ?? newObject();
    return bodyOf(consumes ?? ['application/json'], media, body.required === true, textOf(body, 'description'));
  }
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  if (fields.length === 0) return undefined;
  const schema = newObject();
  const properties = newObject();
  const encoding = newObject();
  for (const field of fields) {
    const name = textOf(field, 'name');
    if (name === undefined) continue;
    const property = schemaOfParameter(field);
    if (typeof field.description === 'string') property.description = field.description;
    properties[name] = property;
    // The default format of a list in a form is one comma-separated value.
    if (field.type === 'array') encoding[name] = Object.assign(newObject(), { style: 'form' }, listStyle(field));
  }
  schema.type = 'object';
  schema.properties = properties;
  schema.required = fields.filter((field) => field.required === true).flatMap((field) => textOf(field, 'name') ?? []);
  const media = newObject();
  media.schema = schema;
  media.encoding = encoding;
  const hasFile = fields.some((field) => field.type === 'file');
  const forms = consumes?.filter(isFormType) ?? [];
  const types = forms.length > 0 ? forms : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'];
  return bodyOf(types, media, (schema.required as SpecValue[]).length > 0);
}

function bodyOf(types: readonly string[], media: SpecObject, required: boolean, description?: string): SpecObject {
  const body = newObject();
  body.required = required;
  if (description !== undefined) body.description = description;
  body.content = contentOf(types, () => media);
  return body;
}

function contentOf(types: readonly string[], mediaOf: (type: string) => SpecObject): SpecObject {
  const content = newObject();
  for (const type of types) content[type] = mediaOf(type);
  return content;
}

function upgradeResponse(value: SpecValue, produces: readonly string[]): SpecValue {
  if (!isObject(value)) return value;
  const { schema, examples, headers, ...rest } = value;
  const upgraded = Object.assign(newObject(), rest);
  const given = isObject(examples) ? examples : newObject();
  const types = [...new Set([...(schema === undefined ? [] : produces), ...Object.keys(given)])];
  if (types.length > 0) {
    upgraded.content = contentOf(types, (type) => {
      const media = newObject();
      if (schema !== undefined) media.schema = schema;
      if (given[type] !== undefined) media.example = given[type];
      return media;
    });
  }
  if (isObject(headers)) {
    const upgradedHeaders = newObject();
    for (const name of Object.keys(headers)) {
      const header = headers[name] as SpecValue;
      upgradedHeaders[name] = isObject(header) ? upgradeParameter(header) : header;
    }
    upgraded.headers = upgradedHeaders;
  }
  return upgraded;
}

/** `host`, `basePath` and `schemes` as server objects; without a host the base path alone. */
export function upgradeServers(root: SpecValue): SpecObject[] {
  const host = textOf(root, 'host');
  const basePath = textOf(root, 'basePath')?.replace(/\/$/, '') ?? '';
  const server = (url: string) => Object.assign(newObject(), { url });
  if (host === undefined) return basePath === '' ? [] : [server(basePath)];
  const schemes = textsOf(root, 'schemes');
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => server(`${scheme}://${host}${basePath}`));
}

const flowNames: Readonly<Record<string, string>> = {
  accessCode: 'authorizationCode',
  application: 'clientCredentials',
  implicit: 'implicit',
  password: 'password',
};

function upgradeSecurityScheme(value: SpecValue): SpecValue {
  if (!isObject(value)) return value;
  if (value.type === 'basic') return Object.assign(newObject(), value, { type: 'http', scheme: 'basic' });
  if (value.type !== 'oauth2' || typeof value.flow !== 'string') return value;
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = value;
  const upgraded = Object.assign(newObject(), rest);
  const details = newObject();
  if (authorizationUrl !== undefined) details.authorizationUrl = authorizationUrl;
  if (tokenUrl !== undefined) details.tokenUrl = tokenUrl;
  details.scopes = scopes ?? newObject();
  upgraded.flows = Object.assign(newObject(), { [flowNames[flow as string] ?? (flow as string)]: details });
  return upgraded;
}

/** The section of a description with its named components. */
export function componentOf(
  document: { readonly root: SpecNode; readonly version: string },
  kind: 'schemas' | 'securitySchemes',
  name: string,
): SpecNode | undefined {
  const { root, version } = document;
  if (version === '2.0') {
    const holder = childOf(root, kind === 'schemas' ? 'definitions' : 'securityDefinitions');
    const node = holder && childOf(holder, name);
    return node && kind === 'securitySchemes' ? withValue(node, upgradeSecurityScheme(node.value)) : node;
  }
  const components = childOf(root, 'components');
  const holder = components && childOf(components, kind);
  return holder && childOf(holder, name);
}
