/** Kysely over `pg`: many servers and workers on one database. */
import { setFlagsFromString } from 'node:v8';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { preparedName } from './prepared.ts';

const { Client, Pool, types } = pg;

/** Keeps the statements that ask for it prepared. Kysely gives the text and the values. */
class PreparingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: the signature has eight overloads, and all of them are passed on.
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = typeof text === 'string' && given.length === 2 ? preparedName(text) : undefined;
    return name === undefined ? super.query(...(given as [string])) : super.query({ name, text, values });
  }
}

/** 64-bit integers: all of ours are times and counts, far below 2^53. */
const int8 = 20;

/** @param url `postgres://…`. Nothing is connected yet. */
export function postgresDialect(url: string): Dialect {
  // V8 sees some arrays of rows outlive a few collections, while many calls wait at the start, and from then on puts all of them among
  // the old objects, each with its texts: under steady polling the heap grew by 1.5 kB a poll until the next full collection. Rows are
  // gone with the answer, so objects begin as young ones, always. Only this guess of the collector is turned off.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A lock that nobody gives back must not stop the service for ever.
    statement_timeout: 15_000,
    application_name: 'docsgen',
    types: { getTypeParser: ((oid: number, format?: 'text') => (oid === int8 ? Number : types.getTypeParser(oid, format))) as never },
  });
  // A connection that the server closes is no fault: the query that uses it fails, the next one opens another. Without listeners, for
  // idle ones and for those between two queries of a transaction, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

/** SQLSTATE classes and codes that say: the server cannot answer now. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const passing = /^(?:08|53|57P0[1-5]|57014|25006|40001|40P01|55P03|58)/;
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOENT']);

/** Why the database cannot answer at the moment; undefined for an error of the query itself. */
export function unavailability(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (passing.test(code) || network.has(code))) return 'the database does not answer';
  if (
    code === undefined &&
    /connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i.test(error.message)
  )
    return 'the connection to the database was cut';
  return undefined;
}
