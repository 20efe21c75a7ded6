import type { Entries, Entry } from './entry.ts';

/** Problems of both formats: the code is the name after `openapi/` or `asyncapi/`. */
export const sharedApiDescriptions = {
  missing: { severity: 'warning', otherwise: ['error'], text: 'The file of an API description does not exist' },
  remote: {
    severity: 'warning',
    otherwise: ['error'],
    text: 'The host of a remote description is not allowed or does not respond. [Allow it](/apis/reference#use-a-remote-description), or download the file to the folder of `docs.json`',
  },
  'ref-timeout': { severity: 'warning', otherwise: ['error'], text: 'A remote document took longer than 10 s. Keep a copy in the project' },
  'ref-too-large': {
    severity: 'warning',
    otherwise: ['error'],
    text: 'A remote document is larger than 10 MiB. Keep a copy in the project',
  },
  parse: { severity: 'warning', otherwise: ['error'], text: 'The description is neither valid JSON nor valid YAML' },
  version: { severity: 'warning', otherwise: ['error'], text: 'docsgen does not support this version of OpenAPI or AsyncAPI' },
  schema: {
    severity: 'warning',
    otherwise: ['error'],
    text: 'The description contains a key that is never allowed. `openapi-check` and `check` also report values of the wrong type, missing or unknown keys, and combined schemas (`allOf`, `oneOf` inside a schema) that no value can satisfy',
  },
  'too-large': { severity: 'warning', otherwise: ['error'], text: 'The description is larger than 20 MiB. Split it with `$ref`' },
  'too-deep': { severity: 'warning', otherwise: ['error'], text: 'The description is nested too deeply' },
  'yaml-tag': { severity: 'warning', otherwise: ['error'], text: 'The description uses a YAML tag that does not create plain data' },
  'yaml-aliases': { severity: 'warning', otherwise: ['error'], text: 'The description uses too many YAML aliases' },
  'duplicate-key': { severity: 'warning', otherwise: ['error'], text: 'A key appears twice. docsgen uses the last one' },
  'ref-missing': { severity: 'warning', otherwise: ['error'], text: 'A `$ref` points to something that does not exist' },
  'ref-denied': {
    severity: 'warning',
    otherwise: ['error'],
    text: 'A `$ref` points outside the project, or to a host that is not allowed',
  },
  'ref-cycle': { severity: 'warning', otherwise: ['error'], text: 'A schema refers only to itself, or to a chain of too many references' },
} as const satisfies Readonly<Record<string, Entry>>;

/** Problems of one format, or with one code for both. */
export const apiDescriptions = {
  'openapi/overlay': { severity: 'warning', text: 'An overlay, or one of its actions, has no effect. Fix its `target`' },
  'openapi/remote-copy': {
    severity: 'warning',
    text: 'A remote description could not be downloaded. docsgen uses the copy from an earlier build',
  },
  'config/endpoint-missing': { severity: 'warning', text: 'The navigation or a page refers to an operation that no description contains' },
} as const satisfies Entries;

/** What `openapi-check` and `check` report in addition, of both formats. */
export const sharedApiChecks = {
  'security-undeclared': {
    severity: 'warning',
    otherwise: ['error'],
    text: 'A security scheme is used but not declared in `components.securitySchemes`. In AsyncAPI, this is an error',
  },
  'server-url': { severity: 'error', otherwise: ['warning'], text: 'The URL of a server is not valid or not safe' },
  'url-scheme': { severity: 'error', text: 'A link in the description is neither an `https` URL nor a path. Readers click these links' },
  example: { severity: 'warning', text: 'An example or default is not valid against its schema. Fix one of them' },
} as const satisfies Readonly<Record<string, Entry>>;

/** What `openapi-check` and `check` report in addition, of one format. */
export const apiChecks = {
  'openapi/duplicate-operation-id': { severity: 'error', text: 'Two operations have the same `operationId`. Use a unique id for each' },
  'openapi/path-param': {
    severity: 'error',
    text: 'A path contains `{id}` without a matching parameter, or a path parameter is not in the path',
  },
  'openapi/path-conflict': {
    severity: 'error',
    text: 'Two paths differ only in the names of their parameters, so a request matches both. Keep one',
  },
  'asyncapi/schema-format': { severity: 'notice', text: 'docsgen does not support the schema language of a payload and shows the source' },
} as const satisfies Entries;
