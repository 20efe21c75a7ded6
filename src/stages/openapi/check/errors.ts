/** The faults that a check of an API description finds: one function for each code, which builds the whole diagnostic. */

import type { Diagnostic, Severity, SourceLocation } from '../../../model/diagnostic.ts';
import type { ApiArea } from '../errors.ts';

function diagnostic(code: string, severity: Severity, location: SourceLocation, message: string, hint?: string): Diagnostic {
  return { code, severity, message, location, ...(hint === undefined ? {} : { hint }) };
}

/** `openapi/parse`: a folder was named on the command line. */
export function directoryGiven(path: string): Diagnostic {
  return diagnostic(
    'openapi/parse',
    'error',
    { file: path, line: 1, column: 1 },
    `${path} is a directory`,
    'name a file, or a glob such as "specs/*.yaml"',
  );
}

/** Structure: a wrong type, an unknown or missing key. `pointer` says where as programs write it. */
export function schemaProblem(
  area: ApiArea,
  location: SourceLocation,
  pointer: string,
  { message, hint, severity = 'error' }: { readonly message: string; readonly hint?: string; readonly severity?: Severity },
): Diagnostic {
  return diagnostic(`${area}/schema`, severity, location, `${message} (#${pointer})`, hint);
}

/** `openapi/duplicate-operation-id`: at the second of two; `line` is that of the first (OpenAPI 3.1 §4.8.10). */
export function duplicateOperationId(location: SourceLocation, id: string, here: string, other: string, line: number): Diagnostic {
  const message = `operationId "${id}" used by ${other} (line ${line}) and ${here} (line ${location.line})`;
  return diagnostic('openapi/duplicate-operation-id', 'error', location, message, 'give each operation its own');
}

/** `openapi/path-param`: a part of a path template that nothing describes (OpenAPI 3.1 §4.8.12). */
export function pathParameterUndeclared(location: SourceLocation, name: string, path: string, method: string): Diagnostic {
  const hint = `add a parameter with in: path and name: ${name}`;
  return diagnostic('openapi/path-param', 'error', location, `{${name}} in ${path} is not declared for ${method}`, hint);
}

/** `openapi/path-param`: the other way round. `nearest`: a part of the template that may be meant. */
export function pathParameterExtra(location: SourceLocation, name: string, path: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? `write {${name}} in the path, or remove the parameter` : `did you mean "${nearest}"?`;
  return diagnostic('openapi/path-param', 'error', location, `path parameter ${name} is not in the path ${path}`, hint);
}

/** `openapi/path-conflict`: templates that differ in names only (OpenAPI 3.1 §4.8.8.1); `line` is that of the other. */
export function pathConflict(location: SourceLocation, path: string, other: string, line: number): Diagnostic {
  const message = `${path} and ${other} (line ${line}) have the same template: no request can tell them apart`;
  return diagnostic('openapi/path-conflict', 'error', location, message, 'keep one of the two');
}

/** `openapi/security-undeclared`, `asyncapi/security-undeclared`: an error only where the format's own checks refuse it. */
export function securityUndeclared(area: ApiArea, location: SourceLocation, name: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'declare it in components.securitySchemes' : `did you mean "${nearest}"?`;
  return diagnostic(
    `${area}/security-undeclared`,
    area === 'asyncapi' ? 'error' : 'warning',
    location,
    `security scheme "${name}" is not declared`,
    hint,
  );
}

/** `openapi/server-url`, `asyncapi/server-url`: a server to which no request could be sent, or not safely. */
export function serverUrl(
  area: ApiArea,
  location: SourceLocation,
  message: string,
  hint: string,
  severity: Severity = 'error',
): Diagnostic {
  return diagnostic(`${area}/server-url`, severity, location, message, hint);
}

/** `…/url-scheme`: a link in a description that would run code in the reader's browser. `key` says which. */
export function urlScheme(area: ApiArea, location: SourceLocation, key: string, url: string): Diagnostic {
  const message = `${key} must be https or a relative URL, got "${url.slice(0, 60)}"`;
  return diagnostic(`${area}/url-scheme`, 'error', location, message, 'readers click on it: scripts and files are refused');
}

/** `name`: of the value inside the example that does not fit; empty for the example itself. */
export function exampleInvalid(
  area: ApiArea,
  location: SourceLocation,
  pointer: string,
  { kind, name, reason }: { readonly kind: 'example' | 'default'; readonly name: string; readonly reason: string },
): Diagnostic {
  const message = `the ${kind} is not valid for its schema: ${name === '' ? 'it' : name} ${reason} (#${pointer})`;
  return diagnostic(`${area}/example`, 'warning', location, message, `correct the ${kind}, or the schema`);
}

/** `asyncapi/schema-format`: a schema language that we do not read; its text is shown. */
export function payloadFormat(location: SourceLocation, format: string): Diagnostic {
  const message = `payload in ${format} is shown as source`;
  return diagnostic('asyncapi/schema-format', 'notice', location, message);
}
