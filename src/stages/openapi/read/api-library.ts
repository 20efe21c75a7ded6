/** All API descriptions of a project, each loaded once and only when something asks for it. */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import { divisionsOf } from '../../../model/nav-divisions.ts';
import { nameOf, resolveProjectPath } from '../../../model/project-path.ts';
import type { SiteConfig, SpecRef } from '../../../model/site-config.ts';
import { type FoundOperation, operationsOf } from '../operations.ts';
import { type ApiDocument, loadApi } from './load-api.ts';
import type { OpenedFile } from './read-error.ts';
import { locateProblems } from './spec-problem.ts';
import { isObject } from './spec-value.ts';

/** A description with the operations that it has, in document order; which of them get pages is decided elsewhere. */
export interface LoadedApi {
  readonly document: ApiDocument;
  /** Path prefix of its generated pages. */
  readonly directory: string;
  readonly operations: readonly FoundOperation[];
  /** `GET /users`, `webhook name`, `channel key` → operation. */
  readonly byKey: ReadonlyMap<string, FoundOperation>;
}

/** Path prefix of generated pages where nobody names one. */
export const defaultDirectory = 'api-reference';

/** A file is taken for a description when it names its version; where in the file is open, as tools sort the keys. */
const versionKey = /(?:^|[{,\s])["']?(openapi|swagger|asyncapi)["']?\s*:\s*["']?[23]\.\d/;

/**
 * Descriptions that docs.json names, and those that only lie in the project: these are looked for only when something
 * is wanted by its name or its operation. Faults are kept until `takeDiagnostics`, those of a description once, however
 * often it is opened.
 */
export class ApiLibrary {
  readonly #loaded = new Map<string, LoadedApi | undefined>();
  readonly #diagnostics: Diagnostic[] = [];
  /** Sources whose faults are among `diagnostics`, or were taken. */
  readonly #reported = new Set<string>();
  readonly #configured: readonly SpecRef[];
  #unconfigured: readonly SpecRef[] | undefined;

  readonly #files: FileSystem;

  constructor(files: FileSystem, config: SiteConfig) {
    this.#files = files;

    this.#configured = configuredSpecs(config);
  }

  /** Undefined when it cannot be read; the reason is among the diagnostics. */
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
    if (api) this.#diagnostics.push(...locateProblems(api.document.follower.takeProblems()));
    this.#loaded.set(key, api);
    return api;
  }

  /** The descriptions of one kind that the configuration names, by file name; then those that only lie in the project. */
  *all(kind: SpecRef['kind']): Generator<LoadedApi> {
    for (const spec of [...this.#configured, ...this.#found()]) {
      const api = spec.kind === kind ? this.open(spec) : undefined;
      if (api) yield api;
    }
  }

  /**
   * The description that front matter or an entry names: its project path, with or without folder and extension, or a
   * path relative to `from`.
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

  /** Whether the configuration names a description that cannot be read here. */
  isAnyMissing(kind: SpecRef['kind']): boolean {
    return this.#configured.some((spec) => spec.kind === kind && this.open(spec) === undefined);
  }

  /** What was read so far, descriptions and what they refer to. */
  openedFiles(): OpenedFile[] {
    return [...this.#loaded.values()].flatMap((api) => {
      if (api === undefined) return [];
      const { kind, source, follower } = api.document;
      return follower
        .openedFiles()
        .map(({ path, text, value }) => ({ kind, path, text, isRoot: path === source, isObject: isObject(value) }));
    });
  }

  /** What was found since the last call. */
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

/** Paths that differ only in a slash at the end are one. */
export function keyOf(kind: FoundOperation['ref']['kind'], method: string, path: string): string {
  if (kind !== 'operation') return `${kind} ${path}`;
  return `${method.toUpperCase()} ${path.replace(/(.)\/+$/, '$1')}`;
}

/** Every description that docs.json names anywhere, each once, sorted by file name. */
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
