/** Loads the API description at a project path. Its references are not opened yet. */

import type { Diagnostic, Result, SourceLocation } from '../../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../../model/file-system.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { isNumber } from '../../../shared/playground/exact-number.ts';
import { urlScheme } from '../../../shared/url.ts';
import {
  type ApiArea,
  type ApiSeverity,
  repeatedKey,
  specMissing,
  specRemote,
  specSyntax,
  specTooLarge,
  specUnreached,
  specUnreadable,
  specVersion,
} from '../errors.ts';
import { applyOverlays } from './overlay.ts';
import { type RefLimits, RefResolver } from './ref-resolver.ts';
import { parseSpecFile, SpecFile } from './source-file.ts';
import type { SpecNode } from './spec-node.ts';
import { locateProblems, type SpecProblem } from './spec-problem.ts';
import { isObject } from './spec-value.ts';

/** Patch versions make no difference. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2';
/** 2.x versions are treated alike, and so are 3.x versions. */
export type AsyncApiVersion = '2' | '3';

interface LoadedDocument {
  /** As configured: the project path. */
  readonly source: string;
  readonly root: SpecNode;
  readonly refs: RefResolver;
}

/** `root` is as written: operations of 2.0 are converted to version 3 when a page needs them. */
export interface OpenApiDocument extends LoadedDocument {
  readonly kind: 'openapi';
  readonly version: OpenApiVersion;
}

/** `root` is as written; its users check the version. */
export interface AsyncApiDocument extends LoadedDocument {
  readonly kind: 'asyncapi';
  readonly version: AsyncApiVersion;
}

/** A description with a supported version. It may still be invalid. */
export type ApiDocument = OpenApiDocument | AsyncApiDocument;

/** 20 MiB in a file, a hundred levels, a hundred references in a row. */
export const defaultLimits: RefLimits = { specBytes: 20 * 1_048_576, depth: 100, refChain: 100 };

/** Only project and path are required. */
export interface LoadApiInput {
  readonly files: FileSystem;
  /** Project path of the description. */
  readonly source: string;
  /** The expected format; undefined: any. */
  readonly kind?: ApiArea;
  /** Project paths of overlay documents, applied in order. */
  readonly overlays?: readonly string[];
  readonly limits?: RefLimits;
  /** Severity of problems: a build continues without the description, a check does not. */
  readonly severity?: ApiSeverity;
  /** Location of the reference to the description, for the message that it does not exist. */
  readonly namedAt?: SourceLocation;
}

/** The document, or undefined with the reason. Throws only on internal errors. */
export function loadApi(input: LoadApiInput): Result<ApiDocument | undefined> {
  const { files, source, kind, overlays = [], limits = defaultLimits, severity = 'warning' } = input;
  const area = kind ?? 'openapi';
  const failed = (diagnostic: Diagnostic): Result<undefined> => ({ value: undefined, diagnostics: [diagnostic] });
  const namedAt = input.namedAt ?? { file: source, line: 1, column: 1 };
  const isRemote = urlScheme(source) !== undefined;
  const size = isRemote ? 0 : files.list().find((entry) => entry.path === source)?.size;
  if (size === undefined) {
    const others = files.list().flatMap((entry) => (/\.(?:json|ya?ml)$/i.test(entry.path) ? [entry.path] : []));
    return failed(specMissing(area, namedAt, source, nearestName(source, others), severity));
  }
  if (size > limits.specBytes) return failed(specTooLarge(area, source, size, limits.specBytes, severity));
  let text: string;
  try {
    text = files.readText(source);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const reason = error.kind === 'encoding' ? 'is not valid UTF-8 text' : 'cannot be read';
    if (isRemote && error.kind === 'vanished') return failed(specRemote(area, namedAt, source, severity));
    if (isRemote && error.kind !== 'encoding') return failed(specUnreached(area, namedAt, source, error.message, severity));
    const hint = error.kind === 'encoding' ? 'save the file as UTF-8' : undefined;
    return failed(specUnreadable(area, source, reason, severity, hint));
  }
  const parsed = parseSpecFile(source, text, limits.depth);
  if ('problem' in parsed) {
    return failed(specSyntax(areaOfText(text) ?? area, parsed.location, parsed.problem, severity));
  }
  return identify(parsed.file, { ...input, overlays, limits, severity });
}

type Completed = LoadApiInput & Required<Pick<LoadApiInput, 'overlays' | 'limits' | 'severity'>>;

function identify(file: SpecFile, { files, source, kind, overlays, limits, severity }: Completed): Result<ApiDocument | undefined> {
  const diagnostics = repetitions(file, isAsync(file) ? 'asyncapi' : 'openapi', severity);
  const version = versionOf(file, kind, severity);
  if ('problem' in version) return { value: undefined, diagnostics: [...locateProblems([version.problem]), ...diagnostics] };
  const refs = new RefResolver(file, files, version.kind, limits, severity);
  const root: SpecNode = { file, pointer: '', value: file.value };
  if (overlays.length === 0) return { value: { source, root, refs, ...version }, diagnostics };

  const overlaid = applyOverlays(file.value, overlays, files, limits);
  diagnostics.push(...overlaid.diagnostics);
  const changed = new SpecFile(file.path, file.text, file.format, overlaid.value, file.repeated, limits.depth);
  return {
    value: {
      source,
      root: { file: changed, pointer: '', value: changed.value },
      refs: new RefResolver(changed, files, version.kind, limits, severity),
      ...version,
    },
    diagnostics,
  };
}

type Version =
  | { readonly kind: 'openapi'; readonly version: OpenApiVersion }
  | { readonly kind: 'asyncapi'; readonly version: AsyncApiVersion };

/** The version from the version key of a description. */
function versionOf(file: SpecFile, kind: ApiArea | undefined, severity: ApiSeverity): Version | { readonly problem: SpecProblem } {
  const { value } = file;
  const problem = (area: ApiArea, at: string, message: string, hint?: string) => ({
    problem: { file, at, say: (location: SourceLocation) => specVersion(area, location, message, severity, hint) },
  });
  if (isObject(value) && value.asyncapi !== undefined && kind !== 'openapi') {
    const { asyncapi } = value;
    if (typeof asyncapi !== 'string') {
      return problem('asyncapi', '/asyncapi', `asyncapi must be a string like "3.0.0", got ${kindOf(asyncapi)}`, 'put it in quotes');
    }
    if (/^2\.\d+\.\d+/.test(asyncapi)) return { kind: 'asyncapi', version: '2' };
    if (/^3\.\d+\.\d+/.test(asyncapi)) return { kind: 'asyncapi', version: '3' };
    return problem('asyncapi', '/asyncapi', `AsyncAPI ${asyncapi} is not supported (supported: 2.0-2.6, 3.x)`);
  }
  if (kind === 'asyncapi') {
    const message = isObject(value) && value.openapi !== undefined ? 'this is an OpenAPI description' : '"asyncapi" not found';
    return problem('asyncapi', '', message, 'add the version: asyncapi: "3.0.0"');
  }
  const key = isObject(value) ? ['openapi', 'swagger'].find((name) => value[name] !== undefined) : undefined;
  if (!isObject(value) || key === undefined) {
    const found = isObject(value) && value.asyncapi !== undefined ? ': this is an AsyncAPI description' : '';
    return problem('openapi', '', `neither "openapi" nor "swagger" found${found}`, 'add the version: openapi: "3.1.0"');
  }
  const version = value[key];
  if (typeof version !== 'string') {
    const example = key === 'swagger' ? '2.0' : '3.0.3';
    const hint = `write ${key}: "${(isNumber(version) ? wholeVersion(key, String(version)) : undefined) ?? example}"`;
    return problem('openapi', `/${key}`, `${key} must be a string like "${example}", got ${kindOf(version)}`, hint);
  }
  if (key === 'swagger') {
    return version === '2.0'
      ? { kind: 'openapi', version: '2.0' }
      : problem('openapi', '/swagger', `Swagger ${version} is not supported (2.0)`, hintFor(key, version));
  }
  const found = /^3\.([012])\.\d+(?:-.+)?$/.exec(version)?.[1];
  if (found !== undefined) return { kind: 'openapi', version: `3.${found}` as OpenApiVersion };
  return problem('openapi', '/openapi', `OpenAPI ${version} is not supported (2.0, 3.0.x, 3.1.x, 3.2.x)`, hintFor(key, version));
}

/** Adds an omitted patch version. */
function wholeVersion(key: string, version: string): string | undefined {
  if (key === 'swagger') return /^2(?:\.0)*$/.test(version) ? '2.0' : undefined;
  const minor = /^3(?:\.([012]))?$/.exec(version);
  return minor ? `3.${minor[1] ?? '0'}.0` : undefined;
}

function hintFor(key: string, version: string): string | undefined {
  const whole = wholeVersion(key, version);
  return whole === undefined ? undefined : `write ${key}: "${whole}"`;
}

function repetitions(file: SpecFile, area: ApiArea, severity: ApiSeverity): Diagnostic[] {
  return file.repeated.map(({ key, first, second }) => repeatedKey(area, file.location(second), key, file.location(first), severity));
}

function isAsync(file: SpecFile): boolean {
  return isObject(file.value) && file.value.asyncapi !== undefined;
}

/** For a file that cannot be parsed: the format, by its first lines. */
function areaOfText(text: string): ApiArea | undefined {
  const found = /(?:^|[{,\s])["']?(openapi|swagger|asyncapi)["']?\s*:/.exec(text.slice(0, 4000))?.[1];
  return found === undefined ? undefined : found === 'asyncapi' ? 'asyncapi' : 'openapi';
}

function kindOf(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `${typeof value} ${String(value)}`;
}
