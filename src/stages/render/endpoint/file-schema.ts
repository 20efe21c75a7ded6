/** Detects schemas for file uploads. */
import type { SchemaView } from '../../../model/endpoint.ts';

/**
 * `format: binary` of 3.0, and `contentMediaType` without an encoding of 3.1 (OpenAPI 3.1 §4.8.14.2 "Considerations for
 * File Uploads"), alone or as the items of a list.
 */
export function isFileSchema({ types, format, items, constraints }: SchemaView): boolean {
  if (types[0] === 'array') return items !== undefined && isFileSchema(items);
  if (types.length > 1 || (types.length === 1 && types[0] !== 'string')) return false;
  if (format === 'binary') return true;
  return (
    constraints.some((constraint) => constraint.kind === 'media' && bytes.test(constraint.type)) &&
    !constraints.some(({ kind }) => kind === 'encoding')
  );
}

const bytes = /^(?:(?:image|audio|video|font)\/[\w.+*-]+|application\/(?:octet-stream|pdf|zip|gzip))(?:;.*)?$/i;
