/** Multipart bodies that are lists: their parts have positions and no names (OpenAPI 3.2 "Encoding By Position"). */

import type { MediaView, SchemaView } from '../../../model/endpoint.ts';
import { listRest } from '../../../shared/request/request.ts';

/** One part of such a body, or all parts after the individually described ones. */
export interface ListPosition {
  /** `[0]`, `[1]` …, then `listRest`. */
  readonly name: string;
  /** Schema of the part; absent = any value. */
  readonly schema?: SchemaView;
}

/** Undefined for bodies with named parts, which `multipart/form-data` always has (RFC 7578 §4.2). */
export function listPositions({ mediaType, schema, itemSchema, encoding, examples }: MediaView): readonly ListPosition[] | undefined {
  if (!/^multipart\/(?!form-data\b)/i.test(mediaType)) return undefined;
  if (schema ? schema.types[0] !== 'array' : itemSchema === undefined) return undefined;
  const [prefix, rest] = [schema?.prefixItems ?? [], schema?.items ?? itemSchema];
  const encoded = Object.keys(encoding).filter((name) => /^\[\d+\]$/.test(name)).length;
  const places = Array.from({ length: Math.max(prefix.length, encoded) }, (_, index): ListPosition => {
    const own = prefix[index] ?? rest;
    return { name: `[${index}]`, ...(own && { schema: own }) };
  });
  // A list may be longer than its `prefixItems` (JSON Schema 2020-12, Core §10.3.1.1): all items of an example are
  // sent.
  const isLonger = examples.some(({ value }) => Array.isArray(value) && value.length > places.length);
  return rest || places.length === 0 || isLonger ? [...places, { name: listRest, ...(rest && { schema: rest }) }] : places;
}

/** The items of a list by position. */
export function itemsAt(places: readonly ListPosition[], items: readonly unknown[]): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [index, { name }] of places.entries()) {
    if (name === listRest) fields[name] = items.slice(index);
    else if (index < items.length) fields[name] = items[index];
  }
  return fields;
}
