import type { OperationRef } from '../../model/endpoint.ts';
import { componentSchemas, type FoundOperation } from './operations.ts';
import type { LoadedApi } from './read/api-library.ts';
import { nodeId, type SpecNode } from './read/spec-node.ts';
import { textOf } from './read/spec-value.ts';
import { shownName } from './schemas/named-schema.ts';
import { formatSlug, safeSlug, sitePath, slugWords } from './titles.ts';

/** Both are project paths of pages: no base path, no extension. */
export interface PagePath {
  /** Without leading or trailing slash: `api-reference/users/get-users`. */
  readonly path: string;
  /** The path that other tools of the format give the page, if it differs and a redirect can contain it. */
  readonly formatPath?: string;
}

/** Assigns the page path of each operation; results are stable. */
export class PagePaths {
  readonly #byApi = new Map<LoadedApi, ReadonlyMap<OperationRef, PagePath>>();
  /** Id of a schema → its path. */
  readonly #schemasByApi = new Map<LoadedApi, Map<string, string>>();
  readonly #taken: Set<string>;
  /** Next suffix for a used path: keeps many equal titles linear. */
  readonly #next = new Map<string, number>();

  /** `taken`: paths of page files, in any case. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((path) => path.toLowerCase()));
  }

  /**
   * All operations of a description get their paths together, so that the path does not depend on which ones are
   * listed.
   */
  of(api: LoadedApi, ref: OperationRef | undefined): PagePath {
    let paths = this.#byApi.get(api);
    if (paths === undefined) {
      const shown = api.operations.filter((operation) => !operation.ref.excluded);
      paths = new Map(shown.map((operation) => [operation.ref, this.#take(api.directory, operation)] as const));
      this.#byApi.set(api, paths);
    }
    return (ref && paths.get(ref)) ?? { path: '' };
  }

  /**
   * The page path of a named schema: `api-reference/schemas/user`. The components of a description get theirs together,
   * for the same reason.
   */
  ofSchema(api: LoadedApi, schema: SpecNode): string {
    let paths = this.#schemasByApi.get(api);
    if (paths === undefined) {
      this.of(api, api.operations[0]?.ref);
      paths = new Map();
      this.#schemasByApi.set(api, paths);
      for (const component of componentSchemas(api.document)) paths.set(nodeId(component), this.#takeSchema(api.directory, component));
    }
    const id = nodeId(schema);
    const path = paths.get(id) ?? this.#takeSchema(api.directory, schema);
    paths.set(id, path);
    return path;
  }

  #takeSchema(prefix: string, schema: SpecNode): string {
    // Dots separate the parts of long names: `io.k8s.api.core.v1.Pod`.
    const name = safeSlug(shownName(schema).replaceAll('.', '-'), 'schema');
    return this.#unique([sitePath(prefix), 'schemas', name].filter((part) => part !== '').join('/'));
  }

  #take(prefix: string, { ref, node }: FoundOperation): PagePath {
    const own = ref.href === undefined ? '' : sitePath(ref.href);
    if (own !== '') return { path: this.#unique(own) };
    const directory = sitePath(prefix);
    const folder = ref.kind === 'channel' ? ref.group : ref.tags[0];
    // A title derived from method and path has another slug than the same words as a summary.
    const summary = ref.kind === 'channel' ? undefined : textOf(node.value, 'summary');
    const words = summary ?? (ref.kind === 'operation' ? slugWords(ref.method, ref.path) : ref.title);
    const parts = [...(folder === undefined ? [] : [[folder, 'untitled']]), [words, fallbackSlug(ref)]] as [string, string][];
    const path = this.#unique(
      [directory, ...parts.map(([text, fallback]) => safeSlug(text, fallback))].filter((part) => part !== '').join('/'),
    );
    const formatPath = [directory, ...parts.map(([text]) => formatSlug(text))].filter((part) => part !== '').join('/');
    const canRedirect =
      formatPath !== path && !/[?#*:]/.test(formatPath) && !/-\d+$/.test(path) && !this.#taken.has(formatPath.toLowerCase());
    return canRedirect ? { path, formatPath } : { path };
  }

  #unique(path: string): string {
    const key = path.toLowerCase();
    if (!this.#taken.has(key)) {
      this.#taken.add(key);
      return path;
    }
    for (let count = this.#next.get(key) ?? 1; ; count++) {
      if (this.#taken.has(`${key}-${count}`)) continue;
      this.#taken.add(`${key}-${count}`);
      this.#next.set(key, count + 1);
      return `${path}-${count}`;
    }
  }
}

function fallbackSlug(ref: OperationRef): string {
  return safeSlug(slugWords(ref.method, ref.path).replace(/[^\w-]+/g, '-'), ref.kind);
}
