/** The payload of a message in AsyncAPI, and the schema language that it is written in. */
import type { AsyncApiDocument } from './read/load-api.ts';
import { childOf, type SpecNode } from './read/spec-node.ts';
import { isObject, textOf } from './read/spec-value.ts';

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
  const wrapper = document.refs.deref(payload);
  const value = wrapper?.value;
  const wrapped = isObject(value) && isWrapper(value, document) ? childOf(wrapper as SpecNode, 'schema') : undefined;
  const format = wrapped ? textOf(value, 'schemaFormat') : messageFormat;
  return {
    schema: wrapped ?? payload,
    ...(format !== undefined && !jsonSchemaFormat.test(format) && { foreignFormat: format }),
    ...(wrapped && format === undefined && { wrapperWithoutFormat: wrapper as SpecNode }),
  };
}

function isWrapper(value: object, { version }: AsyncApiDocument): boolean {
  if ('schemaFormat' in value && typeof value.schemaFormat === 'string') return true;
  const keys = Object.keys(value);
  return version !== '2' && keys.length === 1 && 'schema' in value && isObject(value.schema as never);
}
