/** Serializes a request body (OpenAPI 3.1 §4.8.14, §4.8.15). */

import { isRecord } from '../playground/exact-number.ts';
import { isJsonType, isMultipartType } from './body-type.ts';
import { encodeForm } from './percent-encode.ts';
import {
  type BuiltBody,
  type FieldEncoding,
  type FieldValue,
  type FileValue,
  listRest,
  type MultipartPart,
  type ParameterValue,
  type RequestBody,
} from './request.ts';
import { asIs, contentText, primitive, serializeHeader, serializePairs } from './serialize-parameter.ts';

/** The body, and the content type that the sender must set (undefined for multipart: it knows the boundary). */
export function serializeBody(body: RequestBody): { readonly body: BuiltBody; readonly contentType?: string } {
  if (body.kind === 'raw') return { body: { kind: 'text', text: body.text }, contentType: textType(body.mediaType, body.text) };
  if (body.kind === 'file')
    return { body: { kind: 'file', file: body.file }, contentType: body.file.$file.type || fileType(body.mediaType) };
  if (isMultipartType(body.mediaType)) {
    const [type = ''] = body.mediaType.split(';', 1);
    const partsOf = body.isList ? placedParts : parts;
    const made = Object.entries(body.fields).flatMap(([name, value]) => partsOf(name, value, body.encoding?.[name]));
    return { body: { kind: 'multipart', ...(/form-data\s*$/i.test(type) ? {} : { mediaType: type.trim() }), parts: made } };
  }
  return { body: { kind: 'text', text: formText(body.fields, body.encoding) }, contentType: body.mediaType };
}

/**
 * The media type to send: a range (`text/*`) describes what a server accepts, and a header names one type (RFC 9110
 * §8.3).
 */
function textType(mediaType: string, text: string): string {
  if (!isRange(mediaType)) return mediaType;
  if (/^text\//i.test(mediaType)) return 'text/plain';
  return isJson(text) || /^application\//i.test(mediaType) ? 'application/json' : 'text/plain';
}

/** RFC 9110 §8.3: `application/octet-stream` for bytes of an unknown type. */
function fileType(mediaType: string): string {
  return isRange(mediaType) ? 'application/octet-stream' : mediaType;
}

function isRange(mediaType: string): boolean {
  return /^\s*(?:\*|[^\s/;]+\/\*)/.test(mediaType);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Named values as `application/x-www-form-urlencoded`: a body, or the whole query of OpenAPI 3.2. */
export function formText(fields: Readonly<Record<string, FieldValue>>, encoding?: Readonly<Record<string, FieldEncoding>>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => formPairs(name, value, encoding?.[name]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function isFile(value: unknown): value is FileValue {
  return isRecord(value) && '$file' in value;
}

/**
 * Without `style`, `explode` or `allowReserved`, the content type determines the form: lists repeat the name, objects
 * are JSON. With one of them, a property is serialized like a query parameter.
 */
function formPairs(name: string, value: FieldValue, encoding: FieldEncoding | undefined): readonly (readonly [string, string])[] {
  if (isFile(value) || (Array.isArray(value) && value.some(isFile))) return [];
  const plain = value as ParameterValue;
  const styled = styleOf(encoding);
  if (encoding && styled) {
    return serializePairs({ ...styled, name, in: 'query' }, plain, encoding.allowReserved ? undefined : encodeForm);
  }
  const items = Array.isArray(plain) && encoding?.contentType === undefined ? plain : [plain];
  return items.map((item) => [encodeForm(name), encodeForm(fieldText(item, encoding?.contentType))] as const);
}

/** The style of a field, which overrides the content type (OpenAPI 3.1 §4.8.15.1.2). */
function styleOf(encoding: FieldEncoding | undefined): Omit<FieldEncoding, 'contentType' | 'headers'> | undefined {
  if (encoding?.style === undefined && encoding?.explode === undefined && encoding?.allowReserved === undefined) return undefined;
  const { contentType: _type, headers: _headers, ...styled } = encoding;
  return styled;
}

function parts(name: string, value: FieldValue, encoding: FieldEncoding | undefined): MultipartPart[] {
  const styled = styleOf(encoding);
  const own = partHeaders(encoding);
  // Names and values of parts are not percent-encoded.
  if (styled && !isFile(value) && !(Array.isArray(value) && value.some(isFile)))
    return serializePairs({ ...styled, name, in: 'query' }, value as ParameterValue, asIs, asIs).map(([key, text]) => ({
      name: key,
      ...own,
      value: { text },
    }));
  if (Array.isArray(value) && !(encoding?.contentType !== undefined && isJsonType(encoding.contentType))) {
    return (value as readonly FieldValue[]).flatMap((item) => parts(name, item, encoding));
  }
  return [{ name, ...partOf(value, encoding?.contentType), ...own }];
}

/** OpenAPI 3.2 §4.15.3 "Encoding By Position": one unnamed part for each item, in order. */
function placedParts(name: string, value: FieldValue, encoding: FieldEncoding | undefined): MultipartPart[] {
  const items = name === listRest && Array.isArray(value) ? (value as readonly FieldValue[]) : [value];
  return items.map((item) => ({ ...partOf(item, encoding?.contentType), ...partHeaders(encoding) }));
}

function partOf(value: FieldValue, contentType: string | undefined): MultipartPart {
  if (isFile(value)) {
    const type = value.$file.type || singleType(contentType);
    return { ...(type ? { contentType: type } : {}), value };
  }
  const plain = value as ParameterValue;
  const type = singleType(contentType) ?? (isComposed(plain) ? 'application/json' : undefined);
  return { ...(type ? { contentType: type } : {}), value: { text: fieldText(plain, type) } };
}

function isComposed(value: ParameterValue): boolean {
  return Array.isArray(value) || isRecord(value);
}

function partHeaders(encoding: FieldEncoding | undefined): Pick<MultipartPart, 'headers'> {
  const headers = Object.entries(encoding?.headers ?? {}).map(
    ([header, given]) => [header, serializeHeader({ name: header, in: 'header' }, given)] as const,
  );
  return headers.length > 0 ? { headers } : {};
}

function fieldText(value: ParameterValue, contentType: string | undefined): string {
  return contentType === undefined ? primitive(value) : contentText(value, contentType);
}

/** An encoding may list several types or a range; then there is no definite type. */
function singleType(contentType: string | undefined): string | undefined {
  return contentType === undefined || /[,*]/.test(contentType) ? undefined : contentType;
}
