/** The Kysely dialect for `pg`. Many servers and workers can share one database. */
import { setFlagsFromString } from 'node:v8';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { preparedName } from './prepared.ts';

const { Client, Pool, types } = pg;

/** Prepares statements that have a name. Kysely passes only the text and the values. */
class PreparingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: the signature has eight overloads, and all of them are passed on.
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = typeof text === 'string' && given.length === 2 ? preparedName(text) : undefined;
    return name === undefined ? super.query(...(given as [string])) : super.query({ name, text, values });
  }
}

/** OID of 64-bit integers. All values are times and counts far below 2^53. */
const int8 = 20;

/** @param url `postgres://…`. Does not connect yet. */
export function postgresDialect(url: string): Dialect {
  // While many calls wait at startup, V8 observes that arrays of rows survive a few collections, and then allocates all of them in the
  // old generation: with steady polling, the heap grew by 1.5 kB per poll until the next full collection. Rows are short-lived, so this
  // heuristic is turned off.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Limits how long a leaked lock can block the service.
    statement_timeout: 15_000,
    application_name: 'docsgen',
    types: { getTypeParser: ((oid: number, format?: 'text') => (oid === int8 ? Number : types.getTypeParser(oid, format))) as never },
  });
  // A closed connection is not an error: its query fails, and the next query opens a new connection. Without these listeners, for idle
  // connections and for those between two queries of a transaction, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

/** SQLSTATE classes and codes for temporary unavailability. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const passing = /^(?:08|53|57P0[1-5]|57014|25006|40001|40P01|55P03|58)/;
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOENT']);

/** Why the database is unavailable; undefined for an error of the query itself. */
export function unavailability(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (passing.test(code) || network.has(code))) return 'the database does not respond';
  if (
    code === undefined &&
    /connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i.test(error.message)
  )
    return 'the connection to the database was lost';
  return undefined;
}
