/** The initial request of code samples: examples from the description, placeholders for secrets. */

import type { EndpointView, MediaView, ParameterView, SchemaView, SecuritySchemeView } from '../../../model/endpoint.ts';
import { isRecord } from '../../../shared/playground/exact-number.ts';
import { isFormType, isJsonType, isMultipartType } from '../../../shared/request/body-type.ts';
import { buildRequest } from '../../../shared/request/build-request.ts';
import {
  type BuiltRequest,
  type FieldEncoding,
  type FieldValue,
  listRest,
  type ParameterPlace,
  type ParameterStyle,
  type ParameterValue,
  type RequestBody,
  type RequestCredential,
  type RequestParameter,
} from '../../../shared/request/request.ts';
import { isFilePart, isFileSchema } from './file-schema.ts';
import { itemsAt, type ListPosition, listPositions } from './list-body.ts';
import { serverAddress } from './parts/endpoint-line.tsx';

/** For a description without an absolute server URL: parsers accept it, and no reader takes it for a real host. */
const unknownServer = 'https://YOUR-API-HOST';

/** `required`: the smallest request that works. `all`: with the optional parameters and fields that can be sent together. */
export type Extent = 'all' | 'required';

/**
 * Never fails: data that the description lacks is replaced by a placeholder, or omitted when the request works without
 * it. Secrets are placeholders, or the `x-default` of their scheme. A request body that the description gives as an
 * example is sent as it is.
 */
export function exampleRequest(view: EndpointView, extent: Extent): BuiltRequest {
  const values: Partial<Record<ParameterPlace, Record<string, ParameterValue>>> = {};
  for (const parameter of view.parameters) {
    const value = parameterValue(parameter, extent);
    if (value === undefined) continue;
    const place = values[parameter.in] ?? Object.create(null);
    values[parameter.in] = place;
    place[parameter.name] = value;
  }
  const body = bodyOf(view.requestBody, extent);
  const accept = acceptOf(view);
  return buildRequest({
    method: view.ref.method,
    server: absolute(serverAddress(view.servers[0])),
    path: view.ref.path,
    parameters: view.parameters.map(requestParameter),
    values,
    credentials: credentialsOf(view.security),
    ...(body && { body }),
    ...(accept !== undefined && { accept }),
  });
}

/** A relative URL refers to the URL of the description, which a file does not have. */
function absolute(server: string): string {
  if (server.startsWith('//')) return `https:${server}`;
  if (server === '' || server.startsWith('/')) return unknownServer + server;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(server)) return server;
  // Many descriptions omit the scheme.
  return /^(?:[\w-]+\.)+[a-z]{2,}(?:[:/]|$)|^localhost\b/i.test(server) ? `https://${server}` : unknownServer;
}

function requestParameter(parameter: ParameterView): RequestParameter {
  const { name, required, style, explode, allowReserved, allowEmptyValue, contentType, arrays } = parameter;
  return {
    name,
    in: parameter.in,
    required,
    ...(style !== undefined && { style: style as ParameterStyle }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved !== undefined && { allowReserved }),
    ...(allowEmptyValue !== undefined && { allowEmptyValue }),
    ...(contentType !== undefined && { contentType }),
    ...(arrays !== undefined && { arrays }),
  };
}

/** A valid value of the description, else a generated one. */
function parameterValue(parameter: ParameterView, extent: Extent): ParameterValue | undefined {
  const { schema, required, deprecated, isExclusive } = parameter;
  if (!required && (extent === 'required' || deprecated || isExclusive)) return undefined;
  const [example] = parameter.examples;
  const known = schema.examples[0] ?? schema.default?.value ?? schema.const?.value ?? schema.enum?.[0]?.value;
  // `{id}` is clearer than a generated id.
  if (parameter.in === 'path' && example?.generated !== false && known == null) return undefined;
  // Fields that are written by hand have no examples.
  const value = (extent === 'all' ? example?.complete : undefined) ?? example?.value ?? (required ? known : undefined);
  return (value ?? (required ? `<${parameter.name}>` : undefined)) as ParameterValue | undefined;
}

function bodyOf(body: EndpointView['requestBody'], extent: Extent): RequestBody | undefined {
  const [media] = body?.media ?? [];
  if (body === undefined || media === undefined) return undefined;
  const made = contentOf(media, extent);
  // Nothing is smaller than a body without fields.
  const isNeeded = body.required || made === undefined || hasContent(made) || media.examples.some(({ generated }) => !generated);
  return isNeeded ? made : undefined;
}

function hasContent(body: RequestBody): boolean {
  if (body.kind === 'form') return Object.keys(body.fields).length > 0;
  return body.kind === 'file' || !/^(?:\{\s*\}|\[\s*\])?$/.test(body.text.trim());
}

function contentOf(media: MediaView, extent: Extent): RequestBody | undefined {
  const { mediaType, examples, schema } = media;
  const [example] = examples;
  const value = (extent === 'all' ? example?.complete : undefined) ?? example?.value;
  const places = listPositions(media);
  if (places) return { kind: 'form', mediaType, fields: listFields(places, value), encoding: encodingOf(media.encoding), isList: true };
  if (isFormType(mediaType)) {
    const fields = isMultipartType(mediaType)
      ? formFields(value, schema, { encoding: media.encoding, extent })
      : formFields(withoutEmptyObjects(value, example?.complete, schema), schema);
    return { kind: 'form', mediaType, fields, encoding: encodingOf(media.encoding) };
  }
  if (
    (schema && schema.types[0] !== 'array' && isFileSchema(schema)) ||
    (examples.length === 0 && /octet-stream|^(?:image|audio|video)\//i.test(mediaType))
  )
    return { kind: 'file', mediaType, file: { $file: { name: 'file' } } };
  if (value === undefined) return undefined;
  const text = typeof value === 'string' && !isJsonType(mediaType) ? value : (JSON.stringify(value, undefined, 2) ?? '');
  return { kind: 'raw', mediaType, text };
}

/** A URL-encoded form cannot contain an empty object: one that is required gets its first field. */
function withoutEmptyObjects(value: unknown, complete: unknown, schema: SchemaView | undefined): unknown {
  if (!isRecord(value) || !isRecord(complete)) return value;
  const fields = { ...value };
  for (const { name, required } of schema?.properties ?? []) {
    const [given, all] = [fields[name], complete[name]];
    if (!required || !isRecord(given) || Object.keys(given).length > 0 || !isRecord(all)) continue;
    fields[name] = Object.fromEntries(Object.entries(all).slice(0, 1));
  }
  return fields;
}

function encodingOf(encoding: MediaView['encoding']): Record<string, FieldEncoding> {
  const fields: Record<string, FieldEncoding> = Object.create(null);
  for (const [name, { headers = [], style, ...rest }] of Object.entries(encoding)) {
    const values: Record<string, ParameterValue> = Object.create(null);
    for (const header of headers) {
      const value = parameterValue(header, 'all');
      if (value !== undefined) values[header.name] = value;
    }
    fields[name] = {
      ...rest,
      ...(style !== undefined && { style: style as ParameterStyle }),
      ...(headers.length > 0 && { headers: values }),
    };
  }
  return fields;
}

/** `parts`: of a multipart body, whose files no example contains. */
function formFields(
  value: unknown,
  schema: SchemaView | undefined,
  parts?: { readonly encoding: MediaView['encoding']; readonly extent: Extent },
): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = Object.create(null);
  if (isRecord(value)) Object.assign(fields, value);
  const properties = schema?.properties ?? [];
  // Many descriptions of uploads require nothing.
  const hasRequired = properties.some(({ required }) => required);
  for (const { name, required, schema: field } of properties) {
    if (!parts || !isFilePart(field, parts.encoding[name]?.contentType)) continue;
    if (parts.extent === 'required' && hasRequired && !required && fields[name] === undefined) continue;
    const file = { $file: { name } };
    fields[name] = field.types[0] === 'array' ? [file] : file;
  }
  return fields;
}

function listFields(places: readonly ListPosition[], value: unknown): Record<string, FieldValue> {
  const fields = itemsAt(places, Array.isArray(value) ? value : []) as Record<string, FieldValue>;
  for (const { name, schema } of places) {
    if (!schema || !isFileSchema(schema)) continue;
    const file = { $file: { name: 'file' } };
    fields[name] = name === listRest ? [file] : file;
  }
  return fields;
}

/** The credentials of the first alternative that requires any. */
function credentialsOf(security: EndpointView['security']): RequestCredential[] {
  const alternative = security.find((schemes) => schemes.length > 0) ?? [];
  return alternative.flatMap(credentialOf);
}

function credentialOf(scheme: SecuritySchemeView): RequestCredential[] {
  if (scheme.type === 'mutualTLS') return [];
  if (scheme.type === 'apiKey') {
    const place = scheme.in ?? 'header';
    const value = scheme.default ?? (place === 'header' ? '<api-key>' : 'YOUR_API_KEY');
    return [{ type: 'apiKey', in: place, name: scheme.name ?? scheme.key, value }];
  }
  if (scheme.type === 'http' && scheme.scheme === 'basic') return [{ type: 'basic', username: 'username', password: 'password' }];
  const word = scheme.type === 'http' && scheme.scheme !== 'bearer' ? (scheme.scheme ?? 'Bearer') : 'Bearer';
  return [{ type: 'token', scheme: word, value: scheme.default ?? '<token>' }];
}

/** Only when the description has several response types: a single one is the default of the API anyway. */
function acceptOf({ responses }: EndpointView): string | undefined {
  const success = responses.find(({ status, media }) => /^2|^default$/i.test(status) && media.length > 0);
  return success === undefined || success.media.length < 2 ? undefined : success.media[0]?.mediaType;
}
