/** The payload of a message in AsyncAPI, and the schema language that it is written in. */
import type { AsyncApiDocument } from './read/load-api.ts';
import { childOf, type SpecNode } from './read/spec-node.ts';
import { isObject, type SpecValue, textOf } from './read/spec-value.ts';

/** A payload without the object that may be around its schema. */
export interface MessagePayload {
  /** The schema itself, without the object that names its format. */
  readonly schema: SpecNode;
  /** The schema language, if docsgen cannot read it. */
  readonly foreignFormat?: string;
  /** The object around the schema that should name its format, and does not. */
  readonly wrapperWithoutFormat?: SpecNode;
}

/** Formats whose schemas are JSON Schema and can be displayed. */
const jsonSchemaFormat = /asyncapi|schema\+(?:json|yaml)|openapi/i;

/**
 * 2.x names the format in the message (`messageFormat`). 3.x may wrap the schema with its format: `{ schemaFormat, schema }` (AsyncAPI
 * 3.0, Multi Format Schema Object). The format is required there, but some authors write `{ schema }`.
 */
export function messagePayload(document: AsyncApiDocument, payload: SpecNode, messageFormat: string | undefined): MessagePayload {
  const holder = document.refs.deref(payload);
  const wrapped = holder && isWrapper(holder.value, document) ? childOf(holder, 'schema') : undefined;
  const format = wrapped ? textOf(holder?.value, 'schemaFormat') : messageFormat;
  return {
    schema: wrapped ?? payload,
    ...(format !== undefined && !jsonSchemaFormat.test(format) && { foreignFormat: format }),
    ...(wrapped && holder && format === undefined && { wrapperWithoutFormat: holder }),
  };
}

function isWrapper(value: SpecValue, { version }: AsyncApiDocument): boolean {
  if (!isObject(value)) return false;
  return typeof value.schemaFormat === 'string' || (version !== '2' && isObject(value.schema) && Object.keys(value).length === 1);
}
