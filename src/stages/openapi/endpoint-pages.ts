/**
 * The pages of operations: generated from descriptions for navigation entries, or hand-written with `openapi`,
 * `openapi-schema` or `asyncapi` front matter. `navigation/` uses this as its `EndpointSource`.
 */

import { definedOnly } from '../../model/defined-only.ts';
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { OperationRef } from '../../model/endpoint.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { EndpointSource, GeneratedEntry, GeneratedGroup, GeneratedPage, OperationWords } from '../../model/generated-page.ts';
import { nameOf as fileName } from '../../model/project-path.ts';
import type { NavDivision, NavEndpointEntry, Redirect, SiteConfig, SpecRef } from '../../model/site-config.ts';
import type { FrontMatter, SourcePage } from '../../model/source-page.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import { descriptionMissing, endpointMissing } from './errors.ts';
import { pageExtension } from './extensions.ts';
import { type ListedContexts, listedContexts } from './listed-contexts.ts';
import { type OperationReference, referenceOf } from './operation-reference.ts';
import { componentSchemas, type FoundOperation, schemaAt, schemaOf, tagSections } from './operations.ts';
import { PagePaths } from './page-paths.ts';
import { ApiLibrary, keyOf, type LoadedApi } from './read/api-library.ts';
import type { OpenedFile } from './read/read-error.ts';
import type { SpecNode } from './read/spec-node.ts';
import { SchemaGraph } from './schemas/schema-graph.ts';
import { plainDescription } from './titles.ts';

/** A loaded project. Descriptions are opened on first use. */
export interface EndpointPagesInput {
  readonly files: FileSystem;
  readonly config: SiteConfig;
  readonly sources: readonly SourcePage[];
  /** Types `x-docs.metadata` as the front matter of a page without a file. */
  readonly frontMatter: (values: ReadonlyMap<string, unknown>) => FrontMatter;
}

/** The operation of a page, and its description. */
export interface PageOperation {
  readonly api: LoadedApi;
  readonly operation: FoundOperation;
}

/** Results are stable: paths are assigned once for a whole description. */
export interface EndpointPages extends EndpointSource {
  /** The operation of a page (generated, or a file with front matter). */
  operationOf(page: { readonly path: string; readonly file?: string }): PageOperation | undefined;
  /** The operation that a reference in the file means, with or without a page. */
  operationNamed(reference: OperationReference, from: string): FoundOperation | undefined;
  /** Names of schemas (`SchemaView.more`) → paths of their pages. */
  schemaPaths(api: LoadedApi): ReadonlyMap<string, string>;
  /** The operations of all descriptions of the project of one kind, with or without a page. */
  operations(kind: SpecRef['kind']): readonly FoundOperation[];
  /** The source files of the descriptions opened so far. */
  openedFiles(): readonly OpenedFile[];
}

/** One instance for each plan of a site; it keeps the descriptions in memory. */
export function endpointPages(input: EndpointPagesInput): EndpointPages {
  return new Pages(input);
}

class Pages implements EndpointPages {
  readonly #library: ApiLibrary;
  readonly #paths: PagePaths;
  readonly #contexts: ListedContexts;
  readonly #sources: ReadonlyMap<string, SourcePage>;
  readonly #diagnostics: Diagnostic[] = [];
  /** Page file → operation, filled on demand. */
  readonly #bySource = new Map<string, PageOperation | undefined>();
  readonly #generated = new Map<string, PageOperation & { readonly page: GeneratedPage }>();
  readonly #redirectsByPath = new Map<string, Redirect>();
  readonly #graphs = new Map<LoadedApi, SchemaGraph>();
  /** Names of schemas → paths of their pages. */
  readonly #schemaPaths = new Map<LoadedApi, Map<string, string>>();
  /** Operation id → the page files that document it. */
  #documented: ReadonlyMap<string, readonly SourcePage[]> | undefined;

  readonly #input: EndpointPagesInput;

  constructor(input: EndpointPagesInput) {
    this.#input = input;

    this.#library = new ApiLibrary(input.files, input.config);
    this.#paths = new PagePaths(input.sources.map((source) => source.path));
    this.#contexts = listedContexts(input.config.navigation);
    this.#sources = new Map(input.sources.map((source) => [source.file, source]));
  }

  entry(entry: NavEndpointEntry, specs: readonly SpecRef[], division: NavDivision): GeneratedPage | SourcePage | undefined {
    const kind = entry.method === 'WEBHOOK' ? 'webhook' : 'operation';
    const reference: OperationReference = {
      kind,
      method: entry.method,
      path: entry.path,
      text: entry.text,
      key: 'openapi',
      ...(entry.spec === undefined ? {} : { spec: entry.spec }),
    };
    const found = this.#find(reference, specs, this.#input.config.file, entry.location);
    if (found === undefined) return undefined;
    return this.#fileFor(found, division)?.source ?? this.#page(found);
  }

  division(division: NavDivision): readonly GeneratedEntry[] {
    const groups = new Map<string, { readonly entries: GeneratedEntry[]; readonly section: string | undefined }>();
    for (const spec of division.specs) {
      const api = this.#library.open(spec);
      if (api === undefined) continue;
      const sections = tagSections(api.document);
      for (const operation of api.operations) {
        const { ref } = operation;
        if (ref.excluded) continue;
        const file = this.#fileFor({ api, operation }, division);
        if (file?.isListed) continue;
        const group = groups.get(ref.group) ?? { entries: [], section: sections.get(ref.tags[0] ?? '') };
        groups.set(ref.group, group);
        group.entries.push(file?.source ?? this.#page({ api, operation }));
      }
    }
    return inSections(groups);
  }

  describe(source: SourcePage): OperationWords | undefined {
    const found = this.#ofSource(source);
    if (found === undefined) return undefined;
    return wordsOf(found.operation.ref);
  }

  hasOperation(page: { readonly path: string; readonly file?: string }): boolean {
    return this.operationOf(page) !== undefined;
  }

  schemas<T extends { readonly path: string; readonly file?: string }>(pages: readonly T[]): { page: GeneratedPage; user: T }[] {
    const users = new Map<LoadedApi, { readonly user: T; readonly operation: FoundOperation }[]>();
    for (const user of pages) {
      const found = this.operationOf(user);
      if (found === undefined) continue;
      const known = users.get(found.api);
      if (known) known.push({ user, operation: found.operation });
      else users.set(found.api, [{ user, operation: found.operation }]);
    }
    return [...users].flatMap(([api, list]) => {
      const graph = this.#graphs.get(api) ?? new SchemaGraph(api.document);
      this.#graphs.set(api, graph);
      const user = list[0]?.user as T;
      return graph.reachedFrom(list.map(({ operation }) => operation)).flatMap((schema) => {
        const page = this.#schemaPage(api, schema);
        return page ? [{ page, user }] : [];
      });
    });
  }

  schemaPaths(api: LoadedApi): ReadonlyMap<string, string> {
    return this.#schemaPaths.get(api) ?? new Map();
  }

  /** Undefined if a page file documents the schema. */
  #schemaPage(api: LoadedApi, schema: SpecNode): GeneratedPage | undefined {
    const operation = schemaAt(api.document, schema);
    const paths = this.#schemaPaths.get(api) ?? new Map<string, string>();
    this.#schemaPaths.set(api, paths);
    this.#documented ??= this.#documentedOperations();
    const [file] = this.#documented.get(operation.ref.id) ?? [];
    const path = file?.path ?? this.#paths.ofSchema(api, schema);
    paths.set(operation.ref.path, path);
    return file === undefined ? this.#generatedPage(path, { api, operation }) : undefined;
  }

  redirects(): readonly Redirect[] {
    return [...this.#redirectsByPath.values()];
  }

  takeDiagnostics(): readonly Diagnostic[] {
    return [...this.#library.takeDiagnostics(), ...this.#diagnostics.splice(0)];
  }

  openedFiles(): readonly OpenedFile[] {
    return this.#library.openedFiles();
  }

  operations(kind: SpecRef['kind']): readonly FoundOperation[] {
    return [...this.#library.all(kind)].flatMap((api) => api.operations);
  }

  operationNamed(reference: OperationReference, from: string): FoundOperation | undefined {
    const kind = reference.kind === 'channel' ? 'asyncapi' : 'openapi';
    for (const api of this.#candidates(kind, reference.spec, [], from)) {
      const operation = lookUp(api, reference);
      if (operation !== undefined) return operation;
    }
    return undefined;
  }

  operationOf({ path, file }: { readonly path: string; readonly file?: string }): PageOperation | undefined {
    if (file === undefined) return this.#generated.get(path);
    const source = this.#sources.get(file);
    return source && this.#ofSource(source);
  }

  /** The generated page of an operation; always the same object. */
  #page({ api, operation }: PageOperation): GeneratedPage {
    const { ref } = operation;
    const { path, formatPath } = this.#paths.of(api, ref);
    const page = this.#generatedPage(path, { api, operation });
    if (formatPath !== undefined) {
      const location = { file: api.document.source, line: 1, column: 1 };
      this.#redirectsByPath.set(formatPath, { source: `/${formatPath}`, destination: `/${path}`, permanent: true, location });
    }
    return page;
  }

  #generatedPage(path: string, { api, operation }: PageOperation): GeneratedPage {
    const { ref } = operation;
    const known = this.#generated.get(path);
    if (known) return known.page;
    const metadata = new Map(Object.entries(ref.metadata));
    if (ref.hidden) metadata.set('hidden', true);
    const { playground } = pageExtension(operation.node.value);
    if (playground !== undefined && !metadata.has('playground')) metadata.set('playground', playground);
    if (ref.groups.length > 0 && !metadata.has('groups')) metadata.set('groups', ref.groups);
    const frontMatter = this.#input.frontMatter(metadata);
    const words = wordsOf(ref);
    const ownName = ref.href === undefined ? undefined : lastSegment(path);
    const page: GeneratedPage = {
      kind: 'generated-page',
      path,
      title: frontMatter.title ?? ref.title,
      deprecated: ref.deprecated,
      frontMatter:
        ownName === undefined || frontMatter.sidebarTitle !== undefined ? frontMatter : { ...frontMatter, sidebarTitle: ownName },
      ...definedOnly({
        description: frontMatter.description ?? words.description,
        sidebarTitle: frontMatter.sidebarTitle ?? ownName,
        icon: frontMatter.icon,
        tag: frontMatter.tag,
        method: words.method,
      }),
    };
    this.#generated.set(path, { api, operation, page });
    return page;
  }

  /**
   * The page file that documents an operation for the readers of `division`: one that their language and version lists,
   * or an unlisted one.
   */
  #fileFor({ operation }: PageOperation, division: NavDivision): { readonly source: SourcePage; readonly isListed: boolean } | undefined {
    this.#documented ??= this.#documentedOperations();
    const context = this.#contexts.divisions.get(division) ?? '';
    for (const source of this.#documented.get(operation.ref.id) ?? []) {
      const contexts = this.#contexts.pages.get(source.path);
      if (contexts?.has(context)) return { source, isListed: true };
      const folder = source.path.slice(0, Math.max(0, source.path.indexOf('/'))).toLowerCase();
      const language = this.#contexts.languages.get(folder);
      if (contexts === undefined && (language === undefined || context.includes(`/language:${language}`)))
        return { source, isListed: false };
    }
    return undefined;
  }

  #documentedOperations(): ReadonlyMap<string, readonly SourcePage[]> {
    const documented = new Map<string, SourcePage[]>();
    for (const source of this.#input.sources) {
      const id = this.#ofSource(source)?.operation.ref.id;
      if (id === undefined) continue;
      const others = documented.get(id);
      if (others) others.push(source);
      else documented.set(id, [source]);
    }
    return documented;
  }

  #ofSource(source: SourcePage): PageOperation | undefined {
    if (this.#bySource.has(source.file)) return this.#bySource.get(source.file);
    const reference = referenceOf(source.frontMatter);
    const found = reference && this.#find(reference, [], source.file, { file: source.file, line: 1, column: 1 });
    this.#bySource.set(source.file, found);
    return found;
  }

  /** The operation of a reference, or undefined with a warning at the reference. */
  #find(reference: OperationReference, specs: readonly SpecRef[], from: string, location: SourceLocation): PageOperation | undefined {
    const kind = reference.kind === 'channel' ? 'asyncapi' : 'openapi';
    const searched: LoadedApi[] = [];
    for (const api of this.#candidates(kind, reference.spec, specs, from)) {
      searched.push(api);
      const operation = lookUp(api, reference);
      if (operation !== undefined) return { api, operation };
    }
    // The missing description has been reported, once for all its operations.
    if (this.#isAnyMissing(kind, reference.spec, specs)) return undefined;
    const where =
      searched.length === 0 ? (reference.spec ?? 'any API description') : searched.map(({ document }) => document.source).join(', ');
    const wanted = reference.kind === 'operation' ? `${reference.method} ${reference.path}` : `${reference.kind} ${reference.path}`;
    const place = this.#placeOf(reference, location);
    if (searched.length > 0 || reference.spec === undefined)
      this.#diagnostics.push(endpointMissing(place, wanted, where, nearestOperation(searched, reference)));
    else this.#diagnostics.push(descriptionMissing(place, wanted, reference.spec, this.#fileLike(kind, reference.spec)));
    return undefined;
  }

  /** The description with the nearest name to a missing one. */
  #fileLike(kind: SpecRef['kind'], spec: string): string | undefined {
    const byName = new Map([...this.#library.all(kind)].map(({ document: { source } }) => [fileName(source), source]));
    const near = nearestName(fileName(spec), [...byName.keys()]);
    return near === undefined ? undefined : byName.get(near);
  }

  #isAnyMissing(kind: SpecRef['kind'], spec: string | undefined, specs: readonly SpecRef[]): boolean {
    if (spec !== undefined) return false;
    const own = specs.filter((ref) => ref.kind === kind);
    return own.length > 0 ? own.some((ref) => this.#library.open(ref) === undefined) : this.#library.isAnyMissing(kind);
  }

  *#candidates(kind: SpecRef['kind'], spec: string | undefined, specs: readonly SpecRef[], from: string): Generator<LoadedApi> {
    if (spec !== undefined) {
      const api = this.#library.named(kind, spec, from);
      if (api) yield api;
      return;
    }
    const own = specs.filter((ref) => ref.kind === kind);
    for (const ref of own) {
      const api = this.#library.open(ref);
      if (api) yield api;
    }
    if (own.length === 0) yield* this.#library.all(kind);
  }

  /** Searches the key in the front matter only when there is a diagnostic to report. */
  #placeOf(reference: OperationReference, location: SourceLocation): SourceLocation {
    if (!/\.mdx?$/i.test(location.file)) return location;
    const lines = this.#input.files.readText(location.file).split('\n', 200);
    const index = lines.findIndex((line) => line.startsWith(`${reference.key}:`));
    const lineText = lines[index]?.replace(/\r$/, '');
    if (lineText === undefined) return location;
    const column = Math.max(0, lineText.indexOf(reference.text)) + 1;
    return { file: location.file, line: index + 1, column, length: reference.text.length, lineText };
  }
}

function lookUp(api: LoadedApi, { kind, method, path }: OperationReference): FoundOperation | undefined {
  const operation =
    kind === 'schema'
      ? schemaOf(api.document, path)
      : (api.byKey.get(keyOf(kind, method, path)) ?? (kind === 'webhook' ? webhookInAnyCase(api, path) : undefined));
  return operation?.ref.excluded ? undefined : operation;
}

function webhookInAnyCase(api: LoadedApi, name: string): FoundOperation | undefined {
  return api.operations.find(({ ref }) => ref.kind === 'webhook' && ref.path.toLowerCase() === name.toLowerCase());
}

function nearestOperation(searched: readonly LoadedApi[], { kind, method, path }: OperationReference): string | undefined {
  const names = searched.flatMap((api) =>
    kind === 'schema'
      ? componentSchemas(api.document).map(({ key }) => `schema ${key}`)
      : api.operations.filter(({ ref }) => ref.kind === kind).map(nameOf),
  );
  const wanted = kind === 'operation' ? `${method} ${path}` : `${kind} ${path}`;
  // Prefers the same path: `POST /users` is near `GET /users`, whatever the spelling distance.
  const samePath = kind === 'operation' ? names.find((name) => name.slice(name.indexOf(' ') + 1) === path) : undefined;
  return samePath ?? nearestName(wanted, names);
}

function nameOf({ ref }: FoundOperation): string {
  return ref.kind === 'operation' ? `${ref.method} ${ref.path}` : `${ref.kind} ${ref.path}`;
}

function wordsOf(ref: OperationRef): OperationWords {
  const method = ref.kind === 'webhook' ? 'WEBHOOK' : ref.method;
  return {
    title: ref.title,
    deprecated: ref.deprecated,
    ...definedOnly({ description: plainDescription(ref.descriptionMarkdown), method: method === '' ? undefined : method }),
  };
}

/** Groups in order of first use; those of one section together, where the section is first used. */
function inSections(
  groups: ReadonlyMap<string, { readonly entries: readonly GeneratedEntry[]; readonly section: string | undefined }>,
): GeneratedEntry[] {
  const shown: GeneratedEntry[] = [];
  const sections = new Map<string, GeneratedEntry[]>();
  for (const [name, { entries, section }] of groups) {
    const group: GeneratedGroup = { kind: 'generated-group', name, entries };
    if (section === undefined) {
      shown.push(group);
      continue;
    }
    const known = sections.get(section);
    if (known) known.push(group);
    else {
      const inside: GeneratedEntry[] = [group];
      sections.set(section, inside);
      shown.push({ kind: 'generated-group', name: section, entries: inside });
    }
  }
  return shown;
}

/** `api-reference/create-user` → `Create user`. */
function lastSegment(path: string): string {
  const words = path.slice(path.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
