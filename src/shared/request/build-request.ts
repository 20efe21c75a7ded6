/** Builds the one request that is displayed, printed and sent, from the description and the reader's input. */

import { isRecord } from '../playground/exact-number.ts';
import { templateNames } from '../playground/template-names.ts';
import { base64 } from './base64.ts';
import { isUrlEncodedType } from './body-type.ts';
import { encodeForbidden, encodeValue } from './percent-encode.ts';
import type { BuiltBody, BuiltRequest, ParameterPlace, ParameterValue, RequestInput, RequestParameter, RequestProblem } from './request.ts';
import { formText, serializeBody } from './serialize-body.ts';
import { contentText, serializeHeader, serializePairs, serializePath } from './serialize-parameter.ts';

/** Builds the request. Never throws: `problems` lists what cannot be sent, and the rest is built anyway. */
export function buildRequest(input: RequestInput): BuiltRequest {
  const problems: RequestProblem[] = [];
  const headers: [string, string][] = [];
  const cookies: [string, string][] = [];
  const query: string[] = [];

  const [pathTemplate = '', fixedQuery = ''] = splitOnce(withoutFragment(input.path), '?');
  const path = fillPath(pathTemplate, input, problems);
  query.push(...fixedPairs(fixedQuery, input, problems));
  for (const parameter of input.parameters) {
    if (parameter.in === 'path') continue;
    const value = givenValue(input, parameter);
    if (value === undefined) {
      if (parameter.required)
        problems.push({
          code: 'required-missing',
          field: `${parameter.in}.${parameter.name}`,
          message: `${parameter.name} is required`,
          blocks: false,
        });
      continue;
    }
    if (parameter.in === 'query') query.push(...serializePairs(parameter, value).map(pair));
    else if (parameter.in === 'querystring') query.push(wholeQuery(parameter, value));
    else if (parameter.in === 'cookie')
      cookies.push(...serializePairs(parameter, value).map(([name, text]) => [name, text] as [string, string]));
    else if (!isIgnored(parameter)) headers.push([parameter.name, serializeHeader(parameter, value)]);
  }
  for (const credential of input.credentials ?? []) {
    if (credential.type === 'basic') headers.push(['Authorization', `Basic ${base64(`${credential.username}:${credential.password}`)}`]);
    else if (credential.type === 'token') headers.push(['Authorization', authorization(credential.scheme, credential.value)]);
    else if (credential.in === 'header') headers.push([credential.name, credential.value]);
    else if (credential.in === 'query') query.push(pair([encodeValue(credential.name), encodeValue(credential.value)]));
    else cookies.push([credential.name, credential.value]);
  }

  const method = input.method.toUpperCase();
  const serialized = input.body === undefined ? undefined : serializeBody(input.body);
  // An empty form is no content, and many programs refuse GET with any body.
  const isNoBody = /^(?:GET|HEAD)$/.test(method) && input.body?.kind === 'form' && isEmpty(serialized?.body);
  const body = isNoBody ? undefined : serialized;
  if (body?.contentType !== undefined) headers.push(['Content-Type', body.contentType]);
  if (input.accept !== undefined) headers.push(['Accept', input.accept]);
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    problems.push({ code: 'body-on-get', field: 'body', message: `browsers do not send a body with ${method}`, blocks: false });
  }
  const partHeaders = body?.body.kind === 'multipart' ? body.body.parts.flatMap((part) => part.headers ?? []) : [];
  for (const [name, value] of [...headers, ...partHeaders]) checkHeader(name, value, problems);
  if (input.server === '') problems.push({ code: 'no-server', field: 'server', message: 'no base URL is known', blocks: true });

  return {
    method,
    url: encodeForbidden(joinUrl(input.server, path, query)),
    headers,
    cookies,
    ...(body === undefined ? {} : { body: body.body }),
    problems,
  };
}

/**
 * OpenAPI 3.1 §4.8.12: header parameters named Accept, Content-Type or Authorization are ignored, because other parts
 * of a description specify them.
 */
export function isIgnored({ in: place, name }: Pick<RequestParameter, 'in' | 'name'>): boolean {
  return place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name);
}

/** The value as given; an empty string is only sent if it has a meaning. */
function givenValue(input: RequestInput, parameter: RequestParameter): ParameterValue | undefined {
  const values = input.values[parameter.in as ParameterPlace];
  if (values === undefined || !Object.hasOwn(values, parameter.name)) return undefined;
  return values[parameter.name];
}

/**
 * Descriptions distinguish operations of one path by fragments (`/files#copy`). Requests have no fragment, and a query
 * after it would be lost.
 */
function withoutFragment(path: string): string {
  return /^(?:\{[^{}]*\}|[^#])*/.exec(path)?.[0] ?? '';
}

/**
 * The query in a path template: path parameters replace their placeholders, and query parameters replace their own
 * pair. A placeholder without parameter is kept, because no field could fill it.
 */
function fixedPairs(fixed: string, input: RequestInput, problems: RequestProblem[]): string[] {
  const namesIn = (wanted: ParameterPlace) => input.parameters.flatMap(({ name, in: place }) => (place === wanted ? [name] : []));
  const inPath = new Set(namesIn('path'));
  const given = new Set(namesIn('query').flatMap((name) => [name, encodeValue(name)]));
  return fixed.split('&').flatMap((text) => {
    const places = templateNames(text);
    const open = places.filter((name) => !inPath.has(name));
    if (text === '' || (places.length > 0 && [splitOnce(text, '=')[0] as string, ...open].some((name) => given.has(name)))) return [];
    return [open.length < places.length ? fillPlaceholders(text, input, problems) : text];
  });
}

function fillPlaceholders(template: string, input: RequestInput, problems: RequestProblem[]): string {
  const byName = new Map(input.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => [parameter.name, parameter]));
  return template.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const parameter = byName.get(name) ?? { name, in: 'path' as const, required: true };
    const value = givenValue(input, parameter);
    if (value === undefined || isNothing(value, parameter)) {
      problems.push({ code: 'path-missing', field: `path.${name}`, message: `${name} is required in the path`, blocks: true });
      return placeholder;
    }
    return serializePath(parameter, value);
  });
}

function fillPath(template: string, input: RequestInput, problems: RequestProblem[]): string {
  const filled = fillPlaceholders(template, input, problems);
  // URL parsers remove dot segments, also when written as %2E: the value could never reach the server.
  const dots = filled.split('/').find((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (dots !== undefined) {
    problems.push({
      code: 'path-dot-segment',
      field: 'path',
      message: `a path segment "${dots}" is removed by every URL parser and cannot be sent`,
      blocks: true,
    });
  }
  return filled;
}

/**
 * Whether the value is empty in the path. An empty text has a form in the styles label (`.`) and matrix (`;name`), an
 * empty list has none.
 */
function isNothing(value: ParameterValue, { style }: RequestParameter): boolean {
  if (value === '') return style !== 'matrix' && style !== 'label';
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** OpenAPI 3.2 `in: querystring`: the value is the whole query, serialized by its media type. */
function wholeQuery(parameter: RequestParameter, value: ParameterValue): string {
  if (parameter.contentType === undefined || isUrlEncodedType(parameter.contentType)) {
    return isRecord(value) ? formText(value) : String(value);
  }
  return encodeValue(contentText(value, parameter.contentType));
}

function joinUrl(server: string, path: string, query: readonly string[]): string {
  const base = server.replace(/\/+$/, '');
  const joined = path === '' || path.startsWith('/') ? base + path : `${base}/${path}`;
  return query.length === 0 ? joined : `${joined}${joined.includes('?') ? '&' : '?'}${query.join('&')}`;
}

/** RFC 9110 §5.5; the Fetch standard also rejects characters beyond Latin-1. */
function checkHeader(name: string, value: string, problems: RequestProblem[]): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these break a header
  if (/[\r\n\u0000]/.test(value))
    problems.push({
      code: 'header-value',
      field: `header.${name}`,
      message: `${name} contains a line break, which headers must not contain`,
      blocks: true,
    });
  else if ([...value].some((character) => (character.codePointAt(0) as number) > 0xff))
    problems.push({
      code: 'header-value',
      field: `header.${name}`,
      message: `${name} contains characters outside Latin-1, which browsers do not send`,
      blocks: false,
    });
}

/** Readers paste tokens together with the scheme, which a header has once (RFC 9110 §11.4; schemes ignore case). */
function authorization(scheme: string, value: string): string {
  const prefix = `${scheme} `.toLowerCase();
  const token = value.toLowerCase().startsWith(prefix) ? value.slice(prefix.length).trimStart() : value;
  return `${scheme} ${token}`;
}

function isEmpty(body: BuiltBody | undefined): boolean {
  return (body?.kind === 'text' && body.text === '') || (body?.kind === 'multipart' && body.parts.length === 0);
}

function pair([name, value]: readonly [string, string]): string {
  return `${name}=${value}`;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
