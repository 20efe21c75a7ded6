/** All API descriptions of a project, each loaded once, on first use. */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import { nameOf, resolveProjectPath } from '../../../model/project-path.ts';
import type { SiteConfig, SpecRef } from '../../../model/site-config.ts';
import { divisionsOf } from '../../../model/site-config.ts';
import { type FoundOperation, operationsOf } from '../operations.ts';
import { type ApiDocument, loadApi } from './load-api.ts';
import type { OpenedFile } from './read-error.ts';
import { locateProblems } from './spec-problem.ts';
import { isObject } from './spec-value.ts';

/** A description with its operations in document order; other code decides which of them get pages. */
export interface LoadedApi {
  readonly document: ApiDocument;
  /** Path prefix of its generated pages. */
  readonly directory: string;
  readonly operations: readonly FoundOperation[];
  /** `GET /users`, `webhook name`, `channel key` → operation. */
  readonly byKey: ReadonlyMap<string, FoundOperation>;
}

/** Default path prefix of generated pages. */
export const defaultDirectory = 'api-reference';

/**
 * A file with one of these version keys is a description; the position of the key is arbitrary, because tools sort
 * keys.
 */
const versionKey = /(?:^|[{,\s])["']?(openapi|swagger|asyncapi)["']?\s*:\s*["']?[23]\.\d/;

/**
 * Descriptions that docs.json names, and others in the project: the latter are searched only when a reference by name
 * or operation needs them. Diagnostics are kept until `takeDiagnostics`, once for each description.
 */
export class ApiLibrary {
  readonly #loaded = new Map<string, LoadedApi | undefined>();
  readonly #diagnostics: Diagnostic[] = [];
  /** Sources whose diagnostics have been recorded. */
  readonly #reported = new Set<string>();
  readonly #configured: readonly SpecRef[];
  #unconfigured: readonly SpecRef[] | undefined;

  readonly #files: FileSystem;

  constructor(files: FileSystem, config: SiteConfig) {
    this.#files = files;

    this.#configured = configuredSpecs(config);
  }

  /** Undefined when it cannot be read; the diagnostics have the reason. */
  open(spec: SpecRef): LoadedApi | undefined {
    const key = JSON.stringify([spec.kind, spec.source, spec.overlays, spec.directory]);
    if (this.#loaded.has(key)) return this.#loaded.get(key);
    const { value: document, diagnostics } = loadApi({
      files: this.#files,
      source: spec.source,
      kind: spec.kind,
      overlays: spec.overlays,
      namedAt: spec.location,
    });
    if (!this.#reported.has(spec.source)) this.#diagnostics.push(...diagnostics);
    this.#reported.add(spec.source);
    const api = document && index(document, spec.directory ?? defaultDirectory);
    if (api) this.#diagnostics.push(...locateProblems(api.document.refs.takeProblems()));
    this.#loaded.set(key, api);
    return api;
  }

  /** The configured descriptions of one kind, by file name; then the others in the project. */
  *all(kind: SpecRef['kind']): Generator<LoadedApi> {
    for (const spec of [...this.#configured, ...this.#found()]) {
      const api = spec.kind === kind ? this.open(spec) : undefined;
      if (api) yield api;
    }
  }

  /**
   * The description that front matter or an entry refers to: its project path, with or without folder and extension, or
   * a path relative to `from`.
   */
  named(kind: SpecRef['kind'], name: string, from: string): LoadedApi | undefined {
    const wanted = normalise(name, from);
    const specs = [...this.#configured, ...this.#found()].filter((spec) => spec.kind === kind);
    const withoutExtension = (path: string) => path.replace(/\.(?:json|ya?ml)$/i, '');
    const tests: ((source: string) => boolean)[] = [
      (source) => source === name || source === wanted,
      (source) => wanted !== undefined && source === name.replace(/^\.?\/+/, ''),
      (source) => withoutExtension(source) === withoutExtension(wanted ?? name),
      (source) => nameOf(source) === nameOf(name),
      (source) => withoutExtension(nameOf(source)) === withoutExtension(nameOf(name)),
    ];
    for (const test of tests) {
      const spec = specs.find(({ source }) => test(source));
      if (spec) return this.open(spec);
    }
    return undefined;
  }

  /** Whether a configured description cannot be read. */
  isAnyMissing(kind: SpecRef['kind']): boolean {
    return this.#configured.some((spec) => spec.kind === kind && this.open(spec) === undefined);
  }

  /** The files read so far: descriptions and their references. */
  openedFiles(): OpenedFile[] {
    return [...this.#loaded.values()].flatMap((api) => {
      if (api === undefined) return [];
      const { kind, source, refs } = api.document;
      return refs.openedFiles().map(({ path, text, value }) => ({ kind, path, text, isRoot: path === source, isObject: isObject(value) }));
    });
  }

  /** The diagnostics since the last call. */
  takeDiagnostics(): Diagnostic[] {
    return this.#diagnostics.splice(0);
  }

  #found(): readonly SpecRef[] {
    this.#unconfigured ??= this.#lookForDescriptions();
    return this.#unconfigured;
  }

  #lookForDescriptions(): SpecRef[] {
    const known = new Set(this.#configured.map(({ source }) => source));
    return this.#files.list().flatMap(({ path, size }) => {
      if (!/\.(?:json|ya?ml)$/i.test(path) || known.has(path) || size > 20 * 1_048_576) return [];
      const named = versionKey.exec(Buffer.from(this.#files.read(path)).toString('latin1'))?.[1];
      if (named === undefined) return [];
      const kind = named === 'asyncapi' ? ('asyncapi' as const) : ('openapi' as const);
      return [{ kind, source: path, overlays: [], location: { file: path, line: 1, column: 1 } }];
    });
  }
}

function index(document: ApiDocument, directory: string): LoadedApi {
  const operations = operationsOf(document);
  const byKey = new Map<string, FoundOperation>();
  for (const operation of operations) {
    const key = keyOf(operation.ref.kind, operation.ref.method, operation.ref.path);
    if (!byKey.has(key)) byKey.set(key, operation);
  }
  return { document, directory, operations, byKey };
}

/** Paths that differ only in a trailing slash are equal. */
export function keyOf(kind: FoundOperation['ref']['kind'], method: string, path: string): string {
  if (kind !== 'operation') return `${kind} ${path}`;
  return `${method.toUpperCase()} ${path.replace(/(.)\/+$/, '$1')}`;
}

/** Every description that docs.json names, each once, sorted by file name. */
export function configuredSpecs(config: SiteConfig): SpecRef[] {
  const specs = new Map<string, SpecRef>();
  const add = (refs: readonly SpecRef[]) => {
    for (const ref of refs) {
      const key = `${ref.kind} ${ref.source}`;
      if (!specs.has(key)) specs.set(key, ref);
    }
  };
  add(config.api?.specs ?? []);
  for (const division of divisionsOf(config.navigation)) if (division.ownsSpecs) add(division.specs);
  return [...specs.values()].sort((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : 0));
}

function normalise(name: string, from: string): string | undefined {
  return name.startsWith('.') ? resolveProjectPath(from, name) : name.replace(/^\/+/, '');
}
