/**
 * Records the inputs of a snippet as queries: its own text and the files that it imports. A snippet is parsed once
 * for many pages, but each of them depends on it. Reusing a cached one therefore repeats its queries, which also
 * shows whether the results are still the same.
 */
import type { CompilerOptions } from './options.ts';

type QueryFunctions = Pick<CompilerOptions, 'readText' | 'hasFile' | 'nearestImport' | 'resolveAsset'>;

/** A query that can be repeated; string results are kept unchanged, others as JSON. */
export interface Query {
  /** Equal queries have the same key. */
  readonly key: string;
  readonly result: string | undefined;
  run(): unknown;
}

/** The recorded queries of one module loader. Repeating a query records it for the page that is being compiled. */
export interface QueryLog {
  /** The same functions, recorded. */
  readonly functions: QueryFunctions;
  /** Runs `work` and returns the queries made meanwhile. */
  record<T>(work: () => T): { readonly value: T; readonly queries: readonly Query[] };
  /** Repeats all queries; returns false at the first different result. */
  isCurrent(queries: readonly Query[]): boolean;
}

/** Queries are forwarded and never answered from the cache. */
export function createQueryLog({ readText, hasFile, nearestImport, resolveAsset }: QueryFunctions): QueryLog {
  // Snippets can be nested: the queries of the inner one are inputs of the outer one too.
  // Each query is recorded once: a file that is imported ten times at each of several levels would be read a million times.
  const active: Map<string, Query>[] = [];
  const query = <T>(key: string, run: () => T): T => {
    const result = run();
    for (const queries of active) if (!queries.has(key)) queries.set(key, { key, result: serialize(result), run });
    return result;
  };
  return {
    functions: {
      readText: (path) => query(`text ${path}`, () => readText(path)),
      hasFile: (path) => query(`file ${path}`, () => hasFile(path)),
      nearestImport: (path) => query(`near ${path}`, () => nearestImport?.(path)),
      resolveAsset: (fromFile, src) => query(`asset ${JSON.stringify([fromFile, src])}`, () => resolveAsset(fromFile, src)),
    },
    record(work) {
      const queries = new Map<string, Query>();
      active.push(queries);
      try {
        const value = work();
        return { value, queries: [...queries.values()] };
      } finally {
        active.pop();
      }
    },
    isCurrent: (queries) => queries.every(({ key, result, run }) => serialize(query(key, run)) === result),
  };
}

function serialize(result: unknown): string | undefined {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
