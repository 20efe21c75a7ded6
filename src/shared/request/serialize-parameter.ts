/**
 * Serializes one parameter value by style (OpenAPI 3.1 §4.8.12.6 "Style Examples", RFC 6570).
 *
 *   color, {R:100,G:200} explode false explode true
 *   simple (path, header) R,100,G,200 R=100,G=200
 *   label (path) .R,100,G,200 .R=100.G=200
 *   matrix (path) ;color=R,100,G,200 ;R=100;G=200
 *   form (query, cookie) color=R,100,G,200 R=100&G=200
 *   spaceDelimited color=R%20100%20G%20200 as form
 *   pipeDelimited color=R%7C100%7CG%7C200 as form
 *   deepObject color%5BR%5D=100&color%5BG%5D=200 (lists: see `deepPairs`)
 */

import { ExactNumber, isRecord } from '../playground/exact-number.ts';
import { isJsonType } from './body-type.ts';
import { encodeReserved, encodeReservedInPath, encodeValue } from './percent-encode.ts';
import type { ArrayFormat, ParameterStyle, ParameterValue, RequestParameter } from './request.ts';

type Encode = (text: string) => string;
type Pairs = readonly (readonly [name: string, value: string])[];

/** No encoding: for headers, and cookies with the style `cookie`. */
export const asIs: Encode = (text) => text;

/** The replacement for `{name}` of a path parameter. */
export function serializePath(parameter: RequestParameter, value: ParameterValue): string {
  const encode = parameter.allowReserved ? encodeReservedInPath : encodeValue;
  if (parameter.contentType !== undefined) return encode(contentText(value, parameter.contentType));
  const style = parameter.style ?? 'simple';
  const explode = parameter.explode ?? false;
  if (style === 'label') return `.${joinValue(value, explode, explode ? '.' : ',', encode)}`;
  // 2.0 also allows spaces, tabs or pipes as separators of a path list.
  if (style !== 'matrix') return joinValue(value, explode, encodeDelimiter(style, encode), encode);
  const name = encode(parameter.name);
  if (explode && Array.isArray(value)) return value.map((item) => matrixPair(name, encode(primitive(item)))).join('');
  if (explode && isRecord(value))
    return entriesOf(value)
      .map(([key, item]) => matrixPair(encode(key), encode(primitive(item))))
      .join('');
  return matrixPair(name, joinValue(value, false, ',', encode));
}

/** The value of a header. Not percent-encoded (OpenAPI 3.1 §4.8.12). */
export function serializeHeader(parameter: RequestParameter, value: ParameterValue): string {
  if (parameter.contentType !== undefined) return contentText(value, parameter.contentType);
  return joinValue(value, parameter.explode ?? false, delimiter(parameter.style), asIs);
}

/** Encoded `name=value` pairs of a query or cookie parameter, in order; empty = not sent. */
export function serializePairs(
  parameter: RequestParameter,
  value: ParameterValue,
  encode: Encode = parameter.style === 'cookie' ? asIs : parameter.allowReserved ? encodeReserved : encodeValue,
  encodeName: Encode = parameter.style === 'cookie' ? asIs : encodeValue,
): Pairs {
  const name = encodeName(parameter.name);
  if (parameter.contentType !== undefined) return [[name, encode(contentText(value, parameter.contentType))]];
  const style: ParameterStyle = parameter.style ?? 'form';
  if (style === 'deepObject' && typeof value === 'object' && value !== null) {
    const leaves = deepPairs(parameter.name, value, parameter.arrays);
    return leaves.map(([key, leaf]) => [encodeName(key), encode(primitive(leaf))] as const);
  }
  // OpenAPI leaves exploded space and pipe lists undefined; all known servers accept the repeated form.
  const explode = parameter.explode ?? (style === 'form' || style === 'cookie');
  const between = encodeDelimiter(style, encode);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    return explode
      ? value.map((item) => [name, encode(primitive(item))] as const)
      : [[name, value.map((item) => encode(primitive(item))).join(between)]];
  }
  if (isRecord(value)) {
    const entries = entriesOf(value);
    if (entries.length === 0) return [];
    return explode
      ? entries.map(([key, item]) => [encode(key), encode(primitive(item))] as const)
      : [[name, entries.flatMap(([key, item]) => [encode(key), encode(primitive(item))]).join(between)]];
  }
  return [[name, encode(primitive(value))]];
}

/** A scalar as text; a nested value in a flat style becomes JSON, the only lossless form. */
export function primitive(value: ParameterValue): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
      ? JSON.stringify(value)
      : String(value);
}

/** A value as text of a media type: JSON for JSON types unless it is text already. */
export function contentText(value: ParameterValue, mediaType: string): string {
  return typeof value === 'string' && !isJsonType(mediaType)
    ? value
    : typeof value === 'string'
      ? jsonString(value)
      : JSON.stringify(value);
}

/** A string in a JSON field: kept when it is valid JSON, else quoted. */
function jsonString(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

function joinValue(value: ParameterValue, explode: boolean, separator: string, encode: Encode): string {
  if (Array.isArray(value)) return value.map((item) => encode(primitive(item))).join(separator);
  if (!isRecord(value)) return encode(primitive(value));
  return entriesOf(value)
    .map(([key, item]) => `${encode(key)}${explode ? '=' : ','}${encode(primitive(item))}`)
    .join(separator);
}

function matrixPair(name: string, value: string): string {
  return value === '' ? `;${name}` : `;${name}=${value}`;
}

/**
 * Names and values of the leaves. OpenAPI defines one level of objects; deeper levels repeat the bracket. It leaves
 * lists undefined. Servers that read brackets (Rack, PHP, `qs`) need an index to keep the members of two objects apart,
 * and an empty bracket for other items.
 */
function deepPairs(
  name: string,
  value: ParameterValue,
  arrays: ArrayFormat | undefined,
): readonly (readonly [name: string, leaf: ParameterValue])[] {
  if (Array.isArray(value)) {
    const format = arrays ?? (value.some((item) => Array.isArray(item) || isRecord(item)) ? 'indices' : 'brackets');
    const keyOf = (index: number) => (format === 'repeat' ? name : format === 'brackets' ? `${name}[]` : `${name}[${index}]`);
    return value.flatMap((item, index) => deepPairs(keyOf(index), item, arrays));
  }
  if (isRecord(value)) return entriesOf(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, arrays));
  return [[name, value]];
}

function delimiter(style: ParameterStyle | undefined): string {
  return style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : style === 'tabDelimited' ? '\t' : ',';
}

/** A comma is not encoded; delimiters that are invalid in URLs are, unless nothing is encoded. */
function encodeDelimiter(style: ParameterStyle, encode: Encode): string {
  const between = delimiter(style);
  return between === ',' || encode === asIs ? between : encodeValue(between);
}

function entriesOf(value: Record<string, ParameterValue>): [string, ParameterValue][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
