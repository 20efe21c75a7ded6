/** The faults of API descriptions: one function for each code, which builds the whole diagnostic. */
import type { Diagnostic, Severity, SourceLocation } from '../../model/diagnostic.ts';
import type { SyntaxProblemKind } from '../../platform/syntax/events.ts';

/** First half of a code: which of the two formats the author means. */
export type ApiArea = 'openapi' | 'asyncapi';

function top(file: string): SourceLocation {
  return { file, line: 1, column: 1 };
}

function diagnostic(code: string, severity: Severity, location: SourceLocation, message: string, hint?: string): Diagnostic {
  return { code, severity, message, location, ...(hint === undefined ? {} : { hint }) };
}

/** `…/missing`: `nearest` is a project path that differs by a slip. At the place that names the description. */
export function specMissing(
  area: ApiArea,
  location: SourceLocation,
  source: string,
  nearest: string | undefined,
  severity: Severity,
): Diagnostic {
  const hint = nearest === undefined ? 'add the file, or correct the path' : `did you mean "${nearest}"?`;
  return diagnostic(`${area}/missing`, severity, location, `${source} not found`, hint);
}

/** `…/remote`: a URL from which nothing was fetched, since nobody has allowed its host. */
export function specRemote(area: ApiArea, location: SourceLocation, url: string, severity: Severity): Diagnostic {
  const host = URL.canParse(url) ? new URL(url).host : url;
  const hint = `allow ${host} in docsgen.security.remote.allow or with --allow-remote, or download the file next to docs.json`;
  return diagnostic(`${area}/remote`, severity, location, `${url} is not read: nothing is fetched from hosts that are not allowed`, hint);
}

/** `…/remote`: allowed and asked, and it did not come; `reason` in words. */
export function specUnreached(area: ApiArea, location: SourceLocation, url: string, reason: string, severity: Severity): Diagnostic {
  return diagnostic(
    `${area}/remote`,
    severity,
    location,
    `${url} could not be read: ${reason}`,
    'download it next to docs.json and name the file',
  );
}

/** `…/parse`: the file is there and its text cannot be had. At its first line. */
export function specUnreadable(area: ApiArea, file: string, reason: string, severity: Severity, hint?: string): Diagnostic {
  return diagnostic(`${area}/parse`, severity, top(file), `${file} ${reason}`, hint);
}

/** `…/too-large`: sizes in bytes, told in MiB. */
export function specTooLarge(area: ApiArea, file: string, size: number, limit: number, severity: Severity): Diagnostic {
  const message = `${file} is ${mebibytes(size)}, more than ${mebibytes(limit)}`;
  return diagnostic(`${area}/too-large`, severity, top(file), message, 'split the description with $ref');
}

const syntaxCodes: Record<SyntaxProblemKind, string> = {
  parse: 'parse',
  'too-deep': 'too-deep',
  'yaml-tag': 'yaml-tag',
  'yaml-aliases': 'yaml-aliases',
  proto: 'schema',
};

/** The first fault of the text, under the code of its kind: nothing of the description can be used. */
export function specSyntax(
  area: ApiArea,
  location: SourceLocation,
  { kind, message, hint }: { readonly kind: SyntaxProblemKind; readonly message: string; readonly hint?: string },
  severity: Severity,
): Diagnostic {
  return diagnostic(`${area}/${syntaxCodes[kind]}`, severity, location, message, hint);
}

/** `…/version`: no version, or one that is not read. */
export function specVersion(area: ApiArea, location: SourceLocation, message: string, severity: Severity, hint?: string): Diagnostic {
  return diagnostic(`${area}/version`, severity, location, message, hint);
}

/** `…/duplicate-key`: at the second; `first` is the other. YAML 1.2 forbids it, JSON leaves open which counts. */
export function repeatedKey(area: ApiArea, location: SourceLocation, key: string, first: SourceLocation, severity: Severity): Diagnostic {
  const message = `"${key}" stands twice in one object: lines ${first.line} and ${location.line}`;
  return diagnostic(`${area}/duplicate-key`, severity, location, message, 'remove one of them; the last one counts');
}

/** `…/ref-missing`: `nearest` is the whole reference as it may have been meant. */
export function refMissing(
  area: ApiArea,
  location: SourceLocation,
  ref: string,
  nearest: string | undefined,
  severity: Severity,
): Diagnostic {
  const hint = nearest === undefined ? 'add what it names, or correct the reference' : `did you mean "${nearest}"?`;
  return diagnostic(`${area}/ref-missing`, severity, location, `$ref "${ref}" leads to nothing`, hint);
}

/** The same for further references: what all of them lead into is not there. The message stays that of the one, which pages tell as well. */
export function forOthers(found: Diagnostic, container: string, others: number): Diagnostic {
  const needed = others === 1 ? '1 other reference needs' : `${others} other references need`;
  const isNear = found.hint?.startsWith('did you mean') === true;
  return { ...found, hint: isNear ? `${found.hint} ${needed} #${container} as well` : `add #${container}, which ${needed} as well` };
}

/** `…/ref-denied`: it leads out of the project, or to a host that nobody has allowed; nothing was opened. */
export function refDenied(area: ApiArea, location: SourceLocation, ref: string, reason: string, severity: Severity): Diagnostic {
  return diagnostic(
    `${area}/ref-denied`,
    severity,
    location,
    `$ref "${ref}" is not followed: ${reason}`,
    'keep the file inside the project',
  );
}

/** A document from elsewhere that did not come: `kind` says at which of our limits. */
export function refUnreached(
  area: ApiArea,
  location: SourceLocation,
  ref: string,
  { kind, message }: { readonly kind: string; readonly message: string },
  severity: Severity,
): Diagnostic {
  const code = kind === 'timeout' || kind === 'too-large' ? `ref-${kind}` : 'ref-missing';
  const hint =
    code === 'ref-missing'
      ? 'keep the file inside the project'
      : '10 s and 10 MiB are the limits for one document; keep a copy inside the project';
  return diagnostic(`${area}/${code}`, severity, location, `$ref "${ref}" could not be read: ${message}`, hint);
}

/** `…/ref-cycle`: references that lead back to themselves without a value on the way. `name`: where they begin. */
export function refCycle(area: ApiArea, location: SourceLocation, ref: string, name: string, severity: Severity): Diagnostic {
  return diagnostic(`${area}/ref-cycle`, severity, location, `${name} refers only to itself ($ref "${ref}")`, 'describe the value there');
}

/** More references one behind the other than anybody means; nothing says that they go round. */
export function refTooLong(area: ApiArea, location: SourceLocation, name: string, most: number, severity: Severity): Diagnostic {
  const message = `${name} leads over more than ${most} references`;
  return diagnostic(`${area}/ref-cycle`, severity, location, message, 'refer to the value itself');
}

/** `…/ref-missing`: the file that it names is there and holds no description; `reason` says where and why. */
export function refUnreadable(area: ApiArea, location: SourceLocation, ref: string, reason: string, severity: Severity): Diagnostic {
  return diagnostic(`${area}/ref-missing`, severity, location, `$ref "${ref}": ${reason}`);
}

/** `openapi/overlay`: an overlay, or one of its actions, that changes nothing. The others are carried out. */
export function overlayProblem(area: ApiArea, location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic(`${area}/overlay`, 'warning', location, message, hint);
}

/** Asked for by navigation or front matter, but the descriptions do not have it. */
export function endpointMissing(location: SourceLocation, wanted: string, where: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'remove the entry, or add the operation' : `did you mean ${nearest}?`;
  return diagnostic('config/endpoint-missing', 'warning', location, `${wanted} is not in ${where}`, hint);
}

/** `config/endpoint-missing` too: the description that a page names beside its operation is not there. */
export function descriptionMissing(location: SourceLocation, wanted: string, spec: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'add the file, or correct its name' : `did you mean ${nearest} ${wanted}?`;
  return diagnostic('config/endpoint-missing', 'warning', location, `${wanted} is not read: no API description is called ${spec}`, hint);
}

function mebibytes(bytes: number): string {
  return `${Math.round((bytes / 1_048_576) * 10) / 10} MiB`;
}
