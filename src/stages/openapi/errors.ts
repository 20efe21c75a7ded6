/** Diagnostics of API descriptions: one function for each code, which builds the whole diagnostic. */
import { type Diagnostic, type DiagnosticCode, diagnostic, type SeverityOf, type SourceLocation } from '../../model/diagnostic.ts';
import type { SyntaxProblemKind } from '../../platform/syntax/events.ts';

/** First part of a code: the format. */
export type ApiArea = 'openapi' | 'asyncapi';

/** Severity of problems in descriptions: warnings in a build, errors in a check. */
export type ApiSeverity = SeverityOf<'openapi/parse'>;

function top(file: string): SourceLocation {
  return { file, line: 1, column: 1 };
}

/** `…/missing`: `nearest` is a similar project path. Located at the reference to the description. */
export function specMissing(
  area: ApiArea,
  location: SourceLocation,
  source: string,
  nearest: string | undefined,
  severity: ApiSeverity,
): Diagnostic {
  const hint = nearest === undefined ? 'add the file, or fix the path' : `use "${nearest}"`;
  return diagnostic(`${area}/missing`, { severity, message: `${source} not found`, location, hint });
}

/** `…/remote`: a URL that was not fetched because its host is not allowed. */
export function specRemote(area: ApiArea, location: SourceLocation, url: string, severity: ApiSeverity): Diagnostic {
  const host = URL.canParse(url) ? new URL(url).host : url;
  const hint = `allow ${host} in docsgen.security.remote.allow or with --allow-remote, or download the file to the folder of docs.json`;
  return diagnostic(`${area}/remote`, {
    severity,
    message: `docsgen did not download ${url}: its host is not allowed`,
    location,
    hint,
  });
}

/** `…/remote`: allowed, but fetching failed; `reason` as text. */
export function specUnreached(area: ApiArea, location: SourceLocation, url: string, reason: string, severity: ApiSeverity): Diagnostic {
  return diagnostic(`${area}/remote`, {
    severity,
    message: `docsgen cannot download ${url}: ${reason}`,
    location,
    hint: 'download it to the folder of docs.json, and refer to the file',
  });
}

/** `…/parse`: the file exists but cannot be read. Located at its first line. */
export function specUnreadable(area: ApiArea, file: string, reason: string, severity: ApiSeverity, hint?: string): Diagnostic {
  return diagnostic(`${area}/parse`, { severity, message: `${file} ${reason}`, location: top(file), hint });
}

/** `…/too-large`: sizes in bytes, shown in MiB. */
export function specTooLarge(area: ApiArea, file: string, size: number, limit: number, severity: ApiSeverity): Diagnostic {
  const message = `${file} is ${mebibytes(size)}, but the limit is ${mebibytes(limit)}`;
  return diagnostic(`${area}/too-large`, { severity, message, location: top(file), hint: 'split the description with $ref' });
}

function syntaxCode(area: ApiArea, kind: SyntaxProblemKind): DiagnosticCode {
  const codes: Record<SyntaxProblemKind, DiagnosticCode> = {
    parse: `${area}/parse`,
    'too-deep': `${area}/too-deep`,
    'yaml-tag': `${area}/yaml-tag`,
    'yaml-aliases': `${area}/yaml-aliases`,
    proto: `${area}/schema`,
  };
  return codes[kind];
}

/** The first syntax error, with the code of its kind: the description cannot be used. */
export function specSyntax(
  area: ApiArea,
  location: SourceLocation,
  { kind, message, hint }: { readonly kind: SyntaxProblemKind; readonly message: string; readonly hint?: string },
  severity: ApiSeverity,
): Diagnostic {
  return diagnostic(syntaxCode(area, kind), { severity, message, location, hint });
}

/** `…/version`: missing or unsupported version. */
export function specVersion(area: ApiArea, location: SourceLocation, message: string, severity: ApiSeverity, hint?: string): Diagnostic {
  return diagnostic(`${area}/version`, { severity, message, location, hint });
}

/**
 * `…/duplicate-key`: located at the second; `first` is the other. YAML 1.2 forbids it, JSON leaves the result
 * undefined.
 */
export function repeatedKey(
  area: ApiArea,
  location: SourceLocation,
  key: string,
  first: SourceLocation,
  severity: ApiSeverity,
): Diagnostic {
  const message = `"${key}" appears twice in one object, on lines ${first.line} and ${location.line}`;
  return diagnostic(`${area}/duplicate-key`, {
    severity,
    message,
    location,
    hint: 'remove one of them; until then, docsgen uses the last one',
  });
}

/** `…/ref-missing`: `nearest` is a suggestion for the whole reference. */
export function refMissing(
  area: ApiArea,
  location: SourceLocation,
  ref: string,
  nearest: string | undefined,
  severity: ApiSeverity,
): Diagnostic {
  const hint = nearest === undefined ? 'add the target, or fix the reference' : `use "${nearest}"`;
  const data = nearest === undefined ? undefined : { suggestion: nearest };
  return diagnostic(`${area}/ref-missing`, {
    severity,
    message: `$ref "${ref}" points to something that does not exist`,
    location,
    hint,
    data,
  });
}

/**
 * Extends a diagnostic to further references into the same missing container. The message stays that of the first,
 * which pages report too.
 */
export function forOthers(found: Diagnostic, container: string, others: number): Diagnostic {
  const needed = others === 1 ? '1 other reference needs' : `${others} other references need`;
  const isNear = found.data?.suggestion !== undefined;
  return { ...found, hint: isNear ? `${found.hint}; ${needed} #${container} as well` : `add #${container}, which ${needed} as well` };
}

/** `…/ref-denied`: a reference outside the project, or to a host that is not allowed; nothing was opened. */
export function refDenied(area: ApiArea, location: SourceLocation, ref: string, reason: string, severity: ApiSeverity): Diagnostic {
  return diagnostic(`${area}/ref-denied`, {
    severity,
    message: `docsgen does not follow $ref "${ref}": ${reason}`,
    location,
    hint: 'keep the file inside the project',
  });
}

/** A remote document that could not be fetched: `kind` is the limit that it exceeded. */
export function refUnreached(
  area: ApiArea,
  location: SourceLocation,
  ref: string,
  { kind, message }: { readonly kind: string; readonly message: string },
  severity: ApiSeverity,
): Diagnostic {
  const codes = new Map<string, `${ApiArea}/ref-timeout` | `${ApiArea}/ref-too-large`>([
    ['timeout', `${area}/ref-timeout`],
    ['too-large', `${area}/ref-too-large`],
  ]);
  const code = codes.get(kind);
  const hint =
    code === undefined
      ? 'keep the file inside the project'
      : 'keep a copy inside the project: the limits for one document are 10 s and 10 MiB';
  return diagnostic(code ?? `${area}/ref-missing`, { severity, message: `$ref "${ref}" cannot be read: ${message}`, location, hint });
}

/** `…/ref-cycle`: references that lead back to themselves without a value. `name`: the first one. */
export function refCycle(area: ApiArea, location: SourceLocation, ref: string, name: string, severity: ApiSeverity): Diagnostic {
  return diagnostic(`${area}/ref-cycle`, {
    severity,
    message: `${name} refers only to itself ($ref "${ref}")`,
    location,
    hint: 'describe the value instead',
  });
}

/** A very long chain of references, which is not necessarily a loop. */
export function refTooLong(area: ApiArea, location: SourceLocation, name: string, max: number, severity: ApiSeverity): Diagnostic {
  const message = `${name} follows a chain of more than ${max} references`;
  return diagnostic(`${area}/ref-cycle`, { severity, message, location, hint: 'point the $ref directly to the value' });
}

/** `…/ref-missing`: the file exists but has no valid content; `reason` says where and why. */
export function refUnreadable(area: ApiArea, location: SourceLocation, ref: string, reason: string, severity: ApiSeverity): Diagnostic {
  return diagnostic(`${area}/ref-missing`, { severity, message: `$ref "${ref}": ${reason}`, location });
}

/** `openapi/overlay`: an overlay, or one of its actions, without effect. The others are applied. */
export function overlayProblem(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('openapi/overlay', { message, location, hint });
}

/** Requested by navigation or front matter, but not in the descriptions. */
export function endpointMissing(location: SourceLocation, wanted: string, where: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'remove the entry, or add the operation' : `write "${nearest}"`;
  return diagnostic('config/endpoint-missing', { message: `${wanted} is not in ${where}`, location, hint });
}

/** `config/endpoint-missing` for a page whose front matter names a description that does not exist. */
export function descriptionMissing(location: SourceLocation, wanted: string, spec: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'add the file, or fix its name' : `write "${nearest} ${wanted}"`;
  return diagnostic('config/endpoint-missing', {
    message: `API description "${spec}" does not exist, so docsgen leaves out ${wanted}`,
    location,
    hint,
  });
}

function mebibytes(bytes: number): string {
  return `${Math.round((bytes / 1_048_576) * 10) / 10} MiB`;
}
