/**
 * Parses the front matter keys with which pages refer to operations.
 *
 *   openapi: GET /users            openapi: users.json post /users/{id}     openapi: webhook orderPlaced
 *   openapi-schema: User           openapi-schema: "users.json User"        asyncapi: "chat.yaml rooms"
 */
import type { OperationRef } from '../../model/endpoint.ts';
import type { FrontMatter } from '../../model/source-page.ts';

/** A parsed reference, before any description is opened. */
export interface OperationReference {
  readonly kind: OperationRef['kind'];
  /** As written; undefined: any description. */
  readonly spec?: string;
  /** Upper case; empty for channels and schemas. */
  readonly method: string;
  /** Path, or name of a webhook, channel or schema. */
  readonly path: string;
  /** As written, for finding its location in the file. */
  readonly text: string;
  /** Its front matter key. */
  readonly key: 'openapi' | 'openapi-schema' | 'asyncapi';
}

const call = /^(?:(\S.*?)\s+)?([a-z]+)\s+(\/\S*(?:\s+\S+)*)$/i;
const webhook = /^(?:(\S+)\s+)?webhook\s+(\S.*)$/i;

/** Undefined: the page has no such reference, or an invalid one. */
export function referenceOf({ openapi, openapiSchema, asyncapi }: FrontMatter): OperationReference | undefined {
  if (openapi !== undefined && openapi.trim() !== '') return operation(openapi.trim());
  if (openapiSchema !== undefined && openapiSchema.trim() !== '') return named('schema', 'openapi-schema', openapiSchema.trim());
  if (asyncapi !== undefined && asyncapi.trim() !== '') return named('channel', 'asyncapi', asyncapi.trim());
  return undefined;
}

function operation(text: string): OperationReference | undefined {
  const hook = webhook.exec(text);
  if (hook !== null) return { kind: 'webhook', method: 'WEBHOOK', path: hook[2] as string, text, key: 'openapi', ...specOf(hook[1]) };
  const found = call.exec(text);
  if (found === null) return undefined;
  return {
    kind: 'operation',
    method: (found[2] as string).toUpperCase(),
    path: found[3] as string,
    text,
    key: 'openapi',
    ...specOf(found[1]),
  };
}

/** A first word that looks like a file name is one; names may contain spaces. */
function named(kind: 'schema' | 'channel', key: 'openapi-schema' | 'asyncapi', text: string): OperationReference {
  const found = /^(\S+)\s+(\S.*)$/.exec(text);
  const isFile = found !== null && /[./]/.test(found[1] as string);
  const path = found !== null && isFile ? (found[2] as string) : text;
  return { kind, method: '', path, text, key, ...(found !== null && isFile ? { spec: found[1] as string } : {}) };
}

function specOf(spec: string | undefined): { readonly spec?: string } {
  return spec === undefined ? {} : { spec };
}
