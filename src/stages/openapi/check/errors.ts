/** Diagnostics of the description check: one function for each code, which builds the whole diagnostic. */

import { type Diagnostic, diagnostic, type SourceLocation } from '../../../model/diagnostic.ts';
import type { ApiArea, ApiSeverity } from '../errors.ts';

/** `openapi/parse`: a folder instead of a file on the command line. */
export function directoryGiven(path: string): Diagnostic {
  return diagnostic('openapi/parse', {
    severity: 'error',
    message: `${path} is a folder, not a file`,
    location: { file: path, line: 1, column: 1 },
    hint: 'specify a file, or a glob such as "specs/*.yaml"',
  });
}

/** Structure: a wrong type, an unknown or missing key. `pointer` is the JSON pointer. */
export function schemaProblem(
  area: ApiArea,
  location: SourceLocation,
  pointer: string,
  { message, hint, severity = 'error' }: { readonly message: string; readonly hint?: string; readonly severity?: ApiSeverity },
): Diagnostic {
  return diagnostic(`${area}/schema`, { severity, message: `${message} (#${pointer})`, location, hint });
}

/** `openapi/duplicate-operation-id`: located at the second; `line` is that of the first (OpenAPI 3.1 §4.8.10). */
export function duplicateOperationId(location: SourceLocation, id: string, here: string, other: string, line: number): Diagnostic {
  const message = `operationId "${id}" is used by ${other} (line ${line}) and ${here} (line ${location.line})`;
  return diagnostic('openapi/duplicate-operation-id', { message, location, hint: 'use a unique id for each operation' });
}

/** `openapi/path-param`: a template parameter without description (OpenAPI 3.1 §4.8.12). */
export function pathParameterUndeclared(location: SourceLocation, name: string, path: string, method: string): Diagnostic {
  const hint = `add a parameter with in: path and name: ${name}`;
  return diagnostic('openapi/path-param', { message: `{${name}} in ${path} is not declared for ${method}`, location, hint });
}

/**
 * `openapi/path-param`: a described parameter that is not in the template. `nearest`: a similar name in the template.
 */
export function pathParameterExtra(location: SourceLocation, name: string, path: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? `write {${name}} in the path, or remove the parameter` : `use "${nearest}"`;
  return diagnostic('openapi/path-param', { message: `path parameter ${name} is not in the path ${path}`, location, hint });
}

/**
 * `openapi/path-conflict`: templates that differ only in parameter names (OpenAPI 3.1 §4.8.8.1); `line` is that of the
 * other.
 */
export function pathConflict(location: SourceLocation, path: string, other: string, line: number): Diagnostic {
  const message = `${path} and ${other} (line ${line}) have the same template, so a request matches both`;
  return diagnostic('openapi/path-conflict', { message, location, hint: 'keep one of the two' });
}

/**
 * `openapi/security-undeclared`, `asyncapi/security-undeclared`: an error only if the format's own validators reject
 * it.
 */
export function securityUndeclared(area: ApiArea, location: SourceLocation, name: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'declare it in components.securitySchemes' : `use "${nearest}"`;
  return diagnostic(`${area}/security-undeclared`, {
    severity: area === 'asyncapi' ? 'error' : 'warning',
    message: `security scheme "${name}" is not declared`,
    location,
    hint,
  });
}

/** `openapi/server-url`, `asyncapi/server-url`: a server to which requests cannot be sent, or not safely. */
export function serverUrl(
  area: ApiArea,
  location: SourceLocation,
  message: string,
  hint: string,
  severity: ApiSeverity = 'error',
): Diagnostic {
  return diagnostic(`${area}/server-url`, { severity, message, location, hint });
}

/** `…/url-scheme`: a link in a description that would run code in the reader's browser. `key` is its key. */
export function urlScheme(area: ApiArea, location: SourceLocation, key: string, url: string): Diagnostic {
  const message = `${key} must be an https or relative URL, got "${url.slice(0, 60)}"`;
  return diagnostic(`${area}/url-scheme`, { message, location, hint: 'write an https URL or a path: readers click this link' });
}

/** `name`: of the invalid value inside the example; empty for the example itself. */
export function exampleInvalid(
  area: ApiArea,
  location: SourceLocation,
  pointer: string,
  { kind, name, reason }: { readonly kind: 'example' | 'default'; readonly name: string; readonly reason: string },
): Diagnostic {
  const message = `the ${kind} is not valid against its schema: ${name === '' ? 'it' : name} ${reason} (#${pointer})`;
  return diagnostic(`${area}/example`, { message, location, hint: `fix the ${kind}, or the schema` });
}

/** `asyncapi/schema-format`: an unsupported schema language; its source is shown. */
export function payloadFormat(location: SourceLocation, format: string): Diagnostic {
  const message = `docsgen does not support ${format}, so it shows the source of the payload`;
  return diagnostic('asyncapi/schema-format', { message, location });
}
