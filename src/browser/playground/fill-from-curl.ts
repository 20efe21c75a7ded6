import type { PlaygroundData } from '../../shared/playground/playground.ts';
import { isMultipartType, isUrlEncodedType } from '../../shared/request/body-type.ts';
import { decoded } from '../../shared/safe-decode.ts';
import type { CurlRequest } from './parse-curl.ts';
import type { FormState } from './request-form.ts';

/**
 * Converts a pasted request to form values. The server stays unchanged, because only known servers may be contacted.
 * Ignores what does not match; excludes cookies and credentials.
 */
export function stateFromCurl(data: PlaygroundData, request: CurlRequest): FormState {
  const values: Record<string, Record<string, unknown>> = {
    path: Object.create(null),
    query: Object.create(null),
    header: Object.create(null),
  };
  const target = URL.parse(request.url);
  const path = target ? pathValues(data.path, target.pathname) : undefined;
  if (path) values.path = path;
  for (const { name, in: place, schema } of data.parameters) {
    if (place === 'query' && target) {
      const given = target.searchParams.getAll(name);
      const members = [...target.searchParams].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'));
      if (schema.type === 'array' && given.length > 0)
        (values.query as Record<string, unknown>)[name] = given.length === 1 ? given[0]?.split(',') : given;
      else if (given[0] !== undefined) (values.query as Record<string, unknown>)[name] = given[0];
      else if (members.length > 0)
        (values.query as Record<string, unknown>)[name] = Object.fromEntries(
          members.map(([key, value]) => [key.slice(name.length + 1, -1), value]),
        );
    } else if (place === 'header') {
      const given = request.headers.find(([header]) => header.toLowerCase() === name.toLowerCase());
      if (given) (values.header as Record<string, unknown>)[name] = given[1];
    }
  }
  const type = request.headers
    .find(([name]) => /^content-type$/i.test(name))?.[1]
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase();
  const media = data.body?.media ?? [];
  const chosen =
    media.find(({ mediaType }) => mediaType.toLowerCase() === type) ??
    (request.fields.length > 0 ? media.find(({ mediaType }) => isMultipartType(mediaType)) : media[0]);
  if (!chosen || (request.body === undefined && request.fields.length === 0)) return { values };
  const isUrlEncoded = isUrlEncodedType(chosen.mediaType);
  const fields = request.fields.length > 0 ? request.fields : isUrlEncoded ? [...new URLSearchParams(request.body ?? '')] : [];
  return {
    values,
    body: {
      mediaType: chosen.mediaType,
      ...(request.body !== undefined && { text: request.body }),
      ...(fields.length > 0 && { fields: grouped(fields) }),
    },
  };
}

/** The values of path parameters; the path of the server may precede the template. */
function pathValues(template: string, pathname: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template
    .split('?', 1)[0]
    ?.split(/(\{[^{}]+\})/)
    .map((piece) => {
      if (!piece.startsWith('{')) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(piece.slice(1, -1));
      return '([^/]*)';
    })
    .join('');
  const match = new RegExp(`${pattern}/?$`).exec(pathname);
  if (!match) return undefined;
  const values: Record<string, string> = Object.create(null);
  for (const [index, name] of names.entries()) values[name] = decoded(match[index + 1] ?? '');
  return values;
}

function grouped(fields: readonly (readonly [string, string])[]): Record<string, unknown> {
  const all: Record<string, unknown> = Object.create(null);
  for (const [name, value] of fields) all[name] = name in all ? [all[name], value].flat() : value;
  return all;
}
