/**
 * The inputs of a page, apart from its own source, recorded as queries with their results: "what is the target of
 * `/a` from here?", "what does `snippets/b.mdx` contain?", "how large is this image?". A cached page is valid as long
 * as every query still has the same result, so nothing has to list the dependencies of a page.
 */
import { hash } from 'node:crypto';

/**
 * Returns a JSON value. The first argument is the kind of query (`link`, `asset`, `text`, `exists`, `near`, `size`, `urls`),
 * the others are its parameters: see `site-queries.ts`.
 */
export type RunQuery = (...query: readonly string[]) => unknown;

/** A query with a digest of its result, as cached. */
export type RecordedQuery = readonly [result: string, ...query: string[]];

/** Runs queries for one page and records each once. */
export class QueryRecorder {
  readonly #run: RunQuery;
  readonly #queries = new Map<string, RecordedQuery>();

  constructor(run: RunQuery) {
    this.#run = run;
  }

  run(...query: readonly string[]): unknown {
    const result = this.#run(...query);
    const key = query.join('\0');
    if (!this.#queries.has(key)) this.#queries.set(key, [digest(result), ...query]);
    return result;
  }

  /** If URLs were queried, the digest of all URLs comes first: while it is unchanged, so are these results. */
  get queries(): readonly RecordedQuery[] {
    const queries = [...this.#queries.values()];
    if (!queries.some(dependsOnUrls)) return queries;
    return [[digest(this.#run('urls')), 'urls'], ...queries];
  }
}

/** Whether all queries still have the same results. */
export function areUpToDate(queries: readonly RecordedQuery[], run: RunQuery): boolean {
  const [all, ...rest] = queries;
  if (all?.[1] !== 'urls') return queries.every((each) => isUpToDate(each, run));
  return isUpToDate(all, run)
    ? rest.every((each) => dependsOnUrls(each) || isUpToDate(each, run))
    : rest.every((each) => isUpToDate(each, run));
}

/** Whether one query still has the same result. */
export function isUpToDate([result, ...query]: RecordedQuery, run: RunQuery): boolean {
  return digest(run(...query)) === result;
}

/** The target of a link or file depends only on the URLs of the site. */
export function dependsOnUrls([, kind]: RecordedQuery): boolean {
  return kind === 'link' || kind === 'asset';
}

function digest(result: unknown): string {
  const text = JSON.stringify(result) ?? '';
  return text.length <= 60 ? text : hash('sha256', text, 'base64').slice(0, 27);
}
