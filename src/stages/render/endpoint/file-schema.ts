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

/**
 * A field of a multipart body: also when its encoding names only media types of files (OpenAPI 3.1 §4.8.15.1
 * `contentType`), and its schema is a text without an encoding, or open.
 */
export function isFilePart(schema: SchemaView, contentType: string | undefined): boolean {
  if (isFileSchema(schema)) return true;
  const item = schema.types[0] === 'array' ? schema.items : schema;
  if (item === undefined || contentType === undefined || !contentType.split(',').every((type) => bytes.test(type.trim()))) return false;
  const isText = item.types.length === 0 ? item.properties.length === 0 : item.types.length === 1 && item.types[0] === 'string';
  return isText && item.enum === undefined && item.const === undefined && !item.constraints.some(({ kind }) => kind === 'encoding');
}

const bytes =
  /^(?:(?:image|audio|video|font|model)\/[\w.+*-]+|application\/(?:octet-stream|pdf|zip|gzip|msword|x-(?:tar|gzip|bzip2?|7z-compressed|zip-compressed)|vnd\.(?![\w.-]*\+(?:json|xml))[\w.+-]+))(?:;.*)?$/i;
